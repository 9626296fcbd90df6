// What a page's style sheet reaches: parts, also those for states, and custom properties.
import { onTestFinished } from 'vitest';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { ask } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

/** Adds rules to the page until the end of the test. */
function stylePage(css: string): void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  onTestFinished(() => style.remove());
}

const rootOf = ({ element }: FormPage) => element.shadowRoot!;

/** The elements that have all of these parts, by their text or the names of their controls. */
function withParts(form: FormPage, parts: string): string[] {
  const selector = parts.replaceAll(/(\w+) ?/g, '[part~=$1]');
  return [...rootOf(form).querySelectorAll<HTMLInputElement>(selector)].map(
    element => element.name || element.textContent.trim(),
  );
}

test('the part input is what has the border: with a unit, the box around both', async ({ open, proxy }) => {
  stylePage(
    `enquiry-form::part(input) { border: 4px solid red } enquiry-form::part(unit) { color: rgb(0, 0, 255) }`,
  );
  const attributes = ask(
    proxy,
    { id: 'price', type: 'number', label: 'Price', unit: '£' },
    { id: 'distance', type: 'number', label: 'Distance', unit: 'miles' },
    { id: 'rooms', type: 'number', label: 'Rooms' },
  );
  const form = await open(attributes);
  const borders = (label: string) => {
    const control = form.field(label).element();
    const box = control.closest('.box');
    return [control, ...(box ? [box] : [])].map(each => getComputedStyle(each).borderTopWidth);
  };
  expect(borders('Rooms')).toEqual(['4px']);
  expect(borders('Price')).toEqual(['0px', '4px']);
  expect(borders('Distance')).toEqual(['0px', '4px']);
  expect(withParts(form, 'unit')).toEqual(['£', 'miles']);
  expect(getComputedStyle(form.text('miles').element()).color).toBe('rgb(0, 0, 255)');
});

test('the part optional is the word behind a label', async ({ open }) => {
  const form = await open();
  expect(new Set(withParts(form, 'optional'))).toEqual(new Set(['(optional)']));
});

const consent = { id: 'terms', type: 'consent', label: 'I have read the terms' } as const;

test('chosen rows have the part chosen, as long as they are', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, questions: [...houseMove.questions, consent] });
  stylePage('enquiry-form::part(choice chosen) { background: rgb(1, 2, 3) }');
  const form = await open();
  const isChosen = (...labels: string[]) =>
    expect.poll(() => withParts(form, 'choice chosen')).toEqual(labels);
  await form.choose('Buying');
  await isChosen('Buying');
  await form.choose('Remortgaging');
  await isChosen('Remortgaging');
  await form.choose('A survey');
  await form.choose('I have read the terms');
  await isChosen('Remortgaging', 'A survey', 'I have read the terms (optional)');
  const row = form.field('A survey').element().closest('.choice')!;
  await expect.poll(() => getComputedStyle(row).backgroundColor).toBe('rgb(1, 2, 3)'); // It changes in 120 ms.
  await form.choose('A survey');
  await isChosen('Remortgaging', 'I have read the terms (optional)');
  form.element.requestUpdate();
  await form.element.updateComplete;
  await isChosen('Remortgaging', 'I have read the terms (optional)');
  form.element.reset();
  await isChosen();
});

test('rows that the site has chosen have the part chosen, also after a reset', async ({ open }) => {
  const form = await open({ values: '{"answers":{"plan":"remortgage","extras":["will"]}}' });
  const isAsFilledIn = () =>
    expect.poll(() => withParts(form, 'choice chosen')).toEqual(['Remortgaging', 'A will']);
  await isAsFilledIn();
  await form.choose('Buying');
  await form.choose('A survey');
  await expect.poll(() => withParts(form, 'choice chosen')).toEqual(['Buying', 'A survey', 'A will']);
  form.element.reset();
  await isAsFilledIn();
});

test('fields with a problem have the part problem and their inputs the part invalid, until it is solved', async ({
  open,
  proxy,
}) => {
  const attributes = ask(
    proxy,
    { id: 'price', type: 'number', label: 'Price', unit: '£', required: true },
    { id: 'town', type: 'text', label: 'Town', required: true },
  );
  const form = await open(attributes);
  expect(withParts(form, 'field problem')).toEqual([]);
  await form.send();
  await expect.poll(() => withParts(form, 'field problem')).toHaveLength(2);
  expect(withParts(form, 'input invalid')).toEqual(['£', 'answers.town']);
  await form.fillIn('Price', '250');
  await expect.poll(() => withParts(form, 'input invalid')).toEqual(['answers.town']);
  expect(withParts(form, 'field problem')).toHaveLength(1);
  form.element.reset();
  await expect.poll(() => withParts(form, 'field problem')).toEqual([]);
  expect(withParts(form, 'input invalid')).toEqual([]);
});

test('custom properties set the background and the lines of fields, the shadow and the font of headings', async ({
  open,
}) => {
  stylePage(`enquiry-form {
    --enquiry-field: rgb(1, 2, 3); --enquiry-line: rgb(4, 5, 6); --enquiry-shadow: none;
    --enquiry-heading-font: "Liberation Serif"; --enquiry-font: "Liberation Sans";
  }`);
  const form = await open();
  const styleOf = (part: string) => getComputedStyle(rootOf(form).querySelector(`[part~=${part}]`)!);
  for (const part of ['input', 'choice', 'drop-zone']) {
    await expect.poll(() => styleOf(part).backgroundColor).toBe('rgb(1, 2, 3)');
    await expect.poll(() => styleOf(part).borderTopColor).toBe('rgb(4, 5, 6)');
  }
  expect(styleOf('form').boxShadow).toBe('none');
  expect(styleOf('heading').fontFamily).toBe('"Liberation Serif"');
  expect(styleOf('label').fontFamily).toBe('"Liberation Sans"');
});
