// A page that embeds the house-move form with the attributes and content that a test gives it.
import type { Locator, Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';

/** The element's interface, as a page's script sees it. */
export interface EnquiryForm extends HTMLElement {
  values: Record<string, unknown>;
  submit(): Promise<boolean>;
  reset(): void;
}

/** A complete set of values. */
export const grace = {
  forename: 'Grace',
  surname: 'Hopper',
  email: 'grace@example.com',
  answers: { transaction: 'remortgage', price: '285000', terms: 'yes' },
};
export const graceAttribute = `values='${JSON.stringify(grace)}'`;

export function elementOn(page: Page): Locator {
  return page.locator('enquiry-form');
}

export function openHouseMove(page: Page, stack: Stack, attributes: string, rest = '', script = '') {
  return page.goto(
    stack.page(
      `<!doctype html><html lang="en"><title>Prefill</title><h1>Prefill</h1>
      <enquiry-form case-type="house-move" ${attributes}>${rest}</enquiry-form><script>${script}</script>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
      '',
    ),
  );
}
