// `npm run bench` measures the widget, `npm run bench -- outbox` the outbox, and `-- uploads` uploads beside nginx.
import { execFileSync } from 'node:child_process';

const [what = 'widget'] = process.argv.slice(2);
if (what === 'widget') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-widget.ts');
} else if (what === 'outbox') {
  await import('./bench-outbox.ts');
} else if (what === 'uploads') {
  await import('./bench-uploads.ts');
} else {
  console.error('npm run bench -- widget | outbox [--uploads] | uploads');
  process.exitCode = 2;
}
