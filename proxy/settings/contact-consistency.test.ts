import { expect, test } from 'vitest';
import { parseConfig } from './read-settings.ts';

function findErrors(top: object, caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', ...caseType } }, ...top };
  const parsed = parseConfig(JSON.stringify(config));
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path} ${message}`) : [];
}
const channel = '"ask": "channel"';
const list = '["telephone_mobile", "email"]';
const choice = `visitors choose between a call and an email with ${channel}`;
const oneLine = 'must not contain a line break or another control character';
const hidden = { surname: 'hidden', telephone_mobile: 'hidden', email: 'hidden' };
const unreachable =
  'must not hide all fields, because nobody could be reached: set "telephone_mobile" or "email" to "optional" or "required"';

test.each<[object, ...errors: string[]]>([
  [{ ask: 'phone' }, 'must be "channel"'],
  [{ ask: 'channel', email: 'required' }, `email must not be "required", because ${choice}`],
  [
    { ask: 'channel', telephone_mobile: 'hidden', email: 'required' },
    `telephone_mobile must not be "hidden", because ${choice}`,
    `email must not be "required", because ${choice}`,
  ],
  [{ ask: 'channel', one_of: ['surname', 'email'] }, `one_of must be ${list} or left out with ${channel}`],
  [
    { ask: 'channel', one_of: ['telephone_mobile', 'email'], email: 'hidden' },
    'email must not be "hidden", because it is in "one_of"',
  ],
  [{ position: 'middle' }, 'position must be one of "first", "last"'],
  [{ heading: ' ' }, 'heading must not be empty'],
  [{ heading: { cy: 'Chi' } }, 'heading must have a text in the main language, "en"'],
  [{ times: [] }, 'times must have at least 1 entry'],
  [{ times: Array.from({ length: 50 }, (_, n) => `${n}:00`) }, 'times must have at most 10 entries'],
  [{ times: ['Morning', ''] }, 'times[1] must not be empty'],
  [{ times: ['Morning', 'Mid\nday'] }, `times[1] ${oneLine}`],
  [{ times: ['Morning', { cy: 'Hwyr' }] }, 'times[1] must have a text in the main language, "en"'],
  [{ times: ['Morning', 'Evening', 'Morning '] }, 'times[2] "Morning" is already in the list'],
  [{ times: ['Bore', { en: 'Morning', cy: 'Bore' }] }, 'times[1] "Bore" is already in the list'],
  [
    { times: ['Morning'], telephone_mobile: 'hidden' },
    'telephone_mobile must not be "hidden", because it is needed for "times"',
  ],
  [hidden, unreachable],
])('the contact settings %j are refused, at the top and in a case type', (contact, ...errors) => {
  const at = (path: string) =>
    errors.map(error =>
      error.startsWith('must') ? `${path}${contact === hidden ? '' : '.ask'} ${error}` : `${path}.${error}`,
    );
  expect(findErrors({ contact })).toEqual(at('contact'));
  expect(findErrors({}, { contact })).toEqual(at('case_types.a.contact'));
});

test.each<[top: object, own: object, error?: string]>([
  [{ ask: 'channel' }, { surname: 'hidden' }],
  [{ ask: 'channel' }, { email: 'required' }, `email must not be "required", because ${choice} at the top`],
  [
    { email: 'required' },
    { ask: 'channel' },
    'ask needs "email": "optional" beside it, because "contact" at the top has "required"',
  ],
  [{ email: 'required' }, { ask: 'channel', email: 'optional' }],
  [
    { one_of: ['surname', 'email'] },
    { ask: 'channel' },
    `ask needs "one_of": ${list} beside it, because "contact" at the top has another list`,
  ],
  [
    { ask: 'channel' },
    { one_of: ['surname', 'email'] },
    `one_of must be ${list} or left out with ${channel}`,
  ],
  [
    { one_of: ['surname', 'email'] },
    { surname: 'hidden' },
    'surname must not be "hidden", because it is in "one_of" at the top',
  ],
  [
    { telephone_mobile: 'hidden' },
    { times: ['Morning'] },
    'times needs "telephone_mobile": "optional" beside it, because "contact" at the top has "hidden"',
  ],
  [
    { times: ['Morning'] },
    { telephone_mobile: 'hidden' },
    'telephone_mobile must not be "hidden", because it is needed for "times" at the top',
  ],
  [{ surname: 'hidden', telephone_mobile: 'hidden' }, { email: 'hidden' }, unreachable],
  [hidden, { email: 'required' }],
])('with the contact settings %j at the top, a case type has %j', (top, own, error) => {
  const prefix = error === unreachable ? 'case_types.a.contact ' : 'case_types.a.contact.';
  expect(findErrors({ contact: top }, { contact: own })).toEqual(error ? [prefix + error] : []);
});

test('what is wrong at the top is reported once, however many case types inherit it', () => {
  const case_types = { a: { label: 'A' }, b: { label: 'B', contact: { position: 'last' } } };
  expect(findErrors({ contact: { ask: 'channel', email: 'required' }, case_types })).toHaveLength(1);
  expect(findErrors({ contact: hidden, case_types })).toEqual([`contact ${unreachable}`]);
});

const phoneNumber =
  'must be one phone number, like "01632 960001": digits with spaces, -, ., / and brackets, and + at the start';
const emailAddress = 'must be an email address, like "enquiries@example.com"';
const url = 'must be an http or https URL';

test.each<[object, error?: string]>([
  [{ phone: '01632 960001' }],
  [{ phone: '+44 (1632) 960-001' }],
  [{ email: 'o’brien@example.com' }, `.email ${emailAddress}`],
  [{ email: "jo.o'brien+leads@mail.example.co.uk" }],
  [{ url: 'https://www.example.com/contact', text: { en: 'Rather talk?', cy: 'Well gennych siarad?' } }],
  [{ url: { en: 'https://www.example.com/contact', cy: 'https://www.example.com/cysylltu' } }],
  [{}, ' needs a way to reach you: "phone", "email" or "url"'],
  [{ text: 'Rather talk?' }, ' needs a way to reach you: "phone", "email" or "url"'],
  [{ phone: 'call us' }, `.phone ${phoneNumber}`],
  [{ phone: '(+49) 421 / 234 56-0' }],
  [{ phone: '+ ()' }, `.phone ${phoneNumber}`],
  [{ phone: '01632 960001 / 960002' }, `.phone ${phoneNumber}`],
  [{ phone: '01632 +960001' }, `.phone ${phoneNumber}`],
  [{ phone: '01632 960001\n' }, `.phone ${phoneNumber}`],
  [{ phone: '01632 960001 or 960002' }, `.phone ${phoneNumber}`],
  [{ email: 'ada' }, `.email ${emailAddress}`],
  [{ email: 'ada@example.com\nBcc: everyone@example.com' }, `.email ${emailAddress}`],
  [{ email: 'ada@example.com?bcc=everyone@example.com' }, `.email ${emailAddress}`],
  [{ url: 'javascript:alert(1)' }, `.url ${url}`],
  [{ url: 'https://www.example.com/\ncontact' }, `.url ${oneLine}`],
  [{ url: { en: 'https://www.example.com', cy: 'www.example.com' } }, `.url.cy ${url}`],
  [{ url: { cy: 'https://www.example.com' } }, '.url must have a text in the main language, "en"'],
  [
    { url: 5 },
    '.url must be an http or https URL, or an object with a URL for each language, like {"en": "…"}',
  ],
  [{ phone: '01632 960001', text: 'Rather\u0007 talk?' }, `.text ${oneLine}`],
  [{ phone: '01632 960001', text: { en: 'Rather\ntalk?' } }, `.text ${oneLine}`],
  [{ phone: '01632 960001', text: { cy: 'Siarad?' } }, '.text must have a text in the main language, "en"'],
  [
    { phone: '01632 960001', telephone: '01632 960001' },
    '.telephone is not a setting: check its spelling or remove it',
  ],
])('contact_us may be %j, unless there is an error', (contact_us, error) => {
  const errorsAt = (path: string) => (error ? [path + error] : []);
  expect(findErrors({ contact_us })).toEqual(errorsAt('contact_us'));
  expect(findErrors({}, { contact_us })).toEqual(errorsAt('case_types.a.contact_us'));
});

test('a case type may be called like a setting', () => {
  const each = { label: 'A', contact: { ask: 'channel' } };
  const case_types = { receipt: each, error: each, times: each, contact: each };
  expect(findErrors({ case_types })).toEqual([]);
});
