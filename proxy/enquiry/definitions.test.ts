import { describe, expect, test } from 'vitest';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { defaultParameters } from '../contract/attribution.ts';
import { createDefinitions, type DefinitionArchive, type Definitions } from './definitions.ts';

const createArchive = (kept = new Map<string, string>()): DefinitionArchive => ({
  async keepDefinitions(definitions) {
    for (const { hash, definition } of definitions) kept.set(hash, definition);
  },
  definition: async hash => kept.get(hash),
  purgeDefinitions: async () => {},
  allDefinitions: async () => [...kept.values()],
});
/** The parts of a definition that come from the list `contact` of the config. */
const inForm = {
  forename: { id: 'forename', type: 'text', autocomplete: 'given-name', label: 'First name' },
  surname: { id: 'surname', type: 'text', autocomplete: 'family-name', label: 'Last name' },
  email: { id: 'email', type: 'email', autocomplete: 'email', label: 'Email address' },
};
const inBoth = (text: string) => ({ en: text, cy: `${text} (cy)` });

test('every text of a definition is translated', async () => {
  const config = validConfig({
    origins: [],
    privacy: { text: inBoth('Private'), url: 'https://www.example.com', url_label: inBoth('Read it') },
    receipt: { contact: inBoth('Call us') },
    contact: [
      { field: 'forename', heading: inBoth('You') },
      { field: 'email', label: inBoth('Address'), error: { required: inBoth('Tell us') } },
      {
        id: 'when',
        type: 'radio',
        label: inBoth('Time'),
        options: [{ value: 'am', label: inBoth('Morning') }],
      },
    ],
    contact_us: {
      phone: '01632 960001',
      url: { en: 'https://www.example.com/en', cy: 'https://www.example.com/cy' },
      text: inBoth('Talk'),
    },
    case_types: {
      a: {
        label: inBoth('A'),
        introduction: inBoth('Intro'),
        next: { phone: inBoth('We call'), email: inBoth('We reply') },
        send_label: inBoth('Send'),
        steps: [{ title: inBoth('Step'), questions: ['speed', 'choice', 'terms', 'name'] }],
        questions: [
          {
            id: 'speed',
            type: 'number',
            label: inBoth('Speed'),
            heading: inBoth('Heading'),
            help: inBoth('Help'),
            unit: inBoth('mph'),
            error: inBoth('Enter it'),
          },
          {
            id: 'choice',
            type: 'radio',
            label: inBoth('Choice'),
            error: { required: inBoth('Choose one'), not_an_option: 'One of these' },
            options: [
              'plain',
              {
                value: 'abroad',
                label: inBoth('Abroad'),
                ends: {
                  text: inBoth('Sorry'),
                  url: 'https://www.example.com',
                  url_label: inBoth('Ask them'),
                },
              },
            ],
          },
          {
            id: 'terms',
            type: 'consent',
            label: inBoth('Terms'),
            url: 'https://www.example.com',
            url_label: inBoth('Read them'),
          },
          { id: 'name', type: 'text', label: 'Name', error: 'Enter a name' },
        ],
      },
    },
  });
  const definitions = await createDefinitions(config, createArchive());
  const { definition: hash, ...welsh } = definitions.current('a', 'cy-GB')!;
  const { definition: sameHash, ...english } = definitions.current('a')!;
  expect(sameHash).toBe(hash);
  expect(english).toMatchObject({
    label: 'A',
    privacy: { text: 'Private', url: 'https://www.example.com', url_label: 'Read it' },
    receipt: { contact: 'Call us' },
    contact_us: { phone: '01632 960001', url: 'https://www.example.com/en', text: 'Talk' },
    questions: [
      { heading: 'Heading', unit: 'mph', error: 'Enter it' },
      {
        error: { required: 'Choose one', not_an_option: 'One of these' },
        options: [{ value: 'plain', label: 'plain' }, { ends: { text: 'Sorry', url_label: 'Ask them' } }],
      },
      { url_label: 'Read them' },
      { error: 'Enter a name' },
      { label: 'First name', heading: 'You' },
      { label: 'Address', error: { required: 'Tell us' } },
      { label: 'Time', options: [{ value: 'am', label: 'Morning' }] },
    ],
    steps: [{ title: 'Step' }, { title: 'You' }],
  });
  const untranslated = JSON.stringify(welsh).match(/"(?:[A-Z][a-z ]+|mph)"/g);
  expect(untranslated).toEqual([
    '"One of these"',
    '"Name"',
    '"Enter a name"',
    '"Enw cyntaf"', // The proxy's own text.
  ]);
  const asEnglish = JSON.stringify(welsh)
    .replaceAll(' (cy)', '')
    .replace('Enw cyntaf', 'First name')
    .replace('example.com/cy', 'example.com/en')
    .replace('"lang":"cy"', '"lang":"en"');
  expect(asEnglish).toBe(JSON.stringify(english));
});

test('a telephone number below Send is introduced, unless the site owner’s text does', async () => {
  const introduce = async (contact_us: object) => {
    const label = { en: 'A', de: 'A' };
    const config = validConfig({ origins: [], contact_us, case_types: { a: { label } } });
    const definitions = await createDefinitions(config, createArchive());
    const german = definitions.current('a', 'de')?.contact_us?.text;
    return [definitions.current('a')?.contact_us?.text, german, definitions.contactUs('en')?.text];
  };
  const phone = '01632 960001';
  expect(await introduce({ phone })).toEqual(['Or call', 'Oder rufen Sie an:', 'Or call']);
  expect(await introduce({ phone, text: 'Rather talk?' })).toEqual(Array(3).fill('Rather talk?'));
  expect(await introduce({ email: 'office@example.com' })).toEqual(Array(3).fill(undefined));
});

describe('a case type replaces settings at the top', () => {
  const top = {
    contact: [{ field: 'email' }, { field: 'forename', heading: 'You' }, { field: 'surname' }],
    at_least_one_of: ['email', 'surname'],
    attachments: { max_files: 3, max_bytes: 1_000, strip_metadata: 'all', look: 'row' },
    privacy: { text: 'Private', url: 'https://www.example.com/privacy' },
    receipt: { contact: 'Call us' },
    contact_us: { phone: '01632 960001', text: 'Rather talk?' },
  };
  const define = async (own: object, global: object = top) => {
    const config = validConfig({ origins: [], ...global, case_types: { a: { label: 'A', ...own } } });
    return (await createDefinitions(config, createArchive())).current('a')!;
  };
  const all = { max_length: 200, required: false };
  const inherited = {
    at_least_one_of: ['email', 'surname'],
    questions: [
      { ...inForm.email, ...all },
      { ...inForm.forename, ...all, required: true, heading: 'You' },
      { ...inForm.surname, ...all },
    ],
    steps: [{ title: 'Your contact details', questions: ['email', 'forename', 'surname'] }],
    attachments: { max_files: 3, max_bytes: 1_000, strip_metadata: 'all', look: 'row' },
    privacy: { text: 'Private', url: 'https://www.example.com/privacy' },
    receipt: { contact: 'Call us' },
    contact_us: { phone: '01632 960001', text: 'Rather talk?' },
  };
  const replaced: [own: object, served: object][] = [
    [{}, {}],
    [
      {
        at_least_one_of: ['surname', 'email'],
        questions: ['contact', { id: 'a', type: 'text', label: 'A' }],
      },
      {
        at_least_one_of: ['surname', 'email'],
        questions: [...inherited.questions, { id: 'a', type: 'text', label: 'A', required: false }],
      },
    ],
    [
      { contact: [{ field: 'forename', heading: 'Who?' }] },
      {
        at_least_one_of: undefined,
        questions: [{ ...inherited.questions[1], heading: 'Who?' }],
        steps: [{ title: 'Who?', questions: ['forename'] }],
      },
    ],
    [
      { steps: [{ title: 'How?', questions: ['forename'] }] },
      {
        steps: [
          { title: 'How?', questions: ['forename'] },
          { title: 'Your contact details', questions: ['email', 'surname'] },
        ],
      },
    ],
    [
      { steps: [{ title: 'All', questions: ['email', 'forename', 'surname'] }] },
      { steps: [{ title: 'All', questions: ['email', 'forename', 'surname'] }] },
    ],
    [
      { attachments: { max_files: 0, look: 'zone' } },
      { attachments: { max_files: 0, max_bytes: 1_000, strip_metadata: 'all' } },
    ],
    [{ privacy: { text: 'Secret' } }, { privacy: { text: 'Secret' } }],
    [{ contact_us: { email: 'ada@example.com' } }, { contact_us: { email: 'ada@example.com' } }],
  ];
  test.each(replaced)('%j', async (own, served) => {
    const { definition, needs, ...others } = await define(own);
    expect(others).toEqual({
      case_type: 'a',
      lang: 'en',
      label: 'A',
      draft: true,
      ...inherited,
      ...served,
    });
  });

  test.each<[boolean, Record<string, unknown>]>([
    [false, { questions: [{ id: 'lines', type: 'text', label: 'row' }] }],
    [true, { contact: top.contact, at_least_one_of: top.at_least_one_of }],
    [true, { attachments: { look: 'row' } }],
    [true, { questions: [{ id: 'a', type: 'hidden', label: 'A', from: 'values' }] }],
    [true, { questions: [{ id: 'a', type: 'address', label: 'A', entry: 'lines' }] }],
  ])('whether it needs the rare parts is %s for %j', async (isRare, own) => {
    const config = validConfig({ origins: [], case_types: { a: { label: 'A', questions: [], ...own } } });
    const definition = (await createDefinitions(config, createArchive())).current('a');
    expect(definition?.needs).toEqual(isRare ? ['rare'] : []);
  });

  test('a definition has none of the settings that are as usual', async () => {
    const usual = { attachments: { look: 'zone' } };
    expect(await define({}, usual)).toEqual(await define(usual, {}));
    expect(await define({}, usual)).toEqual(await define({}, {}));
  });
});

test('a change of the opening hours or of what rings doesn’t change a definition', async () => {
  const define = async (top: object, own: object = {}) => {
    const config = validConfig({ origins: [], ...top, case_types: { a: { label: 'A', ...own } } });
    return (await createDefinitions(config, createArchive())).current('a');
  };
  const hours = { time_zone: 'Europe/London', week: { mon: ['09:00-17:30'] } };
  const without = await define({});
  expect(await define({ hours })).toEqual(without);
  expect(await define({}, { hours })).toEqual(without);
  expect(await define({ alerts: { new_enquiries: true } })).toEqual(without);
});

test.each<[object, object | undefined]>([
  [{}, undefined],
  [{ landing_page: false, parameters: defaultParameters }, undefined],
  [{ first_touch: true }, { first_touch: true }],
  [{ parameters: [] }, { parameters: [] }],
  [
    { parameters: ['gclid'], first_touch: true },
    { parameters: ['gclid'], first_touch: true },
  ],
])('of the attribution settings %j, a definition has %j', async (attribution, published) => {
  const config = validConfig({ origins: [], attribution, case_types: { a: { label: 'A' } } });
  const definition = (await createDefinitions(config, createArchive())).current('a')!;
  expect(definition.attribution).toEqual(published);
});

test('definitions are purged after the years that the config says, and the current ones are in use', async () => {
  const kept = new Map<string, string>();
  const purgedYears: number[] = [];
  const archive: DefinitionArchive = {
    ...createArchive(kept),
    purgeDefinitions: async ageMs => void purgedYears.push(ageMs / (365.25 * 24 * 3_600_000)),
  };
  const config = validConfig({
    origins: [],
    definitions: { keep_years: 2 },
    case_types: { a: { label: 'A' } },
  });
  const definitions = await createDefinitions(config, archive);
  kept.clear();
  await definitions.purge();
  expect([...kept.keys()]).toEqual([definitions.current('a')!.definition]);
  expect(purgedYears).toEqual([2]);
});

describe('a definition is published in the main language, except for consents, which are in the language shown', () => {
  const consents = (suffix: string) => ({
    origins: [],
    case_types: {
      a: {
        label: inBoth(`A${suffix}`),
        questions: [
          { id: 'name', type: 'text', label: inBoth(`Name${suffix}`) },
          { id: 'terms', type: 'consent', label: inBoth(`Terms${suffix}`) },
          { id: 'call', type: 'consent', label: `Call${suffix}` },
        ],
      },
    },
  });
  const cases: [lang: string | undefined, terms: string][] = [
    ['cy', 'Terms (cy)'],
    ['cy-GB', 'Terms (cy)'],
    ['en', 'Terms'],
    ['fr', 'Terms'],
    ['', 'Terms'],
    ['__proto__', 'Terms'],
    [undefined, 'Terms'],
  ];
  test.each(cases)('%s', async (lang, terms) => {
    const archive = createArchive();
    const definitions = await createDefinitions(validConfig(consents('')), archive);
    const { definition: hash } = definitions.current('a')!;
    const labels = async ({ published }: Definitions) =>
      (await published('a', hash, lang))?.questions.map(({ label }) => label);
    expect((await labels(definitions))?.slice(0, 3)).toEqual(['Name', terms, 'Call']);
    // Another process of the fleet, whose config has changed.
    const other = await createDefinitions(validConfig(consents(', please')), archive);
    expect((await labels(other))?.slice(0, 3)).toEqual(['Name', terms, 'Call']);
  });
});

test.each(['', 'sha256-', `sha256-${'x'.repeat(42)}\0`])(
  'the archive isn’t asked for %j, because it isn’t a hash',
  async hash => {
    const archive = createArchive();
    archive.definition = () => Promise.reject(new Error('invalid byte sequence'));
    const config = validConfig({ origins: [], case_types: { a: { label: 'A' } } });
    expect(await (await createDefinitions(config, archive)).published('a', hash)).toBeUndefined();
  },
);

test.each<[string, (question: Record<string, unknown>, caseType: Record<string, unknown>) => void]>([
  ['the case type', (_, caseType) => Object.assign(caseType, { send_as: 'x' })],
  ['a constant', (_, caseType) => Object.assign(caseType, { meta: [{ id: 'x', label: 'x', value: 'x' }] })],
  ['a question', question => Object.assign(question, { send_as: 'x' })],
  ['a label', question => Object.assign(question, { label_as: 'x' })],
  ['an option', question => Object.assign(question, { options: [{ value: 'a', label: 'a', send_as: 'x' }] })],
  ['a separator', question => Object.assign(question, { separator: 'x' })],
])('another name of %s changes the hash and nothing else that a browser gets', async (_, rename) => {
  const question = { id: 'q', type: 'checkboxes', label: 'Q?', options: ['a'] };
  const caseType = { label: 'A', questions: [question] };
  const define = async () => {
    const config = validConfig({ origins: [], case_types: { a: caseType } });
    return (await createDefinitions(config, createArchive())).current('a')!;
  };
  const before = await define();
  rename(question, caseType);
  const after = await define();
  expect(after.definition).not.toBe(before.definition);
  expect({ ...after, definition: before.definition }).toEqual(before);
});
