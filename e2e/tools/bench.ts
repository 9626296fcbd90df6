// `npm run bench` measures the widget, `npm run bench -- outbox` the outbox, and `-- uploads` uploads beside nginx.
import { execFileSync } from 'node:child_process';

const [benchmark = 'widget'] = process.argv.slice(2);
if (benchmark === 'widget') {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import('./bench-widget.ts');
} else if (benchmark === 'outbox') {
  await import('./bench-outbox.ts');
} else if (benchmark === 'uploads') {
  await import('./bench-uploads.ts');
} else {
  console.error('npm run bench -- widget | outbox [--uploads] | uploads');
  process.exitCode = 2;
}
