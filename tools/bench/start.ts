// `npm run bench -- start`: how long the proxy takes to listen, and the memory that it takes when idle, from its sources and
// from the npm package. Alternates between the two, so that both meet the same machine.
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../../demo/processes.ts';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { prepareStandaloneProxy } from '../../e2e/processes/standalone-proxy.ts';
import { judge, report } from './figures.ts';
import { median } from './statistics.ts';

const rounds = 9;
const idleMs = 3_000;
const programs = { sources: 'proxy/main.ts', package: 'dist/enquiry-proxy.js' };
/** The targets for the package. */
const limits: { startMs?: number; idleMiB?: number } = { startMs: 300, idleMiB: 115 };

delete process.env.NODE_COMPILE_CACHE; // The first start of an installation has no compiled code.
execFileSync('npm', ['run', 'build:package', '--silent'], { stdio: 'inherit' });
const measured = Object.fromEntries(
  Object.keys(programs).map(name => [name, { startMs: [] as number[], idleMiB: [] as number[] }]),
);
for (let round = 0; round < rounds; round++) {
  for (const [name, file] of Object.entries(programs)) {
    const standalone = prepareStandaloneProxy();
    const startedAtMs = performance.now();
    const proxy = await start(file, standalone.env);
    measured[name]!.startMs.push(performance.now() - startedAtMs);
    await pause(idleMs);
    measured[name]!.idleMiB.push(memoryMiB(proxy.child, 'VmRSS'));
    await proxy.stop();
    standalone.remove();
  }
}
const benchmark = 'start';
for (const [name, { startMs, idleMiB }] of Object.entries(measured)) {
  const { startMs: mostMs, idleMiB: mostMiB } = name === 'package' ? limits : {};
  const from = `of the proxy from its ${name}`;
  report({ benchmark, measure: `start ${from}`, ...judge(median(startMs), { unit: 'ms', most: mostMs }) });
  report({
    benchmark,
    measure: `idle memory ${from}`,
    ...judge(median(idleMiB), { unit: 'MiB', most: mostMiB }),
  });
}
