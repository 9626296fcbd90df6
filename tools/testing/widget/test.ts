// `test` for the element in a browser: each test gets a page without a form, a scripted proxy and a clean session.
import { test as base, expect, vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { EnquiryForm } from '../../../widget/enquiry-form.ts';
import '../../../widget/define.ts';
import { houseMove } from './case-types.ts';
import { proxyUrl, ScriptedProxy } from './scripted-proxy.ts';
import { textPatterns } from './texts.ts';
import { FormPage } from './visitor.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** See `vitest.config.ts`. */
    parkMouse(): Promise<void>;
  }
}

/** An event that the page got from a form. */
export interface RecordedEvent {
  type: string;
  detail: unknown;
}

const recordedTypes = [
  'enquiry-start',
  'enquiry-step',
  'enquiry-before-submit',
  'enquiry-accepted',
  'enquiry-contact',
  'enquiry-refused',
  'enquiry-failed',
  'attachment-sent',
  'attachment-failed',
];

interface Fixtures {
  proxy: ScriptedProxy;
  /** The events that have reached the document so far, in order. */
  events: RecordedEvent[];
  /** Puts a form on the page and waits until it can be filled in. Default: the short form. */
  open(attributes?: Record<string, string>, content?: string): Promise<FormPage>;
  /** The addresses that the page tried to open. The page stays where it is. */
  destinations: string[];
}

export const test = base.extend<Fixtures>({
  proxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from a pattern.
    async ({}, use) => {
      await commands.parkMouse();
      const proxy = new ScriptedProxy();
      proxy.publish(houseMove);
      proxy.connect();
      await use(proxy);
      // A form that is only removed would retry during a later test. Some have another tag name, or aren't defined yet.
      for (const form of document.querySelectorAll<Element & { reset?(): void }>('[case-type]'))
        form.reset?.();
      document.body.replaceChildren();
      document.documentElement.lang = 'en';
      sessionStorage.clear();
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    },
    { auto: true },
  ],
  events: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const events: RecordedEvent[] = [];
      const record = (event: Event) => {
        const { type, detail } = event as CustomEvent; // All of the element's events are custom events.
        events.push({ type, detail });
      };
      for (const type of recordedTypes) document.addEventListener(type, record);
      await use(events);
      for (const type of recordedTypes) document.removeEventListener(type, record);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  open: async ({}, use) => {
    await use(openForm);
  },
  destinations: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const destinations: string[] = [];
      const stay = (event: NavigateEvent) => {
        if (event.navigationType !== 'push' || event.destination.sameDocument) return;
        event.preventDefault();
        destinations.push(event.destination.url);
      };
      navigation.addEventListener('navigate', stay);
      await use(destinations);
      navigation.removeEventListener('navigate', stay);
    },
    { auto: true },
  ],
});

/** A form that isn't on the page yet. */
export function createForm(
  attributes: Record<string, string> = {},
  content = '',
  name = 'enquiry-form',
): FormPage {
  const element = document.createElement(name) as EnquiryForm; // The import has defined the element.
  element.innerHTML = content;
  for (const [name, value] of Object.entries({ 'case-type': 'house-move', proxy: proxyUrl, ...attributes })) {
    element.setAttribute(name, value);
  }
  return new FormPage(element);
}

/** Removes a form and opens it again with the same attributes, as a reload of the page would. */
export async function reload({ element }: FormPage): Promise<FormPage> {
  element.remove();
  const attributes = [...element.attributes].filter(({ name }) => !/^(ready|data-testid)$/.test(name));
  return openForm(Object.fromEntries(attributes.map(({ name, value }) => [name, value])));
}

/** Puts a form on the page. Resolves with it when it is ready. */
async function openForm(...given: Parameters<typeof createForm>): Promise<FormPage> {
  const form = appendForm(...given);
  await expect.element(form.element).toHaveAttribute('ready');
  return form;
}

/** Puts a form on the page that isn't ready yet. */
export function appendForm(...given: Parameters<typeof createForm>): FormPage {
  const form = createForm(...given);
  document.body.append(form.element);
  return form;
}

/** Answers everything that the short form requires. Resolves with the form. */
export async function fillInHouseMove(form: FormPage, forename = 'Ada'): Promise<FormPage> {
  await form.fillIn('First name', forename);
  await form.fillIn('Email address', 'ada@example.com');
  await form.choose('Remortgaging');
  return form;
}

/** Fills in and sends the short form. Resolves with the form. */
export async function sendHouseMove(form: FormPage, forename?: string): Promise<FormPage> {
  await fillInHouseMove(form, forename);
  await form.send();
  return form;
}

/** Sends the short form while the connection fails, and waits until it waits for the next attempt. Resolves with the form. */
export async function sendInVain(form: FormPage): Promise<FormPage> {
  await sendHouseMove(form);
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  return form;
}

/** Sends the short form, and waits until the proxy has the request, to which the test responds. Resolves with the form. */
export async function sendAndHold(form: FormPage, proxy: ScriptedProxy): Promise<FormPage> {
  proxy.next.enquiry.push('held');
  await sendHouseMove(form);
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  return form;
}

/** Sends the short form and waits for the receipt. Resolves with the form. */
export async function completeHouseMove(form: FormPage, forename?: string): Promise<FormPage> {
  await fillInHouseMove(form, forename);
  await form.complete();
  return form;
}

/** The types of the events, in order. */
export function eventTypes(events: RecordedEvent[]): string[] {
  return events.map(({ type }) => type);
}

/** Expects all requests to be for the same enquiry, with the same key, so that it arrives once. */
export function expectOneEnquiry({ enquiries }: ScriptedProxy): void {
  expect(enquiries.length).toBeGreaterThan(1);
  expect(new Set(enquiries.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
}

/** Records what a screen reader announces without moving the focus, from now on. */
export function recordAnnouncements(form: FormPage): string[] {
  const announced: string[] = [];
  const status = form.announcement().element();
  const observer = new MutationObserver(() => announced.push(status.textContent));
  observer.observe(status, { childList: true, characterData: true, subtree: true });
  return announced;
}

/** Whether the browser would ask before the page is left. */
export const wouldWarn = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Makes the browser say that it is online or offline. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Makes the browser say that it prerenders the page, or that the visitor has opened it. */
export function setPrerendering(isPrerendering: boolean): void {
  vi.spyOn(document, 'prerendering', 'get').mockReturnValue(isPrerendering);
  if (!isPrerendering) document.dispatchEvent(new Event('prerenderingchange'));
}

/** Stops the page's clock: from now on time passes only by `pass`. Waits lose their random part. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
}

export async function advanceClock(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

/** Advances the clock by `seconds` at a time until an expectation holds. */
export async function advanceClockUntil(seconds: number, isAsExpected: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      await advanceClock(seconds);
      return isAsExpected();
    })
    .toBe(true);
}

export { expect };
