import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Visitor } from './visitor.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe on the page and resolves with its violations, each with its rule. */
export async function axeViolations({ loadAxe, run }: Pick<Visitor, 'loadAxe' | 'run'>): Promise<string[]> {
  // Evaluated over the debugging protocol, because the page's content security policy would block a script element.
  await loadAxe(source);
  return run(async runOnly => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          context: string,
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run('body', { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
