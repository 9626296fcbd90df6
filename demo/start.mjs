// `npm start`: prints the help at once, or installs what is missing and starts the demo. No dependencies; also runs on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  console.log(readFileSync(new URL('help.txt', import.meta.url), 'utf8'));
} else {
  const { status } = spawnSync(process.execPath, ['tools/ci/bootstrap.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  // npm puts the packages' programs on the path, so this is the installed Node.
  const demo = spawn('node', ['demo/start.ts', ...words], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both, and the demo then stops its processes in order.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => demo.kill('SIGTERM'));
  demo.once('exit', code => process.exit(code ?? 1));
}
