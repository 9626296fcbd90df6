import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { pdf, programNamedPdf } from '../../e2e/files/documents.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import type { OpenState } from './open-state.ts';

/** Fills in the proxy's page of the longest form, which has its controls in the element or, without JavaScript, beside
 * it. */
async function fillIn(page: Page): Promise<void> {
  const { field, fillIn, choose } = formOn(page, 'body');
  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron');
  await fillIn('Mobile number', '07700 900123');
  await fillIn('Email address', 'ada@example.com');
  for (const [part, text] of [
    ['Day', '1'],
    ['Month', '2'],
    ['Year', '2026'],
  ] as const)
    await page.getByLabel(part, { exact: true }).fill(text);
  await field('Where did it happen?').selectOption({ label: 'At work' });
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Neck or back');
  await page.getByLabel(/What happened\?/).fill('I slipped on the wet floor by the loading bay.');
  await page.locator('#files').setInputFiles([pdf(), programNamedPdf()]);
}

async function send(page: Page): Promise<void> {
  await page.locator('.send').click();
}

/** The pages of the proxy, with scripts if the visitor's browser runs them. */
const states: Record<string, OpenState> = {
  page: (page, stack) => page.goto(`${stack.proxy}/forms/personal-injury`),
  'page-list': (page, stack) =>
    page.goto(`${stack.proxy}/forms?case-type=personal-injury&case-type=house-move&case-type=employment`),
  'page-filled': async (page, stack) => {
    await page.goto(`${stack.proxy}/forms/personal-injury`);
    await fillIn(page);
  },
  'page-problems': async (page, stack) => {
    await page.goto(`${stack.proxy}/forms/personal-injury`);
    await page.getByLabel('Month', { exact: true }).fill('13');
    await page.locator('#files').setInputFiles([pdf()]);
    await send(page);
    await page.locator('.summary').waitFor();
  },
  'page-receipt': async (page, stack) => {
    await page.goto(`${stack.proxy}/forms/personal-injury`);
    await fillIn(page);
    await send(page);
    await page.getByText('letter.pdf').first().waitFor();
  },
  'page-expired': (page, stack) => page.goto(`${stack.proxy}/forms/personal-injury?receipt=expired`),
  'page-unknown': (page, stack) => page.goto(`${stack.proxy}/forms/unknown`),
  'page-files': async (page, stack) => {
    const response = await fetch(`${stack.proxy}/enquiries`, {
      method: 'POST',
      headers: {
        origin: new URL(stack.site).origin,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        case_type: 'house-move',
        forename: 'Ada',
        surname: 'Byron',
        email: 'ada@example.com',
        answers: { transaction: 'both', price: '285000', terms: 'yes' },
      }),
    });
    const { reference, add_later } = (await response.json()) as {
      reference: string;
      add_later: { token: string };
    };
    await page.goto(`${stack.proxy}/enquiries/${reference}/files#${add_later.token}`);
  },
};

/** The states of pages; those without JavaScript begin with `plain-`. */
export const pageStates: Record<string, OpenState> = Object.fromEntries(
  Object.entries(states).flatMap(([name, open]) => [
    [name, open],
    [name.replace('page', 'plain'), open],
  ]),
);

export const isPage = (state: string) => /^(page|plain)(-|$)/.test(state);
export const isWithoutJavaScript = (state: string) => /^plain(-|$)/.test(state);
