import { expect, test } from 'vitest';
import { marketingOf } from './marketing.ts';

const page =
  'https://firm.example/?utm_campaign=spring&utm_source=newsletter&utm_term=whiplash%20claim&utm_content=blue';
const referrer = 'https://search.example/results/?q=my+secret#top';

test('the tag says where the visitor came from', () => {
  const tag = { campaign: 'tv', referer: 'radio-kent', keywords: 'neck', detail: 'b' };
  expect(marketingOf(tag, page, referrer)).toEqual({
    marketing_lead_referer: 'radio-kent',
    marketing_campaign: 'tv',
    marketing_keywords: 'neck',
    marketing_detail: 'b',
  });
});

test('what the tag leaves out comes from the address of the page', () => {
  expect(marketingOf({ campaign: null, keywords: undefined }, page, referrer)).toEqual({
    marketing_lead_referer: 'newsletter',
    marketing_campaign: 'spring',
    marketing_keywords: 'whiplash claim',
    marketing_detail: 'blue',
  });
});

test('an empty attribute is a word, too: nothing is read from the page', () => {
  const tag = { campaign: '', referer: '', keywords: '', detail: '' };
  expect(Object.values(marketingOf(tag, page, referrer))).toEqual(['', '', '', '']);
});

test.each([
  [referrer, 'https://search.example/results/'],
  ['https://search.example', 'https://search.example'],
  ['', ''],
])('the page that linked here, %j, counts as %j: what was searched for stays private', (from, referer) => {
  expect(marketingOf({}, 'https://firm.example/', from).marketing_lead_referer).toBe(referer);
});
