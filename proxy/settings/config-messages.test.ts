// Every configuration error is described in the words of the config: no message may come from the schema library.
// Longer than 200 lines because it has a case for every message.
import { expect, test } from 'vitest';
import { parseConfig } from './read-settings.ts';

const text = { id: 'q', type: 'text', label: 'Q' };
const hidden = { id: 'h', type: 'hidden', label: 'H', from: 'values' };
const age = { id: 'age', type: 'number', label: 'How old are you?' };
const config = (questions: unknown, rest: object = {}) => ({
  origins: [],
  case_types: { a: { label: 'A', questions } },
  ...rest,
});
const condition = (shown_when: unknown) => config([age, { ...text, shown_when }]);
const at = 'case_types.a.questions[0]';
const when = 'case_types.a.questions[1].shown_when';

function findErrors(raw: unknown): string[] {
  const parsed = parseConfig(JSON.stringify(raw));
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path} ${message}`) : [];
}

test.each<[unknown, string | RegExp]>([
  [[], 'the file must be an object'],
  [{ origins: [] }, 'case_types is required'],
  [config([], { origins: 'https://www.example.com' }), 'origins must be a list'],
  [
    config([], { spam: { signals: { link_in_nam: 3 } } }),
    'spam.signals.link_in_nam is not a setting: did you mean "link_in_name"?',
  ],
  [
    config([], { spam: { challenge_at: 0 } }),
    /^spam\.challenge_at must be greater than 0: set "proof" to "always"/,
  ],
  [
    config([], { spam: { quarantine_at: 1.5 } }),
    /^spam\.quarantine_at must be greater than half of "challenge_at"/,
  ],
  [
    config([], { spam: { challenge_at: 12 } }),
    /^spam\.quarantine_at must be greater than half of "challenge_at"/,
  ],
  [config([], { language: 'x y' }), 'language must be a language tag, like "en" or "cy"'],
  [config([], { language: 'en-12' }), 'language must be a language tag, like "en" or "cy"'],
  [
    config([], { contact: { surname: 'requird' } }),
    'contact.surname must be one of "required", "optional", "hidden"',
  ],
  [
    config([], { contact: { one_of: ['email', 'phone'] } }),
    'contact.one_of[1] must be one of "surname", "telephone_mobile", "email"',
  ],
  [config([], { contact: { one_of: ['email'] } }), 'contact.one_of must have at least 2 entries'],
  [
    config([], { contact: { one_of: ['email', 'email'] } }),
    'contact.one_of[1] "email" is already in the list',
  ],
  [
    config([], { contact: { one_of: ['email', 'telephone_mobile'], email: 'required' } }),
    'contact.email must not be "required", because it is in "one_of"',
  ],
  [
    config([], { contact: { one_of: ['email', 'telephone_mobile'], email: 'hidden' } }),
    'contact.email must not be "hidden", because it is in "one_of"',
  ],
  [
    { ...config([]), attachments: { add_later_days: 8 } },
    'attachments.add_later_days must be at most "keep_days" in "delivery", 7',
  ],
  [
    {
      ...config([]),
      case_types: { a: { label: 'A', questions: [], attachments: { add_later_days: 3 } } },
      delivery: { keep_days: 2 },
    },
    'case_types.a.attachments.add_later_days must be at most "keep_days" in "delivery", 2',
  ],
  [{ ...config([]), hours: true }, 'hours must be an object'],
  ...(
    [
      [{}, 'hours.week must have a range of times on at least one day, like "mon": ["09:00-17:30"]'],
      [
        { mon: [], sun: [] },
        'hours.week must have a range of times on at least one day, like "mon": ["09:00-17:30"]',
      ],
      [{ mon: '09:00-17:30' }, 'hours.week.mon must be a list'],
      [{ mon: [9] }, 'hours.week.mon[0] must be a text'],
      ...['9:00-17:30', '09:00', '24:00-24:00', '09:00-24:30', '09:60-17:00', '09:00–17:30'].map(
        (range): [object, string] => [
          { mon: ['08:00-08:30', range] },
          'hours.week.mon[1] must be a range of times, like "09:00-17:30"',
        ],
      ),
      [{ fri: ['09:00-09:00'] }, 'hours.week.fri[0] must end later than it begins'],
      [
        { fri: ['22:00-02:00'] },
        'hours.week.fri[0] must not end after midnight: write "22:00-24:00", and "00:00-02:00" on the day after',
      ],
      [{ fri: ['22:00-00:00'] }, 'hours.week.fri[0] must not end at "00:00": write "22:00-24:00"'],
      [
        { fri: ['09:00-12:00', '11:59-13:00'] },
        'hours.week.fri[1] must not begin before the previous range ends: put the ranges in order, without overlaps',
      ],
      [
        { monday: ['09:00-17:30'] },
        'hours.week.monday is not a day: write "mon", "tue", "wed", "thu", "fri", "sat" or "sun"',
      ],
    ] as [object, string][]
  ).map(([week, error]): [unknown, string] => [
    config([], { hours: { time_zone: 'Europe/London', week } }),
    error,
  ]),
  [
    config([], { hours: { time_zone: 'Europe/Cardiff', week: { mon: ['09:00-17:30'] } } }),
    'hours.time_zone must be the name of a time zone, like "Europe/London"',
  ],
  ...[
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '13-01',
    '25-12',
    '02-30',
    '00-10',
    '2-5',
    '12-5',
    '--12-25',
    '12/25',
    '12-25 ',
    '',
  ].map((day): [unknown, string] => [
    config([], {
      hours: { time_zone: 'UTC', week: { mon: ['09:00-17:30'] }, closed: ['2026-02-28', '02-29', day] },
    }),
    'hours.closed[2] must be a date that exists, like "2026-12-25", or like "12-25" for 25 December of each year',
  ]),
  ...['2026-12-25', '12-25'].map((day): [unknown, string] => [
    config([], {
      hours: { time_zone: 'UTC', week: { mon: ['09:00-17:30'] }, closed: [day, '01-01', day] },
    }),
    `hours.closed[2] "${day}" is already in the list`,
  ]),
  [
    config([], { attachments: { maxfiles: 5 } }),
    'attachments.maxfiles is not a setting: did you mean "max_files"?',
  ],
  [
    config([], { attachments: { virus_scanner: true } }),
    'attachments.virus_scanner is not a setting: check its spelling or remove it',
  ],
  [config([], { attachments: { max_files: 51 } }), 'attachments.max_files must be at most 50'],
  [config([], { attachments: { max_files: 1.5 } }), 'attachments.max_files must be a whole number'],
  [
    config([], { attachments: { max_bytes: '10 GB' } }),
    'attachments.max_bytes must be a whole number of bytes, or a size, like "10MB"',
  ],
  [
    config([], { attachments: { max_bytes: null } }),
    'attachments.max_bytes must be a whole number of bytes, or a size, like "10MB"',
  ],
  [
    config([], { attachments: { max_bytes: '101MB' } }),
    'attachments.max_bytes must be at least 1 byte and at most 100MB',
  ],
  [config([], { delivery: { send_reference: 'yes' } }), 'delivery.send_reference must be true or false'],
  [config([], { delivery: { same_within_minutes: -1 } }), 'delivery.same_within_minutes must be at least 0'],
  [
    config([], { delivery: { same_within_minutes: 1_441 } }),
    'delivery.same_within_minutes must be at most 1,440',
  ],
  [config([], { attribution: true }), 'attribution must be an object'],
  [config([], { attribution: { site: 'yes' } }), 'attribution.site must be true or false'],
  [
    config([], { attribution: { landing_pages: true } }),
    'attribution.landing_pages is not a setting: did you mean "landing_page"?',
  ],
  [config([], { attribution: { parameters: 'gclid' } }), 'attribution.parameters must be a list'],
  [config([], { attribution: { parameters: [7] } }), 'attribution.parameters[0] must be a text'],
  [
    config([], { attribution: { parameters: Array.from({ length: 41 }, (_, n) => `p${n}`) } }),
    'attribution.parameters must have at most 40 entries',
  ],
  ...['', '__proto__', '_ga', 'a b', 'utm[id]', 'naïve', 'x'.repeat(61)].map((name): [unknown, string] => [
    config([], { attribution: { parameters: [name] } }),
    'attribution.parameters[0] must start with a letter or digit, followed by up to 59 letters, digits, -, _ and .',
  ]),
  [
    config([], { attribution: { parameters: ['gclid', 'ScCid', 'sccid'] } }),
    'attribution.parameters[2] "sccid" is already in the list',
  ],
  [
    config([], { attribution: { parameters: ['utm_campaign'] } }),
    'attribution.parameters[0] "utm_campaign" must not be in the list, because marketing_campaign is always read from it',
  ],
  ...['site', 'language', 'landing_page', 'sources', 'first_gclid', 'First_referrer'].map(
    (name): [unknown, string] => [
      config([], { attribution: { parameters: [name] } }),
      `attribution.parameters[0] "${name}" must not be in the list, because the id "attribution_${name.toLowerCase()}" has another meaning`,
    ],
  ),
  ...['frame', 'Lang', 'prefix', 'receipt'].map((name): [unknown, string] => [
    config([], { attribution: { parameters: [name] } }),
    `attribution.parameters[0] "${name}" must not be in the list, because the form’s own pages use it in their addresses`,
  ]),
  [config([], { privacy: { text: 'Text', url_label: 'Read it' } }), 'privacy.url_label needs "url"'],
  [
    config([], { privacy: { text: 5 } }),
    'privacy.text must be a text, or an object with a text for each language, like {"en": "…"}',
  ],
  [config([], { privacy: { text: {} } }), 'privacy.text must have a text in the main language'],
  [
    config([], { receipt: { contact: { cy: 'Ffoniwch ni' } } }),
    'receipt.contact must have a text in the main language, "en"',
  ],
  [
    config([], { case_types: { 'a b': { label: 'A' } } }),
    /^case_types\.a b must start with a letter or digit/,
  ],
  [config('none'), 'case_types.a.questions must be a list'],
  [config(['none']), `${at} must be an object`],
  [
    config([{ ...text, type: 'phone' }]),
    /^case_types\.a\.questions\[0\]\.type must be one of "text", "textarea", "email", "tel", /,
  ],
  [config([{ id: 'q', label: 'Q' }]), /^case_types\.a\.questions\[0\]\.type must be one of "text"/],
  [
    config([{ ...text, label: { english: 'Q' } }]),
    `${at}.label.english must be a language tag, like "en" or "cy"`,
  ],
  [config([{ ...text, label: { en: 5 } }]), `${at}.label.en must be a text`],
  [config([{ ...text, requierd: true }]), `${at}.requierd is not a setting: did you mean "required"?`],
  [config([{ ...text, unit: '£' }]), `${at}.unit is not a setting of this type of question: remove it`],
  [
    config([{ ...hidden, required: true }]),
    `${at}.required is not a setting of this type of question: remove it`,
  ],
  [config([{ ...text, from: 'values' }]), `${at}.from is not a setting of this type of question: remove it`],
  [config([{ ...hidden, from: undefined }]), `${at}.from is required`],
  ...['', 'value', 'address', 'address:', 'address:_ga', 'address:a b', `address:${'x'.repeat(61)}`].map(
    (from): [unknown, string] => [
      config([{ ...hidden, from }]),
      `${at}.from must be "values", or "address:" and the name of a query parameter, like "address:product"`,
    ],
  ),
  ...['frame', 'Lang', 'prefix', 'receipt'].map((name): [unknown, string] => [
    config([{ ...hidden, from: `address:${name}` }]),
    `${at}.from must name another query parameter, because the form’s own pages use this one in their addresses`,
  ]),
  [config([{ ...hidden, default: ' ' }]), `${at}.default must not be empty`],
  [
    config([{ ...hidden, default: 'Leeds', max_length: 4 }]),
    `${at}.default must have at most 4 characters: see "max_length"`,
  ],
  [config([{ ...hidden, default: 'Leeds', pattern: '[a-z]+' }]), `${at}.default must match "pattern"`],
  [
    config([{ ...hidden, default: 'a\tb' }]),
    `${at}.default must not contain a line break or another control character`,
  ],
  [
    {
      origins: [],
      case_types: {
        a: { label: 'A', questions: [text, hidden], steps: [{ title: 'T', questions: ['q', 'h'] }] },
      },
    },
    'case_types.a.steps[0].questions[1] "h" must not be in a step, because visitors don’t see it: remove it',
  ],
  [config([{ ...text, max_length: 0 }]), `${at}.max_length must be at least 1`],
  [config([{ ...text, max_length: 100_001 }]), `${at}.max_length must be at most 100,000`],
  [config([{ ...text, id: 'x'.repeat(101) }]), `${at}.id must have at most 100 characters`],
  [
    config([{ ...text, autocomplete: 'company' }]),
    /^case_types\.a\.questions\[0\]\.autocomplete must be a value that the HTML standard defines/,
  ],
  [
    config([{ ...text, pattern: '[', error: 'Like AB12' }]),
    `${at}.pattern is not a regular expression that JavaScript accepts with the flag v`,
  ],
  [
    config([{ ...text, pattern: '[A-Z]+' }]),
    /^case_types\.a\.questions\[0\]\.error must say what the answer has to look like/,
  ],
  [
    config([{ ...text, pattern: '[A-Z]+', error: { required: 'Enter it' } }]),
    /^case_types\.a\.questions\[0\]\.error must say what/,
  ],
  [
    config([{ ...text, error: { requird: 'Enter it' } }]),
    /^case_types\.a\.questions\[0\]\.error\.requird is neither a language tag, like "en", nor a rule: "required", /,
  ],
  [
    config([{ ...text, error: 5 }]),
    /^case_types\.a\.questions\[0\]\.error must be a text, an object with a text for each language, or/,
  ],
  [config([{ ...text, error: {} }]), `${at}.error must have a message`],
  [
    config([{ ...text, error: { en: 'Enter it', required: 'Enter it' } }]),
    /^case_types\.a\.questions\[0\]\.error must not mix languages and rules/,
  ],
  [
    config([{ ...text, error: { en: { en: 'Enter it' } } }]),
    `${at}.error must have a text for each language`,
  ],
  [
    config([{ ...text, error: { cy: 'Rhowch ef' } }]),
    `${at}.error must have a text in the main language, "en"`,
  ],
  [
    config([{ ...text, error: { required: { cy: 'Rhowch ef' } } }]),
    `${at}.error.required must have a text in the main language, "en"`,
  ],
  [config([{ ...text, type: 'date', entry: 'lines' }]), `${at}.entry must be "memorable"`],
  [config([{ ...text, type: 'date', day_optional: true }]), `${at}.day_optional needs "entry": "memorable"`],
  [
    config([{ ...text, type: 'address', entry: 'lines', rows: 3 }]),
    `${at}.rows has no effect with "entry": "lines"`,
  ],
  [config([{ ...text, type: 'consent', url_label: 'Read it' }]), `${at}.url_label needs "url"`],
  [config([{ ...text, type: 'radio', options: [] }]), `${at}.options must have at least 1 entry`],
  [
    config([{ ...text, type: 'radio', options: [5] }]),
    `${at}.options[0] must be a text, or an object with "value" and "label"`,
  ],
  [config([{ ...text, type: 'radio', options: [{ value: 'x' }] }]), `${at}.options[0].label is required`],
  [
    config([{ ...text, type: 'radio', options: ['x', 'x'] }]),
    `${at}.options[1] "x" is already used by an earlier option`,
  ],
  [
    config([{ ...text, type: 'radio', options: [{ value: 'x', label: 'X', exclusiv: true }] }]),
    `${at}.options[0].exclusiv is not a setting: did you mean "exclusive"?`,
  ],
  [
    config([{ ...text, type: 'radio', options: [{ value: 'x', label: 'X', exclusive: true }] }]),
    `${at}.options[0].exclusive is for checkboxes only`,
  ],
  [
    config([{ ...text, type: 'radio', options: [{ value: 'x', label: 'X', ends: 'Sorry' }] }]),
    `${at}.options[0].ends must be an object`,
  ],
  [
    config([
      {
        ...text,
        type: 'radio',
        options: [{ value: 'x', label: 'X', ends: { text: 'Sorry', url_label: 'Help' } }],
      },
    ]),
    `${at}.options[0].ends.url_label needs "url"`,
  ],
  [
    config([{ ...text, type: 'radio', options: ['x'], autocomplete: 'sex' }]),
    `${at}.autocomplete is not a setting of this type of question: remove it`,
  ],
  [
    condition('age'),
    /^case_types\.a\.questions\[1\]\.shown_when must be an object with "question" and one of "is", /,
  ],
  [
    condition({ question: 'age' }),
    /^case_types\.a\.questions\[1\]\.shown_when must be an object with "question" and one of "is", /,
  ],
  [
    condition({ question: 'age', less_then: 18 }),
    `${when}.less_then is not a setting: did you mean "less_than"?`,
  ],
  [
    condition({ question: 'age', less_than: '18' }),
    `${when}.less_than must be a number or a date, like "2026-02-01"`,
  ],
  [
    condition({ question: 'age', less_than: '2026-02-01' }),
    `${when}.less_than must be a number, because "age" is a number`,
  ],
  [condition({ question: 'age', is: [] }), `${when}.is must have at least 1 entry`],
  [condition({ question: 'age', answered: 'yes' }), `${when}.answered must be true or false`],
  [condition({ all: [] }), `${when}.all must have at least 1 entry`],
  [
    condition({ all: [{ any: [{ not: { question: 'x', is: 'y' } }] }] }),
    `${when}.all[0].any[0].not.question "x" is not a question`,
  ],
  [
    condition({ all: [{ any: [{ not: { question: 'q', is: 'y' } }] }] }),
    `${when}.all[0].any[0].not.question "q" must come before this question`,
  ],
  [
    condition({ not: { any: [{ question: 'age', is: ['18', 'old'] }] } }),
    `${when}.not.any[0].is "old" is not a possible answer to "age"`,
  ],
  [
    condition({ not: { any: [{ question: 'age', les_than: 18 }] } }),
    `${when}.not.any[0].les_than is not a setting: did you mean "less_than"?`,
  ],
  [
    config([text, { ...text, id: 'r', shown_when: { question: 'q', more_than: 5 } }]),
    `${when}.question "q" must be a number or a date`,
  ],
  [
    config([
      { ...text, type: 'date' },
      { ...text, id: 'r', shown_when: { question: 'q', more_than: 5 } },
    ]),
    `${when}.more_than must be a date, like "2026-02-01", because "q" is a date`,
  ],
])('%j', (raw, error) => {
  const errors = findErrors(raw);
  if (typeof error === 'string') expect(errors).toContain(error);
  else expect(errors).toContainEqual(expect.stringMatching(error));
  expect(errors).toHaveLength(1);
});

/** Phrases of the schema library. */
const libraryPhrases = new RegExp(
  'invalid|expected|received|unrecognized|discriminator|is malformed|something else|possible key|too (small|big)|' +
    'undefined|\\[object|\\{"known',
  'i',
);

test('whichever value of a config is malformed, the message names its path and no phrase of the schema library', () => {
  const rich = {
    origins: ['https://www.example.com'],
    language: 'en',
    contact: {
      surname: 'hidden',
      one_of: ['telephone_mobile', 'email'],
      ask: 'channel',
      times: ['Now', { en: 'Later' }],
      position: 'last',
      heading: { en: 'You' },
    },
    attachments: {
      max_files: 1,
      max_bytes: '10MB',
      strip_metadata: 'all',
      pdf_javascript: 'pass',
      add_later_days: 1,
      look: 'row',
    },
    contact_us: {
      phone: '01632 960001',
      email: 'enquiries@example.com',
      url: { en: 'https://www.example.com' },
      text: 'Rather talk?',
    },
    privacy: { text: { en: 'Text' }, url: 'https://www.example.com/privacy', url_label: 'Read it' },
    receipt: { show_number: true, contact: { en: 'Call us' } },
    hours: { time_zone: 'UTC', week: { mon: ['09:00-17:30'], tue: ['10:00-12:00'] }, closed: ['2026-12-25'] },
    delivery: { on_unknown: 'hold', send_reference: false, keep_days: 1, same_within_minutes: 0 },
    attribution: {
      site: false,
      language: false,
      landing_page: false,
      first_touch: true,
      parameters: ['gclid', 'constructor'],
    },
    case_types: {
      rich: {
        label: 'Rich',
        draft: false,
        contact: { surname: 'optional' },
        contact_us: { url: 'https://www.example.com/contact' },
        steps: [{ title: 'All', questions: ['age', 'q', 'when', 'home', 'hurt'] }],
        questions: [
          age,
          {
            ...text,
            heading: 'You',
            error: { required: { en: 'Enter it' }, wrong_format: 'Like AB12' },
            pattern: '.*',
            counter: true,
            autocomplete: 'organization',
          },
          {
            id: 'when',
            type: 'date',
            label: 'When?',
            entry: 'memorable',
            day_optional: true,
            min: '2020-01-01',
            max: 'today',
          },
          { id: 'home', type: 'address', label: 'Where?', rows: 4, max_length: 100 },
          {
            id: 'hurt',
            type: 'checkboxes',
            label: 'Hurt?',
            options: [
              'Neck',
              {
                value: 'no',
                label: 'No',
                exclusive: true,
                ends: { text: 'Sorry', url: 'https://www.example.com', url_label: 'Help' },
              },
            ],
            shown_when: {
              all: [{ question: 'age', less_than: 18 }, { not: { question: 'q', answered: true } }],
            },
          },
        ],
      },
    },
  };
  expect(findErrors(rich)).toEqual([]);
  let count = 0;
  for (const [path, key, parent] of everyMember(rich)) {
    const was = parent[key];
    for (const wrong of [null, 5.5, '', 'x,y', true, [], {}, [null], { x: 5 }, undefined]) {
      parent[key] = wrong;
      const errors = findErrors(rich);
      count += 1;
      for (const error of errors) {
        expect(error).not.toMatch(libraryPhrases);
        expect(error, `${path} = ${JSON.stringify(wrong)}`).toMatch(
          /^(the file|[a-z$][\w$.[\]-]*) (\S+ ){1,}/,
        );
      }
    }
    parent[key] = was;
    const wrongKey = `${key}x`;
    if (Array.isArray(parent)) continue;
    parent[wrongKey] = was;
    for (const error of findErrors(rich)) expect(error).not.toMatch(libraryPhrases);
    delete parent[wrongKey];
  }
  expect(count).toBeGreaterThan(500);
});

/** Every value in a tree, deepest last, with the object or array that it is in. */
function* everyMember(
  tree: object,
  path = '',
): Generator<[path: string, key: string, parent: Record<string, unknown>]> {
  for (const key of Object.keys(tree)) {
    const parent = tree as Record<string, unknown>; // An array, too, is indexed by text.
    yield [`${path}.${key}`, key, parent];
    const value = parent[key];
    if (value !== null && typeof value === 'object') yield* everyMember(value, `${path}.${key}`);
  }
}
