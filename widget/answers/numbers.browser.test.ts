// Numbers as visitors type them, and their units.
import { userEvent } from 'vitest/browser';
import type { Question } from '../../proxy/contract/definition.ts';
import { ask, nameOnly } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';
import { waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

const price: Question = { id: 'price', type: 'number', label: 'What is the price?' };

test.for([
  ['en', '£285,000', '285,000', '285000'],
  ['de', '285.000,50', '285.000,50', '285000.50'],
  ['en', '285k', '285,000', '285000'],
] as const)(
  'in %s, “%s” is shown as %s and sent as %s',
  async ([lang, typed, shown, number], { open, proxy }) => {
    proxy.publish({ ...nameOnly, lang, questions: [...nameOnly.questions, price] });
    const form = await open({ lang, values: '{"forename":"Ada"}' });
    // By its name, because “(optional)” is in the form's language.
    const field = form.element.shadowRoot!.querySelector<HTMLInputElement>('[name="answers.price"]')!;
    field.focus();
    await userEvent.keyboard(`${typed}{Tab}`);
    await expect.poll(() => field.value).toBe(shown);
    expect(form.element.values.answers).toEqual({ price: number });
  },
);

test('a number that the form has formatted can be edited digit by digit', async ({ open, proxy }) => {
  const form = await open(ask(proxy, price));
  const field = (await waitUntilVisible(form.field(price.label))) as HTMLInputElement;
  field.focus();
  await userEvent.keyboard('285000{Tab}');
  await expect.poll(() => field.value).toBe('285,000');
  field.focus();
  await userEvent.keyboard('{End}{Backspace}');
  expect(field.value).toBe('28500');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => field.value).toBe('28,500');
});

test('a prefilled number is left as the site wrote it, so that the site can change it', async ({
  open,
  proxy,
}) => {
  ask(proxy, price);
  const form = await open({ values: '{"answers":{"price":"285000"}}' });
  (await waitUntilVisible(form.field(price.label))).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(form.field(price.label)).toHaveValue('285000');
  form.element.values = { answers: { price: '300000' } };
  await expect.element(form.field(price.label)).toHaveValue('300000');
});

test('a long unit leaves room for the number', async ({ open, proxy }) => {
  const form = await open(
    ask(proxy, { ...price, unit: 'pounds per calendar month, after tax and insurance' }),
  );
  form.element.style.width = '300px';
  const field = await waitUntilVisible(form.field(price.label));
  expect(field.getBoundingClientRect().width).toBeGreaterThan(80);
});

test('a currency sign is before the number, and screen readers hear it', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { ...price, unit: '£' }));
  const field = await waitUntilVisible(form.field(price.label));
  const sign = await waitUntilVisible(form.text('£'));
  expect(sign.getBoundingClientRect().right).toBeLessThan(field.getBoundingClientRect().left + 1);
  await expect.element(form.field(price.label)).toHaveAccessibleDescription('£');
});

test('another unit is after the number', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { ...price, unit: 'miles', help: 'Roughly.' }));
  const field = await waitUntilVisible(form.field(price.label));
  const unit = await waitUntilVisible(form.text('miles'));
  expect(unit.getBoundingClientRect().left).toBeGreaterThan(field.getBoundingClientRect().right - 1);
  await expect.element(form.field(price.label)).toHaveAccessibleDescription('Roughly. miles');
});
