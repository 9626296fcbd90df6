// A site owner's mistake is explained on the console, and doesn't make visitors wait for retries that can't help.
import { vi } from 'vitest';
import {
  advanceClock,
  appendForm,
  expect,
  fillInHouseMove,
  setOnline,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

const unknown = {
  status: 404,
  body: { code: 'unknown-case-type', status: 404, title: 'Unknown', case_types: ['house-move', 'will'] },
};
const phone = '<p>Call 020 7946 0000</p>';

function spyOnConsole() {
  return vi.spyOn(console, 'error').mockImplementation(() => {});
}

test('a misspelt case type shows the fallback content at once, and the console lists those that exist', async ({
  proxy,
}) => {
  const console = spyOnConsole();
  proxy.next.lookup.push(unknown);
  const form = appendForm({ 'case-type': 'hose-move' }, phone);
  await expect
    .poll(() => console.mock.calls)
    .toEqual([['enquiry-form: no case type "hose-move"; this proxy has: house-move, will']]);
  await expect.element(form.text('Call 020 7946 0000')).toBeVisible();
  await expect.element(form.button(textPatterns.tryAgain)).not.toBeInTheDocument();
});

test('a page whose origin is refused shows the fallback content instead of the form', async ({ proxy }) => {
  const console = spyOnConsole();
  proxy.next.lookup.push({ status: 200, body: {}, headers: { 'enquiry-origin': 'refused' } });
  const form = appendForm({}, phone);
  await expect
    .poll(() => console.mock.calls.join())
    .toContain(`doesn't accept pages of ${location.origin}: add it to "origins"`);
  await expect.element(form.text('Call 020 7946 0000')).toBeVisible();
});

test('a form whose origin is refused when it sends keeps the answers and doesn’t retry', async ({
  open,
  proxy,
  events,
}) => {
  const console = spyOnConsole();
  const form = await fillInHouseMove(await open({}, phone));
  proxy.next.enquiry.push('lost');
  proxy.next.lookup.push({ status: 200, body: {}, headers: { 'enquiry-origin': 'refused' } });
  setOnline(false); // The browser is wrong.
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(/contact us another way/);
  await expect.element(form.text('Call 020 7946 0000')).toBeVisible();
  await expect.element(form.text(textPatterns.tryAgainIn)).not.toBeInTheDocument();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  expect(form.element.shadowRoot!.querySelector('button.page')).toBeNull(); // The proxy's own page wouldn't help, either.
  expect(events.at(-1)?.detail).toMatchObject({ code: 'origin-not-allowed' });
  expect(console.mock.calls.join()).toContain(location.origin);
});

test('a form whose case type is gone keeps the answers and doesn’t retry', async ({ open, proxy }) => {
  const console = spyOnConsole();
  const form = await fillInHouseMove(await open({}, phone));
  proxy.next.enquiry.push(unknown);
  proxy.next.lookup.push(unknown);
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(/contact us another way/);
  await expect.element(form.text(textPatterns.tryAgainIn)).not.toBeInTheDocument();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  expect(console.mock.calls.join()).toContain('no case type "house-move"');
});

test('a refusal that is only found during the countdown stops it', async ({ open, proxy }) => {
  spyOnConsole();
  const form = await fillInHouseMove(await open());
  proxy.next.enquiry.push('lost');
  proxy.next.lookup.push('held');
  stopClock();
  await form.send();
  await expect.poll(() => proxy.lookups.length).toBe(2);
  await advanceClock(2);
  await expect.element(form.text(textPatterns.tryAgainIn)).toBeVisible();
  proxy.lookups.at(-1)?.respond({ status: 200, body: {}, headers: { 'enquiry-origin': 'refused' } });
  await expect.element(form.alert()).toMatchTextContent(/contact us another way/);
  await expect.element(form.text(textPatterns.tryAgainIn)).not.toBeInTheDocument();
});

/** Reports that the page's policy has blocked a request, as the browser does. */
function reportViolation(changes: SecurityPolicyViolationEventInit | object = {}) {
  const violation = {
    blockedURI: 'https://proxy.example.com/case-types/house-move',
    disposition: 'enforce',
    effectiveDirective: 'connect-src',
    documentURI: location.href,
    originalPolicy: '',
    violatedDirective: 'connect-src',
    statusCode: 200,
    ...changes,
  } as SecurityPolicyViolationEventInit;
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', violation));
}

test.for([
  ['its address', {}],
  ['its origin', { blockedURI: 'https://proxy.example.com' }],
] as const)(
  'a policy that blocks the proxy, reported with %s, stops the retries even if it is reported late',
  async ([, changes], { open, proxy }) => {
    const console = spyOnConsole();
    const form = await fillInHouseMove(await open({}, phone));
    proxy.next.enquiry.push('lost');
    proxy.next.lookup.push('lost');
    await form.send();
    await expect.element(form.text(textPatterns.tryAgainIn)).toBeVisible();
    reportViolation(changes);
    await expect.element(form.alert()).toMatchTextContent(/contact us another way/);
    await expect.element(form.text('Call 020 7946 0000')).toBeVisible();
    expect(console.mock.calls.length).toBeLessThanOrEqual(1); // Once for all forms of the page.
  },
);

test.for([
  ['is only reported', { disposition: 'report' }],
  ['blocks another address', { blockedURI: 'https://proxy.example.com.evil.example/case-types/house-move' }],
  ['blocks a script', { blockedURI: 'https://proxy.example.com', effectiveDirective: 'script-src-elem' }],
  ['blocks inline code', { blockedURI: 'inline' }],
] as const)('a policy that %s doesn’t stop the retries', async ([, changes], { open, proxy }) => {
  const form = await fillInHouseMove(await open({}, phone));
  proxy.next.enquiry.push('lost');
  proxy.next.lookup.push('lost');
  await form.send();
  await expect.element(form.text(textPatterns.tryAgainIn)).toBeVisible();
  reportViolation(changes);
  await form.press(textPatterns.tryNow);
  await expect.element(form.receipt()).toBeVisible();
});
