import { expect, test } from 'vitest';
import { createOwnPages } from './own-pages.ts';

test('an address can’t add attributes to the tag', async () => {
  const { page } = createOwnPages({
    config: { case_types: { a: { label: 'A' } } },
    proxy: 'http://127.0.0.1:8080',
    bar: { inbox: '', live: undefined },
    prerender: async () => undefined,
    readFault: async () => 'none',
  });
  const shown = await page(new URL('http://127.0.0.1/forms/a?framed&lang=x%22%20layout=%22steps'));
  expect(shown).toHaveProperty('html', expect.stringContaining('<enquiry-form case-type="a">'));
});
