// How the visitor uses the form. Only real input is trusted, so these tests type and click as a person does.
import { userEvent } from 'vitest/browser';
import { kept } from '../testing/drafts.ts';
import { completeHouseMove, expect, fillInHouseMove, sendHouseMove, test } from '../testing/test.ts';
import { textPatterns } from '../testing/texts.ts';
import type { FormPage } from '../testing/visitor.ts';

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

test('an enquiry says how long the visitor took, and that a person did something', async ({
  open,
  proxy,
}) => {
  const form = await open();
  const openedAt = performance.now();
  await sendByHand(form);
  const { first_touch_ms = -1, ...rest } = proxy.enquiries[0]?.enquiry.client ?? {};
  expect(rest).toEqual({ is_trusted: true });
  expect(first_touch_ms).toBeGreaterThan(10);
  expect(first_touch_ms).toBeLessThan(performance.now() - openedAt);
  expect(Number.isInteger(first_touch_ms)).toBe(true);
});

test('an enquiry that a script has entered and sent says that no person did anything', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await completeHouseMove(form);
  expect(proxy.enquiries[0]?.enquiry.client).toMatchObject({ is_trusted: false });
});

test('an enquiry says nothing of it if the page calls submit()', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  expect(await form.element.submit()).toBe(true);
  expect(proxy.enquiries[0]?.enquiry).not.toHaveProperty('client');
});

test('a visitor who only has to press Send isn’t timed', async ({ open, proxy }) => {
  const form = await open({
    values: '{"forename":"Ada","email":"ada@example.com","answers":{"plan":"remortgage"}}',
  });
  await userEvent.click(form.button(textPatterns.send));
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry.client).toEqual({ is_trusted: true });
});

test('a visitor who comes back to a draft isn’t timed', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  await expect.poll(kept).toContain('remortgage');
  form.element.remove();
  const again = await open();
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  await userEvent.click(again.button(textPatterns.send));
  await expect.element(again.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry.client).toEqual({ is_trusted: true });
});

test('a retry repeats what the first attempt said', async ({ open, proxy }) => {
  proxy.next.enquiry.push('lost');
  const form = await open();
  await userEvent.click(form.field('First name'));
  await sendHouseMove(form);
  await form.press(textPatterns.tryNow);
  await expect.element(form.receipt()).toBeVisible();
  const [first, second] = proxy.enquiries;
  expect(first?.enquiry.client?.first_touch_ms).toBeGreaterThan(0);
  expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
});

test('keys are watched only until the first one', async ({ open }) => {
  const form = await open();
  const removed: string[] = [];
  const root = form.element.shadowRoot!; // Open.
  const remove = root.removeEventListener.bind(root);
  root.removeEventListener = (type: string, listener: EventListener, options?: boolean) => {
    if (options === true) removed.push(type);
    remove(type, listener, options);
  };
  await userEvent.click(form.field('First name'));
  expect(removed.toSorted()).toEqual(['click', 'focusin', 'keydown', 'pointerdown']);
});
