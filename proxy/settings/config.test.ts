import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configJsonSchema } from './config.ts';
import { parseConfig } from './parse-config.ts';

function findErrors(questions: unknown[], rest: object = {}, caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', questions, ...caseType } }, ...rest };
  const { mistakes } = parseConfig(JSON.stringify(config));
  return mistakes.filter(({ level }) => level === 'error').map(({ path, message }) => `${path}: ${message}`);
}

test.each(['docs/embedding.md', 'docs/configuration.md'])('the example in %s is accepted', path => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const example = /```json\n(\{ "\$schema"[\s\S]+?)```/.exec(document)?.[1] ?? '';
  expect(parseConfig(example)).toHaveProperty('config');
});

test('the demo config is accepted', () => {
  const demo = readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8');
  expect(parseConfig(demo)).toHaveProperty('config');
});

const text = { id: 'q', type: 'text', label: 'Q' };
const age = { id: 'age', type: 'number', label: 'How old are you?' };
const radio = { ...text, type: 'radio', options: ['x', 'y'] };
const boxes = { ...text, type: 'checkboxes', options: ['x', 'y'] };
const office = { id: 'office', label: 'Office', value: 'Leeds' };
const hours = (...mon: string[]) => ({ hours: { time_zone: 'UTC', week: { mon } } });
const q = 'case_types.a.questions[0]';

// A rule of each kind. any-config.test.ts checks that no error hides another, and that each names its place.
test.each<[path: string, questions: unknown[], rest?: object, caseType?: object]>([
  ['origins[0]', [], { origins: ['https://www.example.com/'] }],
  ['language', [], { language: 'x y' }],
  ['attachments.maxfiles', [], { attachments: { maxfiles: 5 } }],
  ['attachments.max_bytes', [], { attachments: { max_bytes: '101MB' } }],
  ['attribution.parameters[0]', [], { attribution: { parameters: ['utm_term'] } }],
  ['privacy.text', [], { privacy: { text: { cy: 'Testun' } } }],
  ['contact_us.url', [], { contact_us: { url: 'javascript:alert(1)' } }],
  ['contact_us.email', [], { contact_us: { email: 'ada@example.com?bcc=x' } }],
  ['hours.time_zone', [], { hours: { time_zone: 'x', week: { mon: ['09:00-17:30'] } } }],
  ['hours.week.mon[0]', [], hours('22:00-02:00')],
  ['hours.week.mon[1]', [], hours('09:00-12:00', '11:59-13:00')],
  ['case_types.a.meta[0].id', [], {}, { meta: [{ ...office, id: 'attribution_office' }] }],
  ['case_types.a.meta[0].id', [{ ...text, send_as: 'office' }], {}, { meta: [office] }],
  [`${q}.id`, [{ ...text, id: 'attribution_gclid' }]],
  ['case_types.a.questions[1].id', [text, text]],
  ['case_types.a.questions[1].send_as', [text, { ...age, send_as: ' q ' }]],
  [`${q}.unit`, [{ ...text, unit: '£' }]],
  [`${q}.pattern`, [{ ...text, pattern: '[', error: 'Like AB12' }]],
  [`${q}.error`, [{ ...text, pattern: '.', error: { required: 'Enter it' } }]],
  [`${q}.min`, [{ ...age, min: 2, max: 1 }]],
  [`${q}.min`, [{ ...text, type: 'date', min: '2026-02-30' }]],
  [`${q}.url`, [{ ...text, type: 'consent', url: 'javascript:alert(1)' }]],
  [`${q}.default`, [{ ...text, type: 'hidden', from: 'values', default: 'Leeds', pattern: '[a-z]+' }]],
  [`${q}.options[1]`, [{ ...radio, options: ['x', { value: 'y', label: 'Y', send_as: 'x' }] }]],
  [`${q}.options[0]`, [{ ...boxes, options: ['a, b'] }]],
  [`${q}.send`, [{ ...text, type: 'yes_no', send: { yes: 'x', no: 'x ' } }]],
  [`${q}.shown_when.question`, [{ ...text, shown_when: { question: 'q', is: 'y' } }, age]],
  ['case_types.a.questions[1].shown_when.is', [radio, { ...age, shown_when: { question: 'q', is: 'z' } }]],
  [
    'case_types.a.questions[1].shown_when.question',
    [text, { ...age, shown_when: { question: 'q', more_than: 5 } }],
  ],
  ['case_types.a.steps', [text, age], {}, { steps: [{ title: 'T', questions: ['q'] }] }],
])('a fault of %s stops the start', (path, questions, rest, caseType) => {
  expect(findErrors(questions, rest, caseType).map(error => error.split(': ')[0])).toEqual([path]);
});

test.each<[string, ...Parameters<typeof findErrors>]>([
  [
    'a separator in an option that is sent without it',
    [{ ...boxes, options: [{ value: 'a, b', label: 'A', send_as: 'a' }] }],
  ],
  [
    'ids that are swapped',
    [
      { ...text, send_as: 'age' },
      { ...age, send_as: 'q' },
    ],
  ],
  ['yes and no that are swapped', [{ ...text, type: 'yes_no', send: { yes: 'no', no: 'yes' } }]],
  ['two questions with the same values', [radio, { ...radio, id: 'r' }]],
  ['few days for adding files, which shorten the default', [], { delivery: { keep_days: 2 } }],
])('a config may have %s', (_, ...settings) => {
  expect(findErrors(...settings)).toEqual([]);
});

test.each([
  ['10MB', 10_485_760],
  ['10 MB', 10_485_760],
  ['2.5 MB', 2_621_440],
  ['500kB', 512_000],
  ['500 KB', 512_000],
  [10_485_760, 10_485_760],
])('a file of %s may have %d bytes', (max_bytes, bytes) => {
  const config = { origins: [], attachments: { max_bytes }, case_types: { a: { label: 'A' } } };
  expect(parseConfig(JSON.stringify(config))).toMatchObject({
    config: { attachments: { max_bytes: bytes } },
  });
});

test('a pattern that would take years on a default is accepted in time', () => {
  const hidden = { id: 'h', type: 'hidden', label: 'H', from: 'values' };
  expect(findErrors([{ ...hidden, default: `${'a'.repeat(60)}c`, pattern: '(a+)+b' }])).toEqual([]);
});

test.each([
  'off',
  'organization',
  'work tel',
  'shipping street-address',
  'section-driver billing postal-code',
  'username webauthn',
])('%s may be filled in by the browser', autocomplete => {
  expect(findErrors([{ id: 'q', type: 'text', label: 'Q', autocomplete }])).toEqual([]);
});

test('the JSON Schema is current (npm run schema)', () => {
  const kept = readFileSync(new URL('config.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});
