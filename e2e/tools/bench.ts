// `npm run bench` measures the widget, `-- proof` only its proof of work, `npm run bench -- outbox` the outbox, `-- uploads` uploads beside nginx,
// `-- proxy` enquiries beside nginx, `-- floods` what visitors notice of floods, and `-- spam` how much spam is stopped,
// and what people notice of that.
import { execFileSync } from 'node:child_process';

const [benchmark = 'widget'] = process.argv.slice(2);
if (benchmark === 'widget') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-widget.ts');
  await import('./bench-proof.ts');
} else if (benchmark === 'proof') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-proof.ts');
} else if (benchmark === 'outbox') {
  await import('./bench-outbox.ts');
} else if (benchmark === 'uploads') {
  await import('./bench-uploads.ts');
} else if (benchmark === 'proxy') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-proxy.ts');
} else if (benchmark === 'floods') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-floods.ts');
} else if (benchmark === 'spam') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-spam.ts');
} else {
  console.error(
    'npm run bench -- widget | proof | outbox [--uploads] | uploads | proxy [--profile FOLDER] | floods [--seconds 60] | spam [--posts 10000] [--people 200] [--browsers 5] [--per-second 60] [--rate 1000000]',
  );
  process.exitCode = 2;
}
