// `npm run bench` measures the widget. A name after `--` selects another benchmark; docs/benchmarks.md explains them.
import { execFileSync } from 'node:child_process';

/** The options of each benchmark. */
const benchmarks: Record<string, string> = {
  widget: ' [--rounds 5] [--before FOLDER]',
  demo: '',
  uploads: '',
  proxy: ' [--profile FOLDER] [--before FOLDER]',
  floods: ' [--seconds 15]',
  soak: ' [--seconds 1200] [--store postgres] [--seed N]',
};

const words = process.argv.slice(2);
const name = words[0]?.startsWith('-') ? 'widget' : (words[0] ?? 'widget');
if (Object.hasOwn(benchmarks, name)) {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  await import(`./${name}.ts`);
} else {
  for (const [each, options] of Object.entries(benchmarks))
    console.error(`npm run bench -- ${each}${options}`);
  process.exitCode = 2;
}
