import { expect, test } from 'vitest';
import { proxyUrlFrom } from './definition-source.ts';

test.each([
  ['https://forms.example/enquiry-form.js?case-type=injury', 'https://forms.example/'],
  ['https://forms.example/a/b/enquiry-form.js', 'https://forms.example/a/b/'],
  ['https://forms.example/assets/enquiry-form-1a2b.js', 'https://forms.example/'],
  ['https://forms.example/a/assets/enquiry-form-1a2b.js#x', 'https://forms.example/a/'],
])('the script %s belongs to the proxy %s', (script, proxy) => {
  expect(proxyUrlFrom(script)).toBe(proxy);
});
