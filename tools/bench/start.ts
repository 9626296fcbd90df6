// `npm run bench -- start`: how long the proxy takes to listen, and the memory that it takes when idle, from its sources and
// from the npm package, compared with a server of Node's that does nothing. Alternates between them, so that all meet the
// same machine.
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { startProxy } from '../../e2e/processes/proxies.ts';
import { judge, reporter } from './figures.ts';
import { median } from './statistics.ts';

const rounds = 9;
const idleMs = 3_000;
const programs = {
  'an empty server': 'tools/bench/empty-server.mjs',
  'the proxy from its sources': 'proxy/main.ts',
  'the proxy from its package': 'dist/enquiry-proxy.js',
};
type Program = keyof typeof programs;
/** The targets for the package: the start as a multiple of the empty server's, and the memory beyond that server's. */
const limits = { startRatio: 7, idleMiB: 80 };

delete process.env.NODE_COMPILE_CACHE; // The first start of an installation has no compiled code.
execFileSync('npm', ['run', 'build:package', '--silent'], { stdio: 'inherit' });
const results = () => ({ startMs: [] as number[], idleMiB: [] as number[] });
const measured: Record<Program, ReturnType<typeof results>> = {
  'an empty server': results(),
  'the proxy from its sources': results(),
  'the proxy from its package': results(),
};
for (let round = 0; round < rounds; round++) {
  for (const [name, program] of Object.entries(programs)) {
    const { startMs, idleMiB } = measured[name as Program]; // A key of the table.
    const startedAtMs = performance.now();
    const server = await startProxy({ program });
    startMs.push(performance.now() - startedAtMs);
    await pause(idleMs);
    idleMiB.push(memoryMiB(server.child, 'VmRSS'));
    await server.stop();
  }
}
const report = reporter('start');
for (const [name, { startMs, idleMiB }] of Object.entries(measured)) {
  report(`start of ${name}`, judge(median(startMs), { unit: 'ms' }));
  report(`idle memory of ${name}`, judge(median(idleMiB), { unit: 'MiB' }));
}
const { 'an empty server': empty, 'the proxy from its package': proxy } = measured;
const startRatio = median(proxy.startMs) / median(empty.startMs);
const moreMiB = median(proxy.idleMiB) - median(empty.idleMiB);
report(
  'start from the package, × the empty server',
  judge(startRatio, { unit: '×', digits: 2, most: limits.startRatio }),
);
report(
  'idle memory from the package, beyond that of the empty server',
  judge(moreMiB, { unit: 'MiB', most: limits.idleMiB }),
);
