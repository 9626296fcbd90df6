// For tests: the refusals of the proxy.
import { read } from './markdown.ts';

/** Every refusal's code and status. */
export function refusals(): { code: string; status: number }[] {
  const table = /const refusals[^{]*\{\n([\s\S]*?)\n\};/.exec(read('proxy/http/refusals.ts'))?.[1] ?? '';
  return Array.from(table.matchAll(/^ {2}'?([a-z-]+)'?: \[(\d{3}),/gm), ([, code = '', status]) => ({
    code,
    status: Number(status),
  }));
}
