import { expect, test } from 'vitest';
import type { Definition, Question } from '../contract/definition.ts';
import { estimateHeightEm } from './estimate-height.ts';
import { reserveHeightCss } from './reserve-height.ts';

const question = (change: Partial<Question> = {}): Question => ({
  id: 'q',
  type: 'text',
  label: 'Why?',
  ...change,
});
const definitionOf = (questions: Question[], change: Partial<Definition> = {}): Definition => ({
  case_type: 'boiler-repair',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Boiler',
  draft: true,
  contact: { surname: 'required', telephone_mobile: 'hidden', email: 'required' },
  questions,
  attachments: { max_files: 0, max_bytes: 1_000, strip_metadata: 'location' },
  receipt: { identifier: 'reference', show_number: false },
  ...change,
});
const heightOf = (questions: Question[], widthEm = 20) =>
  estimateHeightEm(definitionOf(questions), 'page', widthEm);
const options = ['a', 'b', 'c'].map(value => ({ value, label: value }));

test('a form is taller with more questions, options, help and longer texts', () => {
  const height = heightOf([question()]);
  expect(height).toBeGreaterThan(heightOf([]));
  expect(heightOf([question({ help: 'Help' })])).toBeGreaterThan(height);
  expect(heightOf([question({ label: 'Why did it happen on that day and not before?' })])).toBeGreaterThan(
    height,
  );
  const three = heightOf([question({ type: 'radio', options })]);
  expect(three).toBeGreaterThan(heightOf([question({ type: 'radio', options: options.slice(1) })]));
});

test('a question that is hidden at first takes no space', () => {
  const conditional = question({ id: 'later', shown_when: { question: 'q', is: 'x' } });
  expect(heightOf([question(), conditional])).toBe(heightOf([question()]));
});

test('the names are side by side in a wide form', () => {
  expect(heightOf([], 40)).toBeLessThan(heightOf([], 20) - 4);
});

test('in steps, only the first step counts', () => {
  const definition = definitionOf([question(), question({ id: 'r' })]);
  expect(estimateHeightEm(definition, 'steps', 20)).toBeLessThan(estimateHeightEm(definition, 'page', 20));
});

test('the CSS has a height for each case type by the width of the form, and names those at three widths', () => {
  const css = reserveHeightCss([definitionOf([question()]), definitionOf([], { case_type: 'callback' })]);
  expect(css).toMatch(
    /^ {2}enquiry-form\[case-type="boiler-repair"\]:not\(\[layout\], \[ready\]\)::before \{ --reserved: [\d.]+em; \}$/m,
  );
  expect(css).toMatch(/@container \(min-width: 30em\) \{ enquiry-form\[case-type="callback"\]/);
  expect(css).toMatch(
    /callback: \d+ px at a width of 360 px, \d+ px at a width of 768 px, \d+ px at a width of 1280 px/,
  );
});

test('a case type with steps has heights for them, too', () => {
  const steps = [{ title: 'One', questions: ['q'] }];
  expect(reserveHeightCss([definitionOf([question()], { steps })])).toContain('enquiry-form[layout]');
  expect(reserveHeightCss([definitionOf([question()])])).not.toContain('enquiry-form[layout]');
});

test('only forms with a file picker are taller on touch screens', () => {
  const attachments = { max_files: 5, max_bytes: 1_000, strip_metadata: 'location' as const };
  expect(reserveHeightCss([definitionOf([], { attachments })])).toContain('(pointer: coarse)');
  expect(reserveHeightCss([definitionOf([])])).not.toContain('(pointer: coarse)');
});
