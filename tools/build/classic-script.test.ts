import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultParameters } from '../../proxy/contract/attribution.ts';
import { bundleClassicScript } from './classic-script.ts';

const code = await bundleClassicScript('widget/attribution/script.ts');
const pageScript = await bundleClassicScript('widget/page/page-script.ts');
const heightScript = await bundleClassicScript('widget/measure-heights.ts');

test.each([
  ['for pages without a form', code, 1_000],
  ['that measures heights', heightScript, 1_000],
  ['of a form’s own page', pageScript, 1_200],
])('the script %s is small, and defines and imports nothing', (_, code, maxBytes) => {
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(maxBytes);
  expect(code).toMatch(/^\(function\(\)\{.*\}\)\(\);\s*$/s);
  expect(code).not.toMatch(/\b(import|export|customElements)\b/);
});

test('it has the parameters in the one place where the proxy replaces them', () => {
  expect(code.split(defaultParameters.join(' '))).toHaveLength(2);
});
