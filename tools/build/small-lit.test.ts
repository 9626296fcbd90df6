import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { smallLit } from './small-lit.ts';

test.each([
  ['a binding of a property', `html\`<input .value=\${1}>\``],
  ['a binding of an element', `html\`<input \${1}>\``],
  ['an SVG template', 'svg`<path/>`'],
])('the build fails with %s, which is left out of Lit', async (_, template) => {
  const root = mkdtempSync(join(tmpdir(), 'small-lit-'));
  const code = `const html = String.raw, svg = html; export const view = ${template};`;
  writeFileSync(join(root, 'entry.ts'), code);
  const building = build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [smallLit],
    build: { write: false, lib: { entry: 'entry.ts', formats: ['es'] } },
  });
  await expect(building).rejects.toThrow('Lit doesn’t support');
  rmSync(root, { recursive: true });
});
