// Steps on a phone: Continue stays in view, and steps slide in.
import { afterEach, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accident, accidentContact, contactStep } from '../../tools/testing/widget/case-types.ts';
import { contact, questionsWith, test } from '../../tools/testing/widget/steps.ts';
import { expect } from '../../tools/testing/widget/test.ts';
import { expectFocus, type FormPage, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

afterEach(async () => {
  await page.viewport(414, 896);
  document.documentElement.removeAttribute('style');
});

const places = [...Array(9).keys()].map(at => ({ value: `${at}`, label: `Place ${at}` }));
/** The second step is longer than a phone's screen. */
const long = { questions: questionsWith('place', { type: 'radio', options: places }) };

const barOf = (form: FormPage) => form.element.shadowRoot!.querySelector('.send')!.parentElement!;
/** By how many pixels the bar covers what has the focus, or the row of a choice. */
const coveredPx = (form: FormPage) => {
  const focused = form.element.shadowRoot!.activeElement!;
  const { bottom } = (focused.closest('.choice') ?? focused).getBoundingClientRect();
  return bottom - barOf(form).getBoundingClientRect().top;
};

test('Continue stays at the bottom of a phone’s screen, and covers nothing that has the focus', async ({
  openSteps,
}) => {
  await page.viewport(360, 600);
  const form = await openSteps(long);
  await contact(form);
  await expectFocus(form.heading(/The accident/));
  await expect.poll(() => barOf(form).getBoundingClientRect().bottom).toBeCloseTo(600, 0);
  (await waitUntilVisible(form.field('Place 0'))).focus();
  for (const { label } of places) {
    await userEvent.keyboard(label === 'Place 0' ? ' ' : '{ArrowDown}');
    await expectFocus(form.field(label));
    await expect.poll(() => coveredPx(form)).toBeLessThanOrEqual(0);
  }
});

test('Continue doesn’t lie on the first question at the bottom of the screen', async ({ openSteps }) => {
  await page.viewport(360, 600);
  const form = await openSteps(long);
  await contact(form);
  await expectFocus(form.heading(/The accident/));
  const first = form.field('When did it happen?').element();
  form.element.insertAdjacentHTML('beforebegin', '<p style="height: 900px">Above</p>');
  for (const [top, isAbove] of [
    [560, false],
    [300, true],
    [560, false],
    [-200, true],
  ] as const) {
    scrollBy(0, first.getBoundingClientRect().top - top);
    const isCovered = () => barOf(form).getBoundingClientRect().top < first.getBoundingClientRect().bottom;
    await expect.poll(() => getComputedStyle(barOf(form)).position).toBe(isAbove ? 'sticky' : 'static');
    expect(isCovered()).toBe(false);
  }
  document.querySelector('body > p')?.remove();
});

test('the only text field of a step takes the focus after Continue, but not after Back', async ({
  openSteps,
}) => {
  const story = { id: 'story', type: 'textarea', label: 'What happened?' } as const;
  const form = await openSteps({
    steps: [contactStep, { title: 'Story', questions: ['story'] }],
    questions: [
      ...accident.questions.slice(0, accidentContact.length),
      story,
      ...accident.questions.slice(accidentContact.length),
    ],
  });
  await contact(form, /What happened/);
  await expectFocus(form.field('What happened?'));
  await form.go('Continue', /^Step 3/);
  await form.go('Back', /What happened/);
  await expectFocus(form.heading(/What happened/));
});

test('after each Continue, Change and Back, the heading of the step is in view, below the top', async ({
  openSteps,
}) => {
  await page.viewport(360, 640);
  const form = await openSteps(long);
  // What the visitor presses is at the bottom of a tall step, and the page goes on below the form.
  form.element.insertAdjacentHTML('beforebegin', '<p style="height: 900px">Above</p>');
  form.element.insertAdjacentHTML('afterend', '<p style="height: 900px">Below</p>');
  const press = async (button: string | RegExp, title: RegExp) => {
    const target = await waitUntilVisible(form.button(button));
    target.scrollIntoView({ block: 'end' });
    target.focus({ preventScroll: true });
    target.click();
    await expectFocus(form.heading(title));
    // After going back, the browser scrolls to where the visitor has left the step.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const { top, bottom } = form.heading(title).element().getBoundingClientRect();
    expect({ title, isInView: top > 0 && bottom < 640 }).toEqual({ title, isInView: true });
  };
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await press('Continue', /The accident/);
  await form.fillIn('When did it happen?', '2026-01-31');
  await form.choose('Place 8');
  await press('Continue', /Your health/);
  await press('Back', /The accident/);
  await press('Continue', /Your health/);
  await form.choose('No');
  await form.choose('I have read the terms');
  await press('Continue', /Photos or documents/);
  await press('Continue', /Check your answers/);
  await press(/^Change.*When did it happen/, /The accident/);
  await press('Continue', /Check your answers/);
  await press(/^Change Photos or documents/, /Photos or documents/);
  await press('Back', /Check your answers/);
  await press('Back', /Photos or documents/);
  for (const each of document.querySelectorAll('body > p')) each.remove();
});

test.for([0, 80])(
  'a step begins 12 px below the top of the window, or a header of %d px',
  async (headerPx, { openSteps }) => {
    await page.viewport(360, 640);
    const form = await openSteps(long);
    const { element } = form;
    const fixed = `position: fixed; inset: 0 0 auto; height: ${headerPx}px; margin: 0`;
    element.insertAdjacentHTML('afterend', `<p style="height: 900px">Below</p><p style="${fixed}"></p>`);
    element.insertAdjacentHTML('beforebegin', '<p style="height: 900px">Above</p>');
    await contact(form);
    await expectFocus(form.heading(/The accident/));
    await form.fillIn('When did it happen?', '2026-01-31');
    await form.choose('Place 8');
    scrollTo({ top: 900 + element.offsetHeight - 200, behavior: 'instant' });
    (form.button('Continue').element() as HTMLElement).click();
    await expectFocus(form.heading(/Your health/));
    const { top } = element.renderRoot.querySelector('.form')!.getBoundingClientRect();
    expect(Math.abs(top - headerPx - 12)).toBeLessThanOrEqual(1.5); // Pages are scrolled by whole pixels.
    for (const each of document.querySelectorAll('body > p')) each.remove();
  },
);

test('a form that is moved still watches for the first control of its step, and one that is removed doesn’t', async ({
  openSteps,
}) => {
  const observe = vi.spyOn(IntersectionObserver.prototype, 'observe');
  const disconnect = vi.spyOn(IntersectionObserver.prototype, 'disconnect');
  const { element } = await openSteps(long);
  disconnect.mockClear();
  element.remove();
  expect(disconnect).toHaveBeenCalledTimes(1);
  observe.mockClear();
  document.body.append(element);
  await element.updateComplete;
  expect(observe).toHaveBeenCalledTimes(1);
});

test('with large text or on a low screen, Continue stays where it is', async ({ openSteps }) => {
  await page.viewport(320, 600);
  const form = await openSteps(long);
  const position = () => getComputedStyle(barOf(form)).position;
  await expect.poll(position).toBe('sticky');
  document.documentElement.style.fontSize = '200%';
  await expect.poll(position).toBe('static');
  document.documentElement.removeAttribute('style');
  await page.viewport(414, 360);
  await expect.poll(position).toBe('static');
});

test('with large text, the word Continue is in one piece, within its button', async ({ openSteps }) => {
  await page.viewport(320, 600);
  const form = await openSteps();
  await contact(form);
  await expectFocus(form.heading(/The accident/));
  document.documentElement.style.fontSize = '200%';
  const text = document.createRange();
  text.selectNodeContents(form.button('Continue').element());
  await expect.poll(() => text.getClientRects().length).toBe(1);
  const word = text.getBoundingClientRect();
  const button = form.button('Continue').element().getBoundingClientRect();
  expect(word.left).toBeGreaterThan(button.left);
  expect(word.right).toBeLessThan(button.right);
  expect(button.right).toBe(barOf(form).getBoundingClientRect().right);
});

test('the last step, which sends, has no bar', async ({ openSteps }) => {
  await page.viewport(360, 600);
  const form = await openSteps({
    steps: [],
    questions: accident.questions.slice(0, 3),
    attachments: { ...accident.attachments, max_files: 0 },
  });
  await expect.element(form.button('Ask a solicitor')).toBeVisible();
  expect(getComputedStyle(barOf(form)).position).toBe('static');
});

test('later steps slide in from the end of the line, and earlier ones from its start', async ({
  openSteps,
}) => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  const lastSide = () => JSON.stringify(animate.mock.lastCall?.[0]);
  const form = await openSteps();
  expect(animate).not.toHaveBeenCalled();
  await contact(form);
  await expectFocus(form.heading(/The accident/));
  expect(lastSide()).toContain('"16px"');
  const [[out, timing]] = animate.mock.calls as [[unknown, object]];
  expect(JSON.stringify(out)).toContain('"-16px"');
  expect(timing).toMatchObject({ duration: 90, direction: 'reverse' });
  expect(animate.mock.lastCall?.[1]).toMatchObject({ duration: 180 });
  await form.press('Back');
  await expectFocus(form.heading(/Your contact details/));
  expect(lastSide()).toContain('"-16px"');
});

test('in Arabic, the sides are swapped', async ({ open, proxy }) => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  proxy.publish({ ...accident, lang: 'ar' });
  const form = await open({ 'case-type': 'accident', layout: 'steps', lang: 'ar' });
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.press('متابعة');
  await expectFocus(form.heading(/The accident/));
  expect(JSON.stringify(animate.mock.lastCall?.[0])).toContain('"-16px"');
});

test('a visitor who prefers less motion sees the next step at once', async ({ openSteps }) => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduce') }));
  const form = await openSteps();
  await contact(form);
  await expectFocus(form.heading(/The accident/));
  expect(animate).not.toHaveBeenCalled();
});
