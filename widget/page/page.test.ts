import * as fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import type { PageForm, PageReceipt, PostedFields } from '../../proxy/contract/page-module.ts';
import { attributeOf, elementsIn, textIn } from '../../tools/testing/plain-form.ts';
import { isComplete } from '../../tools/testing/random.ts';
import { contact } from '../../tools/testing/widget/case-types.ts';
import { readEnquiry, renderForm, renderFormPage, renderMessage, renderReceipt } from './page.ts';

const options = [
  { value: 'neck', label: 'Neck' },
  { value: 'none', label: 'None', exclusive: true },
];
const { forename, surname, email } = contact;
const contactQuestions: Question[] = [forename, surname, { ...email, required: true }];
const base: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Tell us',
  draft: true,
  questions: contactQuestions,
  attachments: { max_files: 2, max_bytes: 1_048_576, strip_metadata: 'location' },
  receipt: {},
};
const withQuestions = (...questions: Question[]): Definition => ({
  ...base,
  questions: [...contactQuestions, ...questions],
});
const pageOf = (definition: Definition, more: Partial<PageForm> = {}) =>
  renderFormPage({ definition, action: '?lang=en', today: '2026-02-01', ...more });

/** Markup without the white space between tags, and without that which is left where an attribute isn't set. */
const tidy = (markup: string) => markup.replaceAll(/\s+(?=[\s<>])|(?<=>)\s+/g, '').replaceAll(/\s/g, ' ');
const parse = (markup: string) => elementsIn(parseFragment(markup));

// widget/three-ways.test.ts compares what is read, and what a page with problems keeps, with the element.
test('a hidden question gets its answer from the address only', () => {
  const definition = withQuestions(
    { id: 'source', type: 'hidden', label: 'Source', from: 'address:ref' },
    {
      id: 'poster',
      type: 'text',
      label: 'Which poster?',
      shown_when: { question: 'source', is: 'poster' },
    },
  );
  const fields: PostedFields = [
    ['answers.source', 'forged'],
    ['answers.poster', 'Blue'],
  ];
  expect(
    readEnquiry(definition, fields, 'https://forms.example.com/forms/injury?ref=poster').answers,
  ).toEqual({
    source: 'poster',
    poster: 'Blue',
  });
  expect(readEnquiry(definition, fields).answers).toEqual({});
  const question = /<div class="field" part="field"( hidden)?><label part="label" for="answers.poster">/;
  const isHidden = (action: string) =>
    !!question.exec(tidy(pageOf(definition, { fields, action }).markup))![1];
  expect(isHidden('?ref=poster')).toBe(false);
  expect(isHidden('?ref=web')).toBe(true);
});

// What understands numbers would take minutes.
test.each<[Question, PostedFields, string]>([
  [
    { id: 'q', type: 'number', label: 'Q', unit: '£' },
    [['answers.q', '1'.repeat(400_000)]],
    '1'.repeat(400_000),
  ],
  [
    { id: 'q', type: 'date', label: 'Q', entry: 'memorable' },
    [
      ['answers.q', ''],
      ['answers.q.1', 'may '.repeat(100_000)],
    ],
    `${'may '.repeat(100_000)}\n\n`,
  ],
])('a text that is far too long is reported as it was typed', (question, fields, expected) => {
  const definition = withQuestions(question);
  expect(readEnquiry(definition, fields).answers).toEqual({ q: expected });
  const problems = [{ field: 'answers.q', rule: 'too_long' as const }];
  expect(pageOf(definition, { fields, problems }).markup).toContain('aria-invalid="true"');
});

test('each problem has a link to its control, and a message with details', () => {
  const definition = withQuestions(
    { id: 'dob', type: 'date', label: 'Date of birth?' },
    { id: 'cover', type: 'checkboxes', options, label: 'Which insurance?' },
    { id: 'more', type: 'text', label: 'What else?', max_length: 5 },
  );
  const fields: PostedFields = [
    ['answers.dob', '0085-02-01'],
    ['answers.more', '1234567'],
  ];
  const problems = [
    { field: 'forename', rule: 'required' as const },
    { field: 'answers.dob', rule: 'not_a_date' as const },
    { field: 'answers.cover', rule: 'exclusive' as const },
    { field: 'answers.more', rule: 'too_long' as const },
    { field: 'answers.other', rule: 'refused' as const },
  ];
  const { markup, title } = pageOf(definition, { fields, problems });
  expect(title).toBe('Error: Tell us');
  const elements = parse(markup);
  const summary = elements.find(each => attributeOf(each, 'part') === 'summary')!;
  expect(
    elementsIn(summary)
      .filter(({ tagName }) => tagName === 'li')
      .map(textIn),
  ).toEqual([
    'Enter your first name',
    'Date of birth? Write the year with four digits',
    'Which insurance? Choose either “None” or your other options, not both',
    'What else? Your answer must be 5 characters or fewer. You have 2 too many.',
    'Sorry, we couldn’t accept your enquiry. Please contact us another way.',
  ]);
  const links = elementsIn(summary).filter(({ tagName }) => tagName === 'a');
  for (const link of links) {
    const target = elements.find(each => attributeOf(each, 'id') === attributeOf(link, 'href')?.slice(1));
    expect(target?.tagName).toBe('input');
  }
  expect(links).toHaveLength(4);
});

test('every question that may be asked is shown after a problem, and before that to visitors without a script', () => {
  const definition = withQuestions(
    { id: 'hurt', type: 'yes_no', label: 'Were you injured?' },
    {
      id: 'where',
      type: 'date',
      label: 'When?',
      heading: 'Treatment',
      shown_when: { question: 'hurt', is: 'yes' },
    },
  );
  const text = 'If you answered “Yes” to “Were you injured?”:';
  const page = parse(pageOf(definition).markup);
  expect(page.filter(each => attributeOf(each, 'class') === 'condition').map(textIn)).toEqual([`${text} `]);
  expect(
    page.some(each => attributeOf(each, 'class') === 'field' && attributeOf(each, 'hidden') === ''),
  ).toBe(false);
  const form = renderForm({ definition, action: '?', today: '' });
  const plain = parse(form).filter(each => attributeOf(each, 'data-plain') === '');
  expect(plain.map(({ tagName, attrs }) => [tagName, attrs[0]?.value])).toEqual([
    ['h3', 'group-heading'],
    ['span', 'condition'],
  ]);
  expect(form).toContain(' aria-label="When?"');
});

test('where one of two answers is enough, a hint says so above the first', () => {
  const { telephone_mobile } = contact;
  const questions = [forename, telephone_mobile, email];
  const definition = { ...base, questions, at_least_one_of: ['telephone_mobile', 'email'] };
  const hint = 'Fill in at least one of these: Mobile number or Email address.';
  expect(pageOf(definition).markup).toContain(hint);
  expect(renderForm({ definition, action: '?', today: '' })).toContain(hint);
});

test('a contact field that is asked for under a condition says so', () => {
  const by: Question = { id: 'by', type: 'radio', label: 'How?', options };
  const shown_when = { question: 'by', is: 'neck' };
  const definition = { ...base, questions: [forename, by, { ...email, required: true, shown_when }] };
  expect(textIn(parseFragment(pageOf(definition).markup))).toContain('If you answered “Neck” to “How?”:');
});

test('an answer that ends the form is explained below it, with other ways to reach the firm, and without problems', () => {
  const ends = { text: 'We can’t help.', url: 'https://example.com/help' };
  const definition = withQuestions({
    id: 'fault',
    type: 'radio',
    label: 'Fault?',
    options: [{ value: 'mine', label: 'Mine', ends }],
  });
  const { markup, title } = pageOf(
    { ...definition, contact_us: { phone: '01632 960001' } },
    { fields: [['answers.fault', 'mine']], problems: [{ field: 'answers.fault', rule: 'ends' }] },
  );
  expect(title).toBe(`Sorry, we can’t help with this – ${definition.label}`);
  const [, after = ''] = tidy(markup).split('</fieldset></div><div tabindex="-1" autofocus>');
  expect(after).toMatch(/^<div class="note ending"/);
  expect(after).toMatch(
    /We can’t help\.<\/p><a part="link" href="https:\/\/example\.com\/help">Find out who can help<\/a><\/div><p class="talk">/,
  );
  expect(markup).not.toContain('part="summary"');
  expect(markup).not.toContain('class="message"');
});

test('the inputs of files have the name of the field that the proxy reads', () => {
  const inputs = parse(pageOf(base).markup).filter(each => attributeOf(each, 'type') === 'file');
  expect(inputs.map(each => attributeOf(each, 'name'))).toEqual(['files', 'files']);
});

test('a receipt has the date of the call and names the refused files, and shows no answers', () => {
  const receipt = {
    reference: '7K2PQ-2M9XD',
    call_back: 'We’ll call you on Monday 2 February 2026 from 9 am.',
    lang: 'en',
    at: Date.UTC(2026, 1, 1, 14, 2),
    files: 1,
    refused: [{ name: 'a.mp4', code: 'wrong-type' as const }],
  };
  const { markup } = renderReceipt(base, receipt, { timeZone: 'Europe/London', formAddress: '?lang=en' });
  const text = textIn(parseFragment(markup)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Sent on 1 February 2026 at 14:02 GMT');
  expect(text).toContain('Your reference 7K2PQ-2M9XD');
  expect(text).toContain(`${receipt.call_back} `);
  expect(text).toContain('1 of 2 files was sent.a.mp4 We can’t accept this type of file.');
});

test('on a page of its own, a form’s title is the first heading, and the others follow', () => {
  const levels = (markup: string) =>
    parse(markup)
      .filter(({ tagName }) => /^h\d$/.test(tagName))
      .map(each => attributeOf(each, 'aria-level'));
  const definition = { ...base, questions: [{ ...forename, heading: '<h2>You</h2>' }, email] };
  const page = { definition, action: '?', today: '', headingLevel: 1 };
  expect(levels(renderForm(page))).toEqual(['1', '2']);
  expect(levels(renderFormPage(page).markup)).toEqual(['1', '2']);
  expect(levels(renderForm({ definition, action: '?', today: '' }))).toEqual([undefined, undefined]);
  expect(levels(renderMessage({ kind: 'not-found', lang: 'en' }).markup)).toEqual(['1']);
});

test('a receipt has the site owner’s promise for the way of the answer, but no number, which the page doesn’t know', () => {
  const next = { phone: 'We’ll call {contact} {day}.\nIt’s free.', email: 'We’ll write to you {day}.' };
  const at = Date.UTC(2026, 1, 1, 14, 2);
  const call_back = 'We’ll call you on Monday 2 February 2026.';
  const receipt = { reference: '7K2PQ-2M9XD', lang: 'en', at, files: 0, refused: [] };
  const options = { timeZone: 'Europe/London', formAddress: '?lang=en' };
  const shown = (to: Partial<PageReceipt>) =>
    textIn(parseFragment(renderReceipt({ ...base, next }, { ...receipt, ...to }, options).markup));
  expect(shown({ to: 'telephone_mobile', call_back })).toMatch(
    /call you on Monday 2 February 2026\.\s+It’s free\./,
  );
  expect(shown({ to: 'telephone_mobile' })).toMatch(/enquiry\.[^.]*It’s free\./);
  expect(shown({ to: 'email' })).toContain('We’ll write to you.');
  expect(shown({})).not.toMatch(/We’ll|It’s free|[{}]/);
});

test.each([
  ['de-AT', 'Dieses Formular haben wir leider nicht gefunden'],
  ['nl', 'Sorry, we couldn’t find this form'],
  ['"><script>', 'Sorry, we couldn’t find this form'],
])('a message is in the closest language to "%s", or in English', (lang, title) => {
  expect(renderMessage({ kind: 'unknown-case-type', lang })).toMatchObject({ title });
});

const hostile = fc.constantFrom(
  ...[
    '"',
    "'",
    '<',
    '>',
    '&',
    '&quot;',
    '&lt;',
    '<!--',
    '-->',
    '</textarea>',
    '</style><script>',
    ' onfocus=alert(1) ',
  ],
  ...['\0', '\u2028', '\uE000answers.a\uE001', '\uE000', '$&', '<?>', '{{', '\r\n', 'a'],
);
const text = fc
  .array(hostile, { minLength: 1, maxLength: 4 })
  .map(parts => parts.join(''))
  .filter(each => each.replaceAll('\0', '') !== ''); // A page has no value for a text of NUL alone.

test('no text of a definition, and nothing that a visitor types, can add markup', {
  tags: 'asvs-1.2.1',
  timeout: 300_000, // Before a release, it tries 2,000 forms.
}, () => {
  const shape = (markup: string) =>
    parse(markup).map(
      ({ tagName, attrs }) =>
        `${tagName} ${attrs
          .map(({ name }) => name)
          .sort()
          .join(' ')}`,
    );
  void fc.assert(
    fc.property(text, text, text, (said, typed, name) => {
      const formWith = (label: string, value: string, hidden: string): PageForm => ({
        definition: {
          ...withQuestions(
            { id: 'a', type: 'text', label: `${label}?`, help: label, heading: label },
            { id: 'd', type: 'textarea', label: `${label}?` },
            { id: 'z', type: 'text', label: `${label}?` },
            { id: 'b', type: 'date', label: `${label}?`, shown_when: { question: 'z', answered: false } },
            {
              id: 'c',
              type: 'radio',
              label: `${label}?`,
              options: [{ value: label, label: label.slice(0, 22) }],
            },
            { id: 'e', type: 'date', entry: 'memorable', label: `${label}?` },
          ),
          label,
          introduction: label,
          privacy: { text: label },
          contact_us: { phone: '1', text: label },
        },
        action: `?lang=${hidden}`,
        hidden: { key: value },
        fields: [
          ['forename', value],
          ['answers.a', value],
          ['answers.c', label],
          ['answers.d', value],
          ['answers.e.1', value],
        ],
        problems: [
          { field: 'forename', rule: 'required' },
          { field: 'answers.a', rule: 'required' },
        ],
        today: '2026-02-01',
      });
      const [form, plain] = [formWith(said, typed, name), formWith('x', 'x', 'x')];
      expect(shape(renderForm(form))).toEqual(shape(renderForm(plain)));
      const page = renderFormPage(form);
      expect(shape(page.markup)).toEqual(shape(renderFormPage(plain).markup));
      expect(page.markup).not.toContain('<!--');
      expect(renderForm(form)).not.toContain('<!--');
      const controls = parse(page.markup);
      const forename = controls.find(each => attributeOf(each, 'name') === 'forename');
      expect(attributeOf(forename!, 'value')?.replaceAll(/\r\n?/g, '\n')).toBe(
        typed.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n') || undefined,
      );
    }),
    { numRuns: isComplete ? 2_000 : 60 },
  );
});
