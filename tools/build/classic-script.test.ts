import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultParameters } from '../../proxy/contract/attribution.ts';
import { bundleClassicScript } from './classic-script.ts';

const code = await bundleClassicScript('widget/attribution/script.ts');
const heightScript = await bundleClassicScript('widget/measure-heights.ts');

test.each([
  ['for pages without a form', code],
  ['that measures heights', heightScript],
])('the script %s has at most 1 kB, and defines and imports nothing', (_, code) => {
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(1_000);
  expect(code).toMatch(/^\(function\(\)\{.*\}\)\(\);\s*$/s);
  expect(code).not.toMatch(/\b(import|export|customElements)\b/);
});

test('it has the parameters in the one place where the proxy replaces them', () => {
  expect(code.split(defaultParameters.join(' '))).toHaveLength(2);
});
