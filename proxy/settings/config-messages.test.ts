// One case per rule for a config, each with the beginning of its message. Longer than 200 lines because there are many
// rules.
import { expect, test } from 'vitest';
import { parseConfig } from './read-settings.ts';

const text = { id: 'q', type: 'text', label: 'Q' };
const hidden = { id: 'h', type: 'hidden', label: 'H', from: 'values' };
const age = { id: 'age', type: 'number', label: 'How old are you?' };
const radio = { ...text, type: 'radio', options: ['one', 'two'] };
const boxes = { ...text, type: 'checkboxes', options: ['one', 'two'] };
const office = { id: 'office', label: 'Office', value: 'Leeds' };

/** A config with a case type, which has these questions and settings. */
const config = (questions: unknown, own: object = {}) => ({
  origins: [],
  case_types: { a: { label: 'A', questions, ...own } },
});
const top = (settings: object) => ({ ...config([]), ...settings });
const own = (settings: object) => config([], settings);
const hours = (week: object, closed: string[] = []) => top({ hours: { time_zone: 'UTC', week, closed } });
const when = (shown_when: unknown, ...others: object[]) => config([age, ...others, { ...text, shown_when }]);
const steps = (...lists: string[][]) =>
  config([age, text, hidden], { steps: lists.map(questions => ({ title: 'T', questions })) });

function findErrors(raw: unknown): string[] {
  const parsed = parseConfig(JSON.stringify(raw));
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path} ${message}`) : [];
}

/** Fails unless the config has one error, whose path and message begin so. `q` stands for the path of the first question. */
function expectError(raw: unknown, beginning: string) {
  const full = beginning
    .replace(/^q\b/, 'case_types.a.questions[0]')
    .replace(/^when\b/, 'case_types.a.questions[1].shown_when')
    .replace(/^a\b/, 'case_types.a');
  const errors = findErrors(raw);
  expect(errors.map(error => error.slice(0, full.length))).toEqual([full]);
}

test.each<[beginning: string, unknown]>([
  ['the file must be an object', []],
  ['the file must not contain the key "__proto__"', JSON.parse('{ "case_types": { "__proto__": {} } }')],
  ['case_types is required', { origins: [] }],
  ['case_types must contain at least one', { origins: [], case_types: {} }],
  [
    'case_types.a b must start with a letter or digit',
    { origins: [], case_types: { 'a b': { label: 'A' } } },
  ],
  ['origins must be a list', top({ origins: 'https://www.example.com' })],
  ['origins[0] must be an exact http or https origin', top({ origins: ['https://www.example.com/'] })],
  ['origins[0] must be an exact http or https origin', top({ origins: ['ftp://www.example.com'] })],
  ['language must be a language tag', top({ language: 'x y' })],
  ['language must be a language tag', top({ language: 'en-12' })],
  ['attachments.maxfiles is not a setting: did you mean "max_files"?', top({ attachments: { maxfiles: 5 } })],
  ['attachments.scanner is not a setting: check its spelling', top({ attachments: { scanner: true } })],
  ['attachments.max_files must be at most 50', top({ attachments: { max_files: 51 } })],
  ['attachments.max_files must be a whole number', top({ attachments: { max_files: 1.5 } })],
  ['attachments.max_bytes must be a whole number of bytes', top({ attachments: { max_bytes: '10 GB' } })],
  ['attachments.max_bytes must be at least 1 byte and', top({ attachments: { max_bytes: '101MB' } })],
  ['attachments.add_later_days must be at most', top({ attachments: { add_later_days: 8 } })],
  ['a.attachments.add_later_days must be at most', own({ attachments: { add_later_days: 8 } })],
  ['delivery.send_reference must be true or false', top({ delivery: { send_reference: 'yes' } })],
  ['delivery.same_within_minutes must be at most 1,440', top({ delivery: { same_within_minutes: 1_441 } })],
  [
    'attribution.parameters must have at most 40 entries',
    top({ attribution: { parameters: Array(41).fill('p') } }),
  ],
  ['attribution.parameters[0] must start with a letter', top({ attribution: { parameters: ['_ga'] } })],
  ['attribution.parameters[1] "sccid" is already', top({ attribution: { parameters: ['ScCid', 'sccid'] } })],
  ['attribution.parameters[0] "utm_term" must not be', top({ attribution: { parameters: ['utm_term'] } })],
  ['attribution.parameters[0] "First_x" must not be', top({ attribution: { parameters: ['First_x'] } })],
  ['attribution.parameters[0] "Lang" must not be', top({ attribution: { parameters: ['Lang'] } })],
  ['spam.signals.link_in_nam is not a setting: did you', top({ spam: { signals: { link_in_nam: 3 } } })],
  ['spam.challenge_at must be greater than 0', top({ spam: { challenge_at: 0 } })],
  ['spam.quarantine_at must be greater than half', top({ spam: { quarantine_at: 1.5 } })],
  ['privacy.url_label needs "url"', top({ privacy: { text: 'Text', url_label: 'Read it' } })],
  ['privacy.text must be a text, or an object', top({ privacy: { text: 5 } })],
  ['privacy.text must have a text in the main language', top({ privacy: { text: {} } })],
  [
    'receipt.contact must have a text in the main language',
    top({ receipt: { contact: { cy: 'Ffoniwch' } } }),
  ],

  [
    'hours.time_zone must be the name of a time zone',
    top({ hours: { time_zone: 'x', week: { mon: ['09:00-17:30'] } } }),
  ],
  ['hours.week must have a range of times', hours({ mon: [] })],
  ['hours.week.mon[0] must be a range of times', hours({ mon: ['9:00-17:30'] })],
  ['hours.week.mon[0] must end later than it begins', hours({ mon: ['09:00-09:00'] })],
  ['hours.week.mon[0] must not end after midnight', hours({ mon: ['22:00-02:00'] })],
  ['hours.week.mon[0] must not end at "00:00"', hours({ mon: ['22:00-00:00'] })],
  ['hours.week.mon[1] must not begin before', hours({ mon: ['09:00-12:00', '11:59-13:00'] })],
  ['hours.week.monday is not a day', hours({ monday: ['09:00-17:30'] })],
  ['hours.closed[0] must be a date that exists', hours({ mon: ['09:00-17:30'] }, ['02-30'])],
  ['hours.closed[1] "12-25" is already in the list', hours({ mon: ['09:00-17:30'] }, ['12-25', '12-25'])],

  ['contact.surname must be one of "required", "optional", "hidden"', top({ contact: { surname: 'x' } })],
  ['contact.one_of must have at least 2 entries', top({ contact: { one_of: ['email'] } })],
  ['contact.one_of[1] "email" is already in the list', top({ contact: { one_of: ['email', 'email'] } })],
  ['contact.ask must be "channel"', top({ contact: { ask: 'phone' } })],
  ['contact.times must have at least 1 entry', top({ contact: { times: [] } })],
  ['contact.times[0] must not contain a line break', top({ contact: { times: ['Mid\nday'] } })],
  ['contact.times[0] must have a text in the main', top({ contact: { times: [{ cy: 'Hwyr' }] } })],
  ['contact.times[1] "One" is already', top({ contact: { times: ['One', { en: 'Two', cy: 'One' }] } })],
  [
    'contact must not have "email": "hidden" together with "one_of"',
    top({ contact: { one_of: ['surname', 'email'], email: 'hidden' } }),
  ],
  [
    'contact must not have "email": "required" together with "ask"',
    top({ contact: { ask: 'channel', email: 'required' } }),
  ],
  [
    'contact must have "one_of": ["telephone_mobile", "email"]',
    top({ contact: { ask: 'channel', one_of: ['surname', 'email'] } }),
  ],
  [
    'contact must not have "telephone_mobile": "hidden" together with "times"',
    top({ contact: { times: ['One'], telephone_mobile: 'hidden' } }),
  ],
  [
    'contact must not hide all fields',
    top({ contact: { surname: 'hidden', telephone_mobile: 'hidden', email: 'hidden' } }),
  ],
  [
    'a.contact must not hide all fields',
    { ...own({ contact: { email: 'hidden' } }), contact: { surname: 'hidden', telephone_mobile: 'hidden' } },
  ],
  [
    'a.contact must not have "email": "required" together with "ask"',
    { ...own({ contact: { ask: 'channel' } }), contact: { email: 'required' } },
  ],
  ['contact_us.phone must be one phone number', top({ contact_us: { phone: '01632 960001 / 960002' } })],
  ['contact_us.email must be an email address', top({ contact_us: { email: 'ada@example.com?bcc=x' } })],
  ['contact_us.url must be an http or https URL', top({ contact_us: { url: 'javascript:alert(1)' } })],
  [
    'contact_us.url must not contain a line break',
    top({ contact_us: { url: 'https://www.example.com/\nx' } }),
  ],
  [
    'contact_us.url must have a text in the main',
    top({ contact_us: { url: { cy: 'https://www.example.com' } } }),
  ],
  ['contact_us needs a way to reach you', top({ contact_us: { text: 'Rather talk?' } })],

  ['a.send_as must not be empty', own({ send_as: ' ' })],
  ['a.meta[0].id is reserved', own({ meta: [{ ...office, id: 'attribution_office' }] })],
  ['a.meta[1].id "office" is already sent for a constant', own({ meta: [office, office] })],
  ['a.questions must be a list', config('none')],
  ['q must be an object', config(['none'])],
  ['q.type must be one of "text", "textarea", ', config([{ ...text, type: 'phone' }])],
  ['q.id must start with a lower-case letter', config([{ ...text, id: 'Q 1' }])],
  ['q.id must have at most 100 characters', config([{ ...text, id: 'x'.repeat(101) }])],
  ['q.id is reserved: choose another id', config([{ ...text, id: 'best_time' }])],
  ['q.id is reserved: choose another id', config([{ ...text, id: 'attribution_gclid' }])],
  ['a.questions[1].id "q" is already used', config([text, text])],
  ['q.send_as is reserved', config([{ ...text, send_as: ' enquiry_form_version ' }])],
  ['q.send_as must not contain control characters', config([{ ...text, send_as: 'a\tb' }])],
  ['a.questions[1].send_as "q" is already sent', config([text, { ...age, send_as: ' q ' }])],
  [
    'a.meta[0].id "office" is already sent for the',
    config([{ ...text, send_as: 'office' }], { meta: [office] }),
  ],
  ['q.label must not be empty', config([{ ...text, label: ' ' }])],
  ['q.label.english must be a language tag', config([{ ...text, label: { english: 'Q' } }])],
  ['q.help must have a text in the main language, "en"', config([{ ...text, help: { cy: 'Cymorth' } }])],
  ['q.requierd is not a setting: did you mean "required"?', config([{ ...text, requierd: true }])],
  ['q.unit is not a setting of this type of question', config([{ ...text, unit: '£' }])],
  ['q.max_length must be at least 1', config([{ ...text, max_length: 0 }])],
  ['q.autocomplete must be a value that the HTML', config([{ ...text, autocomplete: 'company' }])],
  ['q.pattern is not a regular expression', config([{ ...text, pattern: '[', error: 'Like AB12' }])],
  ['q.error must say what the answer', config([{ ...text, pattern: '.', error: { required: 'Enter it' } }])],
  ['q.error.requird is neither a language tag', config([{ ...text, error: { requird: 'Enter it' } }])],
  ['q.error must be a text, an object', config([{ ...text, error: 5 }])],
  ['q.error must have a message', config([{ ...text, error: {} }])],
  ['q.error must not mix', config([{ ...text, error: { en: 'Enter it', required: 'Enter it' } }])],
  ['q.error must have a text for each', config([{ ...text, error: { en: { en: 'Enter it' } } }])],
  ['q.error must have a text in the main', config([{ ...text, error: { cy: 'Rhowch' } }])],
  ['q.error.required must have a text in', config([{ ...text, error: { required: { cy: 'Rhowch' } } }])],
  ['q.min must not be greater than max', config([{ ...age, min: 2, max: 1 }])],
  ['q.min must be "today" or a date', config([{ ...text, type: 'date', min: '2026-02-30' }])],
  ['q.entry must be "memorable"', config([{ ...text, type: 'date', entry: 'lines' }])],
  ['q.day_optional needs "entry"', config([{ ...text, type: 'date', day_optional: true }])],
  ['q.rows has no effect with', config([{ ...text, type: 'address', entry: 'lines', rows: 3 }])],
  ['q.url_label needs "url"', config([{ ...text, type: 'consent', url_label: 'Read it' }])],
  ['q.url must be an http or https URL', config([{ ...text, type: 'consent', url: 'javascript:alert(1)' }])],
  ['q.from must be "values", or "address:"', config([{ ...hidden, from: 'address:_ga' }])],
  ['q.from must name another query parameter', config([{ ...hidden, from: 'address:receipt' }])],
  ['q.default must have at most 4 characters', config([{ ...hidden, default: 'Leeds', max_length: 4 }])],
  ['q.default must match "pattern"', config([{ ...hidden, default: 'Leeds', pattern: '[a-z]+' }])],
  ['q.default must not contain a line break', config([{ ...hidden, default: 'a\tb' }])],

  ['q.options is required', config([{ ...text, type: 'radio' }])],
  ['q.options must have at least 1 entry', config([{ ...radio, options: [] }])],
  ['q.options[0] must be a text, or an object', config([{ ...radio, options: [5] }])],
  ['q.options[0].label is required', config([{ ...radio, options: [{ value: 'x' }] }])],
  ['q.options[1] "x" is already used by', config([{ ...radio, options: ['x', 'x'] }])],
  ['q.options[1] "x" is already sent for', config([{ ...radio, options: ['x', 'x '] }])],
  [
    'q.options[1] "x" is already sent for',
    config([{ ...radio, options: ['x', { value: 'y', label: 'Y', send_as: 'x' }] }]),
  ],
  [
    'q.options[0].exclusive is for checkboxes only',
    config([{ ...radio, options: [{ value: 'x', label: 'X', exclusive: true }] }]),
  ],
  [
    'q.options[0].ends.url_label needs "url"',
    config([{ ...radio, options: [{ value: 'x', label: 'X', ends: { text: 'Sorry', url_label: 'Help' } }] }]),
  ],
  ['q.options[0] "a, b" must not contain the separator ", "', config([{ ...boxes, options: ['a, b'] }])],
  [
    'q.options[0] "a;" must not contain the separator ";;"',
    config([{ ...boxes, options: ['a;'], separator: ';;' }]),
  ],
  ['q.separator must not contain control characters other', config([{ ...boxes, separator: '\r\n' }])],
  [
    'q.send "x" must not be sent for both',
    config([{ ...text, type: 'yes_no', send: { yes: 'x', no: 'x ' } }]),
  ],
  ['q.send "no" must not be sent for both', config([{ ...text, type: 'yes_no', send: { yes: 'no' } }])],
  ['q.send "yes" must not be sent for both', config([{ ...text, type: 'consent', send: { no: 'yes' } }])],

  ['when must be an object with "question" and one of', when({ question: 'age' })],
  ['when.less_then is not a setting: did you mean "less_than"?', when({ question: 'age', less_then: 18 })],
  ['when.less_than must be a number or a date', when({ question: 'age', less_than: '18' })],
  ['when.less_than must be a number, because', when({ question: 'age', less_than: '2026-02-01' })],
  ['when.answered must be true or false', when({ question: 'age', answered: 'yes' })],
  ['when.all must have at least 1 entry', when({ all: [] })],
  [
    'when.all[0].any[0].not.question "x" is not a question',
    when({ all: [{ any: [{ not: { question: 'x', is: 'y' } }] }] }),
  ],
  ['when.question "q" must come before this question', when({ question: 'q', is: 'y' })],
  [
    'when.not.any[0].is "old" is not a possible answer',
    when({ not: { any: [{ question: 'age', is: ['18', 'old'] }] } }),
  ],
  [
    'a.questions[2].shown_when.question "r" must be a number or a date',
    when({ question: 'r', more_than: 5 }, { ...text, id: 'r' }),
  ],
  [
    'a.questions[2].shown_when.more_than must be a date',
    when({ question: 'r', more_than: 5 }, { ...text, id: 'r', type: 'date' }),
  ],

  ['a.steps must contain the question "age"', steps(['q'])],
  ['a.steps[0].questions[2] "x" is not a question', steps(['age', 'q', 'x'])],
  ['a.steps[1].questions[0] "q" is already in a step', steps(['age', 'q'], ['q'])],
  ['a.steps[1].questions[0] "age" must be in the order', steps(['q'], ['age'])],
  ['a.steps[0].questions[2] "h" must not be in a step', steps(['age', 'q', 'h'])],
  ['a.steps[0].questions[2] "best_time" must not be in a step', steps(['age', 'q', 'best_time'])],
])('%s', (beginning, raw) => expectError(raw, beginning));

test.each<[string, unknown]>([
  [
    'any text as an id that is sent',
    config([{ ...text, send_as: 'Accident Date?' }], { send_as: 'Injury – “new”' }),
  ],
  [
    'a separator in an option that is sent without it',
    config([{ ...boxes, options: [{ value: 'a, b', label: 'A', send_as: 'a' }] }]),
  ],
  ['a value that begins as the separator ends', config([{ ...boxes, options: [';a'], separator: ';;' }])],
  ['boxes on lines of their own', config([{ ...boxes, options: ['a, b', 'c'], separator: '\n' }])],
  [
    'ids that are swapped',
    config([
      { ...text, send_as: 'age' },
      { ...age, send_as: 'q' },
    ]),
  ],
  ['yes and no that are swapped', config([{ ...text, type: 'yes_no', send: { yes: 'no', no: 'yes' } }])],
  ['a consent that is sent as no', config([{ ...text, type: 'consent', send: { yes: 'no' } }])],
  ['two questions with the same values', config([radio, { ...radio, id: 'r' }])],
  ['a choice between a call and an email', top({ contact: { ask: 'channel', surname: 'hidden' } })],
  [
    'a case type that replaces a contradiction',
    { ...own({ contact: { ask: 'channel', email: 'optional' } }), contact: { email: 'required' } },
  ],
  [
    'fields that each case type asks for',
    {
      ...own({ contact: { email: 'required' } }),
      contact: { surname: 'hidden', telephone_mobile: 'hidden', email: 'hidden' },
    },
  ],
  ['a phone number with brackets and a dash', top({ contact_us: { phone: '(+49) 421 / 234 56-0' } })],
  [
    'a page to reach the firm for each language',
    top({ contact_us: { url: { en: 'https://www.example.com', cy: 'https://www.example.com/cy' } } }),
  ],
  [
    'case types that are called like settings',
    { origins: [], case_types: { receipt: { label: 'A' }, error: { label: 'A' }, text: { label: 'A' } } },
  ],
  ['few days for adding files, which shorten the default', top({ delivery: { keep_days: 2 } })],
])('a config may have %s', (_, raw) => {
  expect(findErrors(raw)).toEqual([]);
});

test('a contradiction at the top is reported once, however many case types inherit it', () => {
  const case_types = { a: { label: 'A' }, b: { label: 'B', contact: { position: 'last' } } };
  const fields = { surname: 'hidden', telephone_mobile: 'hidden', email: 'hidden' };
  expect(findErrors(top({ contact: { ask: 'channel', email: 'required' }, case_types }))).toHaveLength(1);
  expect(findErrors(top({ contact: fields, case_types }))).toHaveLength(1);
});
