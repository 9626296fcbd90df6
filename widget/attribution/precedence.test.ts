import { expect, test } from 'vitest';
import { type AttributionEvidence, attribute } from './precedence.ts';

const noVisit = {
  landing_page: '',
  referrer: '',
  values: {},
  first: { landing_page: '', referrer: '', parameters: {} },
};
const earlier = {
  landing_page: 'https://firm.example/landing',
  referrer: 'https://search.example/',
  values: {
    utm_source: 'earlier',
    utm_campaign: 'earlier',
    utm_term: 'earlier',
    utm_content: 'earlier',
    gclid: 'earlier',
  },
  first: { landing_page: 'https://firm.example/', referrer: '', parameters: { gclid: 'first' } },
};
const address =
  'https://firm.example/form?utm_source=address&utm_campaign=address&utm_term=address&utm_content=address&gclid=address';
const tag = { referer: 'tag', campaign: 'tag', keywords: 'tag', detail: 'tag' };

function attributed(evidence: Partial<AttributionEvidence>) {
  return attribute({
    tag: {},
    addresses: ['https://firm.example/form'],
    visit: noVisit,
    settings: undefined,
    ...evidence,
  });
}

/** Each combination of sources with a value, and the source that is used for each target. */
const precedence = [
  { given: { tag, addresses: [address], visit: earlier }, used: 'tag', referer: 'tag', gclid: 'address' },
  { given: { tag, addresses: [address] }, used: 'tag', referer: 'tag', gclid: 'address' },
  { given: { tag, visit: earlier }, used: 'tag', referer: 'tag', gclid: 'earlier page' },
  { given: { tag }, used: 'tag', referer: 'tag', gclid: undefined },
  { given: { addresses: [address], visit: earlier }, used: 'address', referer: 'address', gclid: 'address' },
  { given: { addresses: [address] }, used: 'address', referer: 'address', gclid: 'address' },
  { given: { visit: earlier }, used: 'earlier page', referer: 'earlier page', gclid: 'earlier page' },
  {
    given: { visit: { ...earlier, values: {} } },
    used: undefined,
    referer: 'referrer',
    gclid: undefined,
  },
  { given: {}, used: undefined, referer: undefined, gclid: undefined },
];

test.each(precedence)(
  'given $given, the source is $used, and that of the referer $referer',
  ({ given, used, referer, gclid }) => {
    const { attribution, ...marketing } = attributed(given);
    // An address and an earlier page have all parameters or none.
    const overridden = used === 'tag' ? gclid : undefined;
    const sources = {
      marketing_lead_referer: referer,
      marketing_campaign: used,
      marketing_keywords: used,
      marketing_detail: used,
      utm_source: overridden,
      utm_campaign: overridden,
      utm_term: overridden,
      utm_content: overridden,
      gclid,
    };
    expect(attribution?.sources ?? {}).toEqual(JSON.parse(JSON.stringify(sources)));
    const text = (source = '') =>
      source.replace('earlier page', 'earlier').replace('referrer', 'https://search.example/');
    expect(marketing).toEqual({
      marketing_lead_referer: text(referer),
      marketing_campaign: text(used),
      marketing_keywords: text(used),
      marketing_detail: text(used),
    });
    const { gclid: clickId, utm_term } = attribution?.parameters ?? {};
    expect([clickId, utm_term ?? '']).toEqual([gclid && text(gclid), text(overridden)]);
  },
);

test('an empty value on the tag is used, and an empty parameter is not', () => {
  const empty = { campaign: '', referer: '', keywords: '', detail: '' };
  expect(attributed({ tag: empty, addresses: [address], visit: earlier })).toMatchObject({
    marketing_lead_referer: '',
    marketing_campaign: '',
    marketing_keywords: '',
    marketing_detail: '',
    attribution: {
      parameters: { utm_campaign: 'address', utm_source: 'address' },
      sources: { marketing_campaign: 'tag', marketing_lead_referer: 'tag' },
    },
  });
  const addresses = ['https://firm.example/?utm_source=&utm_campaign='];
  expect(attributed({ addresses, visit: earlier })).toMatchObject({
    marketing_lead_referer: 'earlier',
    marketing_campaign: 'earlier',
  });
});

test('a parameter with the value of the tag is not sent a second time', () => {
  const addresses = ['https://firm.example/?utm_campaign=+spring%00sale&utm_source=news'];
  const given = { campaign: 'spring\nsale', referer: 'radio' };
  expect(attributed({ addresses, tag: given }).attribution?.parameters).toEqual({ utm_source: 'news' });
});

test("each value comes from the page's latest address that has it", () => {
  const addresses = [
    'https://firm.example/?gclid=now',
    'https://firm.example/?gclid=before&utm_id=before',
    'https://firm.example/',
  ];
  expect(attributed({ addresses }).attribution?.parameters).toEqual({ gclid: 'now', utm_id: 'before' });
});

test.each([
  ['a long value', { campaign: '😀'.repeat(1001) }, '😀'.repeat(1000)],
  ['control characters', { campaign: '\u0000spring\r\n\ud800sale\u0085' }, 'spring sale'],
  ['a property that is not a text', { campaign: 5 as unknown as string }, '5'],
])('%s on the tag is made safe to send', (_, given, campaign) => {
  expect(attributed({ tag: given }).marketing_campaign).toBe(campaign);
});

test('the parameters are those of the settings, and the first visit is sent if they say so', () => {
  const addresses = ['https://firm.example/?gclid=a&partner=b'];
  expect(attributed({ addresses, visit: earlier }).attribution).not.toHaveProperty('first');
  expect(
    attributed({ addresses, visit: earlier, settings: { parameters: ['partner'], first_touch: true } })
      .attribution,
  ).toMatchObject({
    landing_page: 'https://firm.example/landing',
    parameters: { partner: 'b' },
    first: { landing_page: 'https://firm.example/', parameters: { gclid: 'first' } },
  });
});

test.each(['constructor', 'toString', 'hasOwnProperty'])('a parameter may be called %s', name => {
  const settings = { parameters: [name] };
  expect(attributed({ settings, visit: earlier }).attribution).not.toHaveProperty('parameters');
  const addresses = [`https://firm.example/?${name}=a`];
  expect(attributed({ settings, addresses }).attribution?.parameters).toEqual({ [name]: 'a' });
});

test('empty values are not sent, and without a visit only the values of the tag are sent', () => {
  const nothing = {
    marketing_lead_referer: '',
    marketing_campaign: '',
    marketing_keywords: '',
    marketing_detail: '',
  };
  expect(attributed({})).toEqual(nothing);
  expect(attributed({ tag: { campaign: 'tag' }, addresses: [], visit: undefined })).toEqual({
    ...nothing,
    marketing_campaign: 'tag',
    attribution: { sources: { marketing_campaign: 'tag' } },
  });
});
