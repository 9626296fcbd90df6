// `npm run bench -- floods` measures how long visitors wait during a flood of requests for scripts, and with thousands of
// open connections. Compare the ratios. `--seconds 10` shortens the flood.
import { parseArgs } from 'node:util';
import { benchScriptFlood } from './script-flood.ts';
import { benchSlowConnections } from './slow-connections.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string', default: '60' } },
});
const seconds = Number(values.seconds);
await benchScriptFlood(seconds);
await benchSlowConnections(Math.min(seconds, 30));
