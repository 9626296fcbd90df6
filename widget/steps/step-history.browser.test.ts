// The browser’s history, a reload and reset() in a form in steps.
import { onTestFinished } from 'vitest';
import { accident } from '../../tools/testing/widget/case-types.ts';
import { contact, goToReview, test, theAccident } from '../../tools/testing/widget/steps.ts';
import { expect, reload } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('the browser’s own Back and Forward move between steps', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/Your health/)).toBeVisible();
  history.back();
  await expect.element(form.heading(/The accident/)).toBeVisible();
  history.back();
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  history.forward();
  await expect.element(form.heading(/The accident/)).toBeVisible();
  await expect.element(form.field('Where did it happen?')).toHaveValue('road');
});

test('the steps leave the page’s address and history state alone', async ({ openSteps }) => {
  history.replaceState({ position: 3 }, '');
  const address = location.href;
  const form = await openSteps();
  await contact(form, /The accident/);
  expect(location.href).toBe(address);
  expect(history.state).toMatchObject({ position: 3 });
});

test.for([{ turbo: { restorationIndex: 0 } }, { index: 0, scrollX: 0, scrollY: 0 }, 'a text', 7])(
  'no entry is added to a state such as %j, because its router may replace the page on Back',
  async (state, { openSteps }) => {
    onTestFinished(() => history.replaceState(null, ''));
    history.replaceState(state, '');
    const { length } = history;
    const form = await openSteps();
    await contact(form, /The accident/);
    await form.go('Back', /Your contact details/);
    await expect.element(form.field('First name')).toHaveValue('Ada');
    expect([history.length, history.state]).toEqual([length, state]);
  },
);

test('a reload returns to the same step, and Back and Forward work as before', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/Your health/)).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  const again = await reload(form);
  await expect.element(again.heading(/^Step 4 of 6 Your health$/)).toBeVisible();
  history.back();
  await expect.element(again.heading(/The accident/)).toBeVisible();
  await expect.element(again.field('Where did it happen?')).toHaveValue('road');
  history.forward();
  await expect.element(again.heading(/Your health/)).toBeVisible();
  await again.go('Back', /The accident/);
  // The button went back in the browser's history instead of adding an entry.
  history.forward();
  await expect.element(again.heading(/Your health/)).toBeVisible();
});

test('the step survives a reload without an edit after it, and the way back to the check, too', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press(/^Change The accident/);
  await expectFocus(form.heading(/The accident/));
  await expect.poll(() => JSON.stringify({ ...sessionStorage })).toContain('isDetour');
  const again = await reload(form);
  await expect.element(again.heading(/The accident/)).toBeVisible();
  await again.go('Continue', /Check your answers/);
});

test('the browser’s history decides on the step if it differs from the draft', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/Your health/)).toBeVisible();
  form.element.remove();
  // The state has the steps of other forms, too, so only the event says that the browser has gone back.
  const wentBack = new Promise(resolve => addEventListener('popstate', resolve, { once: true }));
  history.back(); // As from another page, by two entries.
  await wentBack;
  const again = await openSteps();
  await expect.element(again.heading(/The accident/)).toBeVisible();
});

test('without a draft, a reload starts at the first step', async ({ open, proxy }) => {
  proxy.publish(accident);
  const openWithoutDraft = () => open({ 'case-type': 'accident', layout: 'steps', draft: 'off' });
  const form = await openWithoutDraft();
  await contact(form, /The accident/);
  const again = await reload(form);
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
});

test('a reload on the first step stays there', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await form.go('Back', /Your contact details/);
  dispatchEvent(new Event('pagehide'));
  const again = await reload(form);
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
});

test('the note about restored answers disappears when the visitor moves to another step', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await contact(form, /The accident/);
  const again = await reload(form);
  await expect.element(again.button(textPatterns.startAgain)).toBeVisible();
  await again.go('Back', /Your contact details/);
  await expect.element(again.button(textPatterns.startAgain)).not.toBeInTheDocument();
});

test('undoing the clearing of the answers returns to the same step', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form, /The accident/);
  dispatchEvent(new Event('pagehide'));
  const again = await reload(form);
  await expect.element(again.heading(/The accident/)).toBeVisible();
  await again.press(textPatterns.startAgain);
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
  await again.press('Undo');
  await expect.element(again.heading(/The accident/)).toBeVisible();
});

test('two forms in steps on a page move independently, and the page’s own entries and base change nothing', async ({
  openSteps,
}) => {
  const base = document.createElement('base');
  base.href = 'https://elsewhere.example/deep/';
  document.head.append(base);
  onTestFinished(() => base.remove());
  const address = location.href;
  const first = await openSteps();
  const second = await openSteps();
  await contact(first);
  await contact(second);
  await theAccident(second);
  await expect.element(second.heading(/Your health/)).toBeVisible();
  await expect.element(first.heading(/The accident/)).toBeVisible();
  history.pushState(null, '', address);
  const wentBack = new Promise(resolve => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await wentBack;
  await expect.element(second.heading(/Your health/)).toBeVisible();
  history.back();
  await expect.element(second.heading(/The accident/)).toBeVisible();
  await expect.element(first.heading(/The accident/)).toBeVisible();
  expect(location.href).toBe(address);
});

test('reset() goes back to the first step, also from the receipt', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form, /The accident/);
  form.element.reset();
  await expect.element(form.field('First name')).toBeVisible();

  await goToReview(form);
  await form.complete();
  form.element.reset();
  await expect.element(form.field('First name')).toBeVisible();
});
