import { expect, test } from 'vitest';
import { successAddress } from './host-page.ts';

const page = 'https://firm.example/injury/?utm_source=x';

test.each<[string, string | null, string | null, string | undefined]>([
  ['https://firm.example/thanks', null, 'there', 'https://firm.example/thanks'],
  ['thanks?a=1#top', null, 'to the resolved address', 'https://firm.example/injury/thanks?a=1#top'],
  ['//other.example/x', null, 'to another site', 'https://other.example/x'],
  ['/thanks?a=1', 'ref', 'with the reference', 'https://firm.example/thanks?a=1&ref=7K2PQ-2M9XD'],
  [
    '/thanks?ref=old',
    'ref',
    'with the reference in place of another',
    'https://firm.example/thanks?ref=7K2PQ-2M9XD',
  ],
  ['javascript:alert(1)', null, 'nowhere', undefined],
  [' jAvAscript:alert(1)', null, 'nowhere', undefined],
  ['java\nscript:alert(1)', 'ref', 'nowhere', undefined],
  ['data:text/html,x', null, 'nowhere', undefined],
  ['mailto:a@b.example', null, 'nowhere', undefined],
  ['https://', null, 'nowhere', undefined],
  [' ', null, 'nowhere', undefined],
  [null as never, 'ref', 'nowhere', undefined],
])('success-url=%j success-reference=%j leads %s', { tags: 'asvs-1.2.2' }, (url, parameter, _, address) => {
  const tag = { getAttribute: (name: string) => (name === 'success-url' ? url : parameter) };
  expect(successAddress(tag, page, '7K2PQ-2M9XD')).toBe(address);
});
