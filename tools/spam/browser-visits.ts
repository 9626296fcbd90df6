// Visits in Chromium with the processor slowed four times, while bots send their posts.
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import type { Stack } from '../../e2e/processes/stack.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import { caseType } from './client.ts';
import type { Visit } from './people.ts';

const slowdown = 4;

/** The text of a visitor. Every other text has so many links that the enquiry is challenged. */
function storyOf(n: number): string {
  const links = [1, 2, 3, 4].map(page => `https://example.com/house/${page}`).join(' ');
  return n % 2 ? `We would like to sell a house in spring, and need a solicitor for visit ${n}.` : links;
}

async function visitInBrowser(browser: Browser, address: string, n: number): Promise<Visit> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let wasChallenged = false;
  let reference: string | undefined;
  page.on('response', async response => {
    if (response.request().method() !== 'POST' || !response.url().endsWith('/enquiries')) return;
    wasChallenged ||= response.status() === 403;
    if (response.ok()) ({ reference } = (await response.json()) as { reference: string });
  });
  const email = `browser-${n}@example.com`;
  await page.goto(address);
  const { fillIn, send, receipt } = formOn(page);
  await fillIn('First name', 'Grace');
  await fillIn('Last name', 'Hopper');
  await fillIn('Email address', email);
  await fillIn('What happened?', storyOf(n));
  const startedAt = performance.now();
  await send();
  await receipt.waitFor();
  const ms = performance.now() - startedAt;
  await page.close();
  return { kind: 'browser', email, reference, wasChallenged, ms };
}

/** Makes this many visits one after the other, with a pause before each. */
export async function visitInBrowsers(stack: Stack, count: number, pauseMs: number): Promise<Visit[]> {
  const address = stack.servePage(
    `<!doctype html><html lang="en"><title>Write to us</title>
    <enquiry-form case-type="${caseType}"></enquiry-form>
    <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType}"></script>`,
    '',
  );
  const browser = await chromium.launch(fullChromium.launchOptions);
  try {
    const visits: Visit[] = [];
    for (let n = 0; n < count; n++) {
      await pause(pauseMs);
      visits.push(await visitInBrowser(browser, address, n));
    }
    return visits;
  } finally {
    await browser.close();
  }
}
