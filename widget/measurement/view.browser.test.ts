// `enquiry-view`. The viewport of the tests is a frame, whose size and scroll position the browser reports as those of a
// page.
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import './measurement.ts'; // Loaded before the tests, because the seconds count from then.
import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import {
  advanceClock,
  appendForm,
  completeHouseMove,
  expect,
  setPrerendering,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { isViewed } from './measurement.ts';

let views: unknown[] = [];
const onView = (event: Event) => void views.push((event as CustomEvent).detail);

beforeEach(async () => {
  views = [];
  document.addEventListener('enquiry-view', onView);
  await page.viewport(400, 600);
  stopClock();
});
afterEach(async () => {
  document.removeEventListener('enquiry-view', onView);
  vi.restoreAllMocks();
  await page.viewport(414, 896);
});

/** Waits until the browser has reported what is visible. */
async function settle(): Promise<void> {
  for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
}

/** Advances the clock after the browser has reported what is visible. */
async function pass(seconds: number): Promise<void> {
  await settle();
  await advanceClock(seconds);
}

/** Puts empty space above the form. */
function addSpaceAbove(pixels: number): HTMLElement {
  const space = document.createElement('div');
  space.style.height = `${pixels}px`;
  document.body.prepend(space);
  return space;
}

/** A form that is about 300 pixels tall. */
const short = {
  ...houseMove,
  case_type: 'short',
  questions: contactDetails,
  attachments: { ...houseMove.attachments, max_files: 0 },
};

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a form that covers half of the viewport for a second is viewed, once', async ({ open }) => {
  const form = await open();
  expect(form.element.offsetHeight).toBeGreaterThan(2 * innerHeight);
  await pass(0.9);
  expect(views).toEqual([]);
  await pass(0.2);
  expect(views).toEqual([{ case_type: 'house-move' }]);
  scrollTo(0, 2000);
  await pass(2);
  scrollTo(0, 0);
  await pass(2);
  expect(views).toHaveLength(1);
});

test('a form for several case types is viewed before one of them is chosen, and names none', async ({
  open,
  proxy,
}) => {
  proxy.publish(short);
  await open({ 'case-type': 'house-move short' });
  await pass(1.1);
  expect(views).toEqual([{ case_type: '' }]);
});

test('half of a form that fits into the viewport must be visible, for a second without a break', async ({
  open,
  proxy,
}) => {
  proxy.publish(short);
  addSpaceAbove(3000);
  const form = await open({ 'case-type': 'short' });
  const { height } = form.element.getBoundingClientRect();
  expect(height).toBeLessThan(2 * innerHeight);
  const show = (share: number) => scrollTo(0, 3000 - innerHeight + share * height);
  show(0.4);
  await pass(3);
  show(0.7);
  await pass(0.8);
  show(0.3);
  await pass(0.8);
  show(0.7);
  await pass(0.8);
  expect(views).toEqual([]);
  await pass(0.3);
  expect(views).toHaveLength(1);
});

test('a form in a background tab isn’t viewed until its tab is shown for a second', async ({ open }) => {
  setVisibility('hidden');
  await open();
  await pass(5);
  expect(views).toEqual([]);
  setVisibility('visible');
  await pass(0.8);
  setVisibility('hidden');
  await pass(5);
  setVisibility('visible');
  await pass(0.8);
  expect(views).toEqual([]);
  await pass(0.3);
  expect(views).toHaveLength(1);
});

test('a form on a prerendered page isn’t viewed until the page is opened', async ({ open }) => {
  setPrerendering(true);
  await open();
  await pass(5);
  expect(views).toEqual([]);
  setPrerendering(false);
  await pass(1.1);
  expect(views).toHaveLength(1);
});

test('a visitor who starts before the form was viewed has viewed it first, and only once', async ({
  open,
}) => {
  const types: string[] = [];
  for (const type of ['enquiry-view', 'enquiry-start'])
    document.addEventListener(type, () => types.push(type), { once: true });
  setVisibility('hidden');
  const form = await open({ 'data-layer': 'viewTest' });
  await form.fillIn('First name', 'Ada');
  await expect.poll(() => types).toEqual(['enquiry-view', 'enquiry-start']);
  const page = globalThis as unknown as { viewTest: { event: string }[] }; // The form creates the array.
  expect(page.viewTest.map(({ event }) => event)).toEqual(['enquiry_view', 'enquiry_start']);
  setVisibility('visible');
  await pass(5);
  await form.fillIn('First name', 'Grace');
  expect(views).toEqual([{ case_type: 'house-move' }]);
});

test('the content of the tag isn’t a view while the definition is loading', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  const form = appendForm({}, '<div style="height: 600px">Call us.</div>');
  await pass(5);
  expect(views).toEqual([]);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expect.element(form.element).toHaveAttribute('ready');
  await pass(1.1);
  expect(views).toHaveLength(1);
});

test('a receipt after a reload isn’t a view, but the form of a new enquiry is', async ({ open }) => {
  const form = await completeHouseMove(await open());
  form.element.remove();
  views = [];
  const again = await open();
  await expect.element(again.receipt()).toBeVisible();
  await pass(5);
  expect(views).toEqual([]);
  await again.press('Start a new enquiry');
  await expect.element(again.field('First name')).toBeVisible();
  await pass(1.1);
  expect(views).toHaveLength(1);
});

test('each of two forms is viewed once, when it is reached', async ({ open, proxy }) => {
  proxy.publish(short);
  const first = await open({ 'case-type': 'short' });
  first.element.style.cssText = 'display: block; margin-bottom: 3000px';
  await open();
  await pass(1.1);
  expect(views).toEqual([{ case_type: 'short' }]);
  scrollTo(0, 5000);
  await pass(1.1);
  expect(views).toEqual([{ case_type: 'short' }, { case_type: 'house-move' }]);
});

test('a form that was removed before it was viewed isn’t kept in memory', async ({ open }) => {
  const counts = { addEventListener: 0, removeEventListener: 0 };
  for (const method of ['addEventListener', 'removeEventListener'] as const) {
    const original = document[method].bind(document);
    vi.spyOn(document, method).mockImplementation((type: string, ...rest: unknown[]) => {
      if (type === 'visibilitychange') counts[method]++;
      Reflect.apply(original, document, [type, ...rest]);
    });
  }
  const form = await open();
  await pass(0.5);
  expect(counts).toEqual({ addEventListener: 1, removeEventListener: 0 });
  form.element.remove();
  await pass(5);
  expect(counts).toEqual({ addEventListener: 1, removeEventListener: 1 });
  expect(views).toEqual([]);
});

test.for([
  ['half of a form counts as a view', 800, 400, true],
  ['less than half of a form doesn’t', 800, 390, false],
  ['a tall form that covers half of the viewport does', 2000, 300, true],
  ['a tall form that covers less of the viewport doesn’t', 2000, 290, false],
] as const)('in a viewport of 600 pixels: %s', ([, height, visible, isSeen]) => {
  const entry = {
    boundingClientRect: { height },
    intersectionRatio: visible / height,
    intersectionRect: { height: visible },
    rootBounds: { height: 600 },
  } as IntersectionObserverEntry; // `isViewed` reads no other members.
  expect(isViewed(entry)).toBe(isSeen);
});

test('a form in a frame as tall as itself is viewed when it covers half of the screen', () => {
  const height = screen.availHeight;
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(10 * height);
  const entry = {
    boundingClientRect: { height: 10 * height },
    intersectionRatio: 0.05,
    intersectionRect: { height: height / 2 },
    rootBounds: null,
  } as IntersectionObserverEntry; // `isViewed` reads no other members.
  expect(isViewed(entry)).toBe(true);
});
