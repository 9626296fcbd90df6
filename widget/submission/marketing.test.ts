import { expect, test } from 'vitest';
import { readMarketingFields } from './marketing.ts';

const page =
  'https://firm.example/?utm_campaign=spring&utm_source=newsletter&utm_term=whiplash%20claim&utm_content=blue';
const referrer = 'https://search.example/results/?q=my+secret#top';

test('attributes of the tag come first', () => {
  const tag = { campaign: 'tv', referer: 'radio-kent', keywords: 'neck', detail: 'b' };
  expect(readMarketingFields(tag, page, referrer)).toEqual({
    marketing_lead_referer: 'radio-kent',
    marketing_campaign: 'tv',
    marketing_keywords: 'neck',
    marketing_detail: 'b',
  });
});

test('missing attributes are replaced by parameters of the page address', () => {
  expect(readMarketingFields({ campaign: null, keywords: undefined }, page, referrer)).toEqual({
    marketing_lead_referer: 'newsletter',
    marketing_campaign: 'spring',
    marketing_keywords: 'whiplash claim',
    marketing_detail: 'blue',
  });
});

test('an empty attribute counts: the page address is ignored', () => {
  const tag = { campaign: '', referer: '', keywords: '', detail: '' };
  expect(Object.values(readMarketingFields(tag, page, referrer))).toEqual(['', '', '', '']);
});

test.each([
  [referrer, 'https://search.example/results/'],
  ['https://search.example', 'https://search.example'],
  ['', ''],
])('the referring page %j is sent as %j, without search terms', (from, referer) => {
  expect(readMarketingFields({}, 'https://firm.example/', from).marketing_lead_referer).toBe(referer);
});
