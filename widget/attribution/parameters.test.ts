import { expect, test } from 'vitest';
import { originAndPath, readParameters } from './record.ts';

const names = ['utm_source', 'utm_campaign', 'gclid', 'ScCid'];

test.each([
  ['a parameter', '?gclid=a', { gclid: 'a' }],
  ['an encoded value', '?utm_campaign=spring%20sale+%C3%A9', { utm_campaign: 'spring sale é' }],
  [
    'malformed percent-encoding',
    '?utm_campaign=50%&gclid=%E0%A4%A',
    { utm_campaign: '50%', gclid: '\ufffd%A' },
  ],
  ['a repeated parameter, whose first value counts', '?gclid=a&gclid=b', { gclid: 'a' }],
  ['an empty parameter, which counts as missing', '?gclid=&utm_source=%20%0A', {}],
  ['an empty parameter before a repeated one', '?gclid=&gclid=b', { gclid: 'b' }],
  ['a parameter without a value', '?gclid&utm_source=a', { utm_source: 'a' }],
  [
    'names in upper and lower case',
    '?GCLID=a&UTM_Source=B&sccid=c',
    { gclid: 'a', utm_source: 'B', ScCid: 'c' },
  ],
  ['other parameters', '?email=ada@example.com&gclid=a', { gclid: 'a' }],
  ['an ampersand that was escaped for HTML', '?utm_source=a&amp;gclid=b', { utm_source: 'a', gclid: 'b' }],
  ['a second question mark', '?page=1?gclid=b', { gclid: 'b' }],
  ['a question mark in a value', '?utm_campaign=why?&gclid=b', { utm_campaign: 'why?', gclid: 'b' }],
  ['an equals sign in a value', '?gclid=a=b', { gclid: 'a=b' }],
  ['a fragment', '?gclid=a#?utm_source=b', { gclid: 'a' }],
  ['a fragment alone', '#gclid=a', {}],
  ['no query', '', {}],
  ['control characters', '?gclid=a%00b%0D%0Ac%7F', { gclid: 'a b c' }],
  ['1,000 characters', `?gclid=${'%F0%9F%98%80'.repeat(1001)}`, { gclid: '😀'.repeat(1000) }],
])('reads an address with %s', (_, query, values) => {
  expect(readParameters(`https://firm.example/a${query}`, names)).toEqual(values);
});

test.each(['about:blank', 'about:srcdoc', '', 'https://', 'nonsense', 'data:,?'])(
  'reads nothing from %j',
  address => {
    expect(readParameters(address, names)).toEqual({});
  },
);

test.each([
  ['https://search.example/results/?q=my+secret#top', 'https://search.example/results/'],
  ['https://search.example', 'https://search.example'],
  ['https://ada:secret@firm.example:8443/a', 'https://firm.example:8443/a'],
  ['https://firm.example/@ada//b@c', 'https://firm.example/@ada//b@c'],
  ['android-app://com.example.mail/', 'android-app://com.example.mail/'],
  ['about:blank', ''],
  ['about:srcdoc', ''],
  ['file:///home/ada/page.html', ''],
  ['javascript:alert(1)', ''],
  ['', ''],
])('shortens %j to %j', (address, page) => {
  expect(originAndPath(address)).toBe(page);
});
