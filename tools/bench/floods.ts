// `npm run bench -- floods` measures how long visitors wait during a flood of requests for scripts, and with thousands of
// open connections. Prints a table for docs/benchmarks.md. Compare the ratios. `--seconds 10` shortens the flood.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchScriptFlood } from './floods/script-flood.ts';
import { benchSlowConnections } from './floods/slow-connections.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string', default: '60' } },
});
const seconds = Number(values.seconds);
console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores\n`);
console.log('| flood | result |\n|---|---|');
console.log(`| 100 sets of 13 case types per second for ${seconds} s | ${await benchScriptFlood(seconds)} |`);
console.log(
  `| 2,000 idle and 500 slow connections, enquiry API down | ${await benchSlowConnections(Math.min(seconds, 30))} |`,
);
