import { fileURLToPath } from 'node:url';
import { isPackaged, packageRoot } from '../package-root.ts';

/** `demo`: runs the demo with its options. It ends the process itself. */
export async function demo(options: string[]): Promise<never> {
  const program = new URL(isPackaged ? 'dist/demo/start.js' : 'demo/start.ts', packageRoot);
  process.argv = [process.execPath, fileURLToPath(program), ...options];
  await import(/* @vite-ignore */ program.href);
  return new Promise(() => {});
}
