// Navigation by a visitor, in every browser engine. It has a referrer, unlike opening an address.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Visitor } from './visitor.ts';

/** WebKit's driver may wait forever for a script whose page is gone, so the next poll asks the new page. */
const lostScriptMs = 5_000;

/** Clicks a link to this address and waits for the page. */
export async function followLink(visitor: Visitor, address: string): Promise<void> {
  await visitor.run(href => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    // The click comes after the script, because WebKit's driver waits for a script whose page is gone.
    setTimeout(() => link.click());
  }, address);
  await waitForAddress(visitor, address);
}

/** Goes back in the browser's history to the page at this address. */
export async function goBackTo(visitor: Visitor, address: string): Promise<void> {
  await visitor.run(() => void setTimeout(() => history.back()), undefined);
  await waitForAddress(visitor, address);
}

/** Waits until the browser has loaded the page at this address and its forms. */
async function waitForAddress(visitor: Visitor, address: string): Promise<void> {
  // Reading fails while the browser replaces one page by another.
  await expect(async () => {
    const current = visitor.run(() => location.href, undefined);
    expect(await Promise.race([current, pause(lostScriptMs, undefined, { ref: false })])).toBe(
      new URL(address).href,
    );
  }).toPass({ intervals: [20, 50, 100] });
  await waitUntilLoaded(visitor);
}

/** Waits for the page's scripts, its forms, and the part that every form loads right after it is shown. */
export async function waitUntilLoaded(visitor: Visitor): Promise<void> {
  await expect(async () => {
    expect(
      await Promise.race([visitor.run(isLoaded, undefined), pause(lostScriptMs, undefined, { ref: false })]),
    ).toBe(true);
  }).toPass({ intervals: [20, 50, 100] });
}

/** Waits until the element shows its own form, because drivers lose the fields of the server's form that it replaces. Unlike
 * `waitUntilLoaded`, this doesn't look for a part among the page's requests, where WebKit lists none that it has cached. */
export async function waitForOwnForm(visitor: Visitor): Promise<void> {
  const hasOwnForm = () =>
    !!document.querySelector('enquiry-form[ready]')?.shadowRoot?.querySelector('form:not([action])');
  await expect.poll(() => visitor.run(hasOwnForm, undefined)).toBe(true);
}

/** Runs in the page. */
async function isLoaded(): Promise<boolean> {
  const forms = [...document.querySelectorAll('enquiry-form')];
  const areReady = document.readyState === 'complete' && forms.every(form => form.hasAttribute('ready'));
  if (!areReady || forms.length === 0) return areReady;
  const part = performance.getEntriesByType('resource').find(({ name }) => name.includes('/measurement-'));
  // The import resolves when the part's code has run.
  if (part) await import(part.name);
  return !!part;
}
