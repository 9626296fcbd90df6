// `waitUntil` of `enquiry-accepted`: the site’s tags end before success-url opens.
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondUploaded } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  completeHouseMove,
  expect,
  fillInHouseMove,
  reload,
  sendHouseMove,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const redirecting = { 'success-url': '/thanks' };
const thanks = `${location.origin}/thanks`;

/** Makes the page pass these promises to `waitUntil`. */
function waitFor(form: FormPage, ...promises: unknown[]): void {
  form.element.addEventListener('enquiry-accepted', event => {
    for (const promise of promises) (event as CustomEvent).detail.waitUntil(promise);
  });
}

test('the redirect waits for every promise, whether fulfilled or rejected, on the receipt', async ({
  open,
  destinations,
}) => {
  stopClock();
  const [tag, pixel] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const form = await open(redirecting);
  waitFor(form, tag.promise, pixel.promise);
  await completeHouseMove(form);
  tag.resolve();
  await advanceClock(1.9);
  expect(destinations).toEqual([]);
  await expect.element(form.receipt()).toBeVisible();
  pixel.reject(new Error('blocked'));
  await expect.poll(() => destinations).toEqual([thanks]);
  await advanceClock(5);
  expect(destinations).toHaveLength(1);
});

test('the redirect waits two seconds at most', async ({ open, destinations }) => {
  stopClock();
  const form = await open(redirecting);
  waitFor(form, new Promise(() => {}));
  await completeHouseMove(form);
  await advanceClock(1.9);
  expect(destinations).toEqual([]);
  await advanceClock(0.2);
  await expect.poll(() => destinations).toEqual([thanks]);
});

test('the redirect follows if a listener passes something that isn’t a promise, or throws', async ({
  open,
  destinations,
}) => {
  const form = await open(redirecting);
  waitFor(form, undefined, 1);
  const onError = (event: ErrorEvent) => event.preventDefault();
  addEventListener('error', onError);
  form.element.addEventListener('enquiry-accepted', () => {
    throw new Error('The page’s mistake.');
  });
  await sendHouseMove(form);
  await expect.poll(() => destinations).toEqual([thanks]);
  removeEventListener('error', onError);
});

test('the time limit includes the time for uploads', async ({ open, proxy, destinations }) => {
  stopClock();
  proxy.next.upload.push('held');
  const form = await open(redirecting);
  waitFor(form, new Promise(() => {}));
  await fillInHouseMove(form);
  await form.attachReady(pdf('plan.pdf'));
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  await advanceClock(3);
  expect(destinations).toEqual([]);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.poll(() => destinations).toEqual([thanks]);
});

test('a listener can change the address', async ({ open, destinations }) => {
  const form = await open(redirecting);
  form.element.addEventListener('enquiry-accepted', event => {
    const { reference } = (event as CustomEvent).detail;
    form.element.setAttribute('success-url', `/thanks/${reference}`);
  });
  await sendHouseMove(form);
  await expect.poll(() => destinations).toEqual([`${thanks}/7K2PQ-2M9XD`]);
});

test('a visitor who starts a new enquiry in the meantime isn’t redirected', async ({
  open,
  destinations,
}) => {
  stopClock();
  const form = await open(redirecting);
  waitFor(form, new Promise(() => {}));
  await completeHouseMove(form);
  await form.press('Start a new enquiry');
  await advanceClock(3);
  await expect.element(form.field('First name')).toBeVisible();
  expect(destinations).toEqual([]);
});

test('after a reload while it waits, the redirect follows immediately and only once', async ({
  open,
  destinations,
}) => {
  stopClock();
  const form = await open(redirecting);
  waitFor(form, new Promise(() => {}));
  await completeHouseMove(form);
  form.element.remove();
  await advanceClock(3);
  expect(destinations).toEqual([]);
  const again = await open(redirecting);
  await expect.poll(() => destinations).toEqual([thanks]);
  const back = await reload(again);
  await expect.element(back.receipt()).toBeVisible();
  expect(destinations).toHaveLength(1);
});

test('without success-url, waitUntil does nothing', async ({ open, destinations }) => {
  stopClock();
  const form = await open();
  waitFor(form, new Promise(() => {}));
  await completeHouseMove(form);
  await advanceClock(3);
  expect(destinations).toEqual([]);
});
