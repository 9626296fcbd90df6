// The attributes `look`, which says how fields are drawn, and `heading-level`.
import { vi } from 'vitest';
import { accident } from '../../tools/testing/widget/case-types.ts';
import { ask } from '../../tools/testing/widget/questions.ts';
import { goToReview } from '../../tools/testing/widget/steps.ts';
import { createForm, expect, test } from '../../tools/testing/widget/test.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

/** The line above and below a field: whether it can be seen. */
function lines(form: FormPage): { above: boolean; below: boolean } {
  const { borderTopColor, borderBottomColor } = getComputedStyle(form.field('First name').element());
  const isSeen = (colour: string) => !/, 0\)$/.test(colour);
  return { above: isSeen(borderTopColor), below: isSeen(borderBottomColor) };
}

const background = (form: FormPage) => getComputedStyle(form.field('First name').element()).backgroundColor;
const box = { above: true, below: true };
const lineBelow = { above: false, below: true };

test('fields are boxes by default, and in the look outlined', async ({ open }) => {
  const form = await open();
  expect(lines(form)).toEqual(box);
  expect(lines(await open({ look: 'outlined' }))).toEqual(box);
});

test.for(['filled', 'underlined'])('a form that is %s has that look when it appears', async look => {
  const form = createForm({ look });
  const seen = new Promise(resolve => {
    // The attribute `ready` is set in the task that shows the form.
    new MutationObserver(() => resolve(lines(form))).observe(form.element, { attributeFilter: ['ready'] });
  });
  document.body.append(form.element);
  expect(await seen).toEqual(lineBelow);
  if (look === 'underlined') expect(background(form)).toBe('rgba(0, 0, 0, 0)');
  else expect(background(form)).not.toBe('rgba(0, 0, 0, 0)');
});

test('the look changes with the attribute or the property, and fields keep their size and answers', async ({
  open,
}) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  const heightOf = () => form.element.getBoundingClientRect().height;
  const height = heightOf();
  const outlined = background(form);
  form.element.setAttribute('look', 'filled');
  await expect.poll(() => lines(form)).toEqual(lineBelow);
  const filled = background(form);
  expect(filled).not.toBe(outlined);
  expect(heightOf()).toBe(height);
  form.element.look = 'underlined';
  await expect.poll(() => background(form)).toBe('rgba(0, 0, 0, 0)');
  expect(heightOf()).toBe(height);
  form.element.look = 'filled';
  await expect.poll(() => background(form)).toBe(filled);
  form.element.removeAttribute('look');
  form.element.look = null;
  await expect.poll(() => lines(form)).toEqual(box);
  await expect.element(form.field('First name')).toHaveValue('Ada');
});

test('an unknown look is reported on the console with the allowed ones, and fields are outlined', async ({
  open,
}) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const form = await open({ look: 'flat' });
  expect(lines(form)).toEqual(box);
  await expect
    .poll(() => warn.mock.calls)
    .toEqual([['enquiry-form: look is not one of outlined, filled, underlined: "flat"']]);
  form.element.setAttribute('look', 'underlined');
  await expect.poll(() => lines(form)).toEqual(lineBelow);
  form.element.setAttribute('look', 'constructor');
  await expect.poll(() => lines(form)).toEqual(box);
  expect(warn).toHaveBeenCalledTimes(2);
});

test.for(['filled', 'underlined'])(
  'a problem is marked in a form that is %s, whatever loads first',
  async (look, { open, proxy }) => {
    const attributes = ask(
      proxy,
      { id: 'price', type: 'number', label: 'Price', unit: '£', required: true },
      { id: 'town', type: 'text', label: 'Town', required: true },
    );
    const problemsIn = async (form: FormPage) => {
      await form.sendWithProblems();
      return () => ['input', '.box'].map(selector => boxStyle(form, `.problem ${selector}[part~=input]`));
    };
    const lookLast = await open(attributes);
    const readLast = await problemsIn(lookLast);
    const outlined = readLast();
    expect(outlined.map(({ border }) => new Set(border).size)).toEqual([1, 1]);
    lookLast.element.setAttribute('look', look);
    await expect.poll(() => readLast()).not.toEqual(outlined);
    const readFirst = await problemsIn(await open({ ...attributes, look }));
    expect(readFirst()).toEqual(readLast());
    const [danger] = outlined[0]!.border; // It has four sides.
    const clear = 'rgba(0, 0, 0, 0)';
    for (const { border } of readLast()) expect(border).toEqual([clear, clear, danger, clear]);
  },
);

/** The borders of the first match, from the top, clockwise, and its shadow. */
function boxStyle({ element }: FormPage, selector: string): { border: string[]; shadow: string } {
  const box = element.shadowRoot!.querySelector(selector)!;
  for (const transition of box.getAnimations()) transition.finish();
  const style = getComputedStyle(box);
  const border = ['top', 'right', 'bottom', 'left'].map(side =>
    style.getPropertyValue(`border-${side}-color`),
  );
  return { border, shadow: style.boxShadow };
}

/** The levels of the headings in the form, from the title down. */
const levels = ({ element }: FormPage) =>
  [...element.shadowRoot!.querySelectorAll('h2, h3')].map(heading =>
    Number(heading.ariaLevel ?? heading.localName[1]),
  );

test('the headings of every part of a form follow the level that the tag gives its title', async ({
  open,
  proxy,
}) => {
  proxy.publish(accident);
  const form = await open({ 'case-type': 'accident', layout: 'steps', 'heading-level': '4' });
  expect(levels(form)).toEqual([4, 4]);
  await form.press('Continue');
  await expect.element(form.problems()).toBeVisible();
  expect(levels(form)).toEqual([4, 4, 5]);
  await goToReview(form);
  expect(levels(form)).toContain(5);
  await form.press('Ask a solicitor');
  await expect.element(form.receipt()).toBeVisible();
  expect(levels(form)[0]).toBe(4);
});

test('without a level, or with one that isn’t possible, the title is an h2', async ({ open }) => {
  const form = await open({ 'heading-level': '1' });
  expect(levels(form)).toEqual([1]);
  for (const level of [6, 0, 2.5, 'h3', '', null]) {
    form.element.headingLevel = level;
    await form.element.updateComplete;
    expect(levels(form), `${level}`).toEqual([2]);
    form.element.headingLevel = 5;
    await form.element.updateComplete;
    expect(levels(form)).toEqual([5]);
  }
});
