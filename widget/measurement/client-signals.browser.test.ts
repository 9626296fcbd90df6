// Signals of how the visitor uses the form. Browsers trust only real input, so these tests type and click like a person.
import { userEvent } from 'vitest/browser';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

/** Fills in the form and sends it with the keyboard and the mouse. */
async function sendByHand(form: FormPage): Promise<void> {
  await userEvent.click(form.field('First name'));
  await userEvent.keyboard('Ada');
  await userEvent.click(form.field('Email address'));
  await userEvent.keyboard('ada@example.com');
  await userEvent.click(form.field('Remortgaging'));
  await userEvent.click(form.button(textPatterns.send));
  await expect.element(form.receipt()).toBeVisible();
}

test('an enquiry has the time that the visitor took', async ({ open, proxy }) => {
  const form = await open();
  const openedAt = performance.now();
  await sendByHand(form);
  const { first_touch_ms = -1 } = proxy.enquiries[0]?.enquiry.client ?? {};
  expect(first_touch_ms).toBeGreaterThan(10);
  expect(first_touch_ms).toBeLessThan(performance.now() - openedAt);
  expect(Number.isInteger(first_touch_ms)).toBe(true);
});

test('an enquiry has no client signals if the page calls submit()', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  expect(await form.element.submit()).toBe(true);
  expect(proxy.enquiries[0]?.enquiry).not.toHaveProperty('client');
});

test('the time is left out if the site has filled in the form', async ({ open, proxy }) => {
  const form = await open({
    values: '{"forename":"Ada","email":"ada@example.com","answers":{"plan":"remortgage"}}',
  });
  await userEvent.click(form.button(textPatterns.send));
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry).not.toHaveProperty('client');
});

test('fields work on a page that cancels clicks and keys everywhere else', async ({ open }) => {
  const cancel = (event: Event) =>
    /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName) || event.preventDefault();
  for (const type of ['mousedown', 'keydown']) document.addEventListener(type, cancel);
  const form = await open();
  const name = form.field('First name');
  await expect
    .poll(async () => {
      await userEvent.click(name);
      return form.element.shadowRoot!.activeElement; // The shadow root is open.
    })
    .toBe(name.element());
  await userEvent.keyboard('Ada');
  await expect.element(name).toHaveValue('Ada');
  for (const type of ['mousedown', 'keydown']) document.removeEventListener(type, cancel);
});

test('the listeners are removed after the first input', async ({ open }) => {
  const form = await open();
  const removed: string[] = [];
  const root = form.element.shadowRoot!; // The shadow root is open.
  const remove = root.removeEventListener.bind(root);
  root.removeEventListener = (type: string, listener: EventListener, options?: boolean) => {
    if (options === true) removed.push(type);
    remove(type, listener, options);
  };
  await userEvent.click(form.field('First name'));
  expect(removed.toSorted()).toEqual(['click', 'focusin', 'keydown', 'pointerdown']);
});
