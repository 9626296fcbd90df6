// A page that embeds the house-move form with the attributes and content that a test gives it.
import type { Locator, Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';

/** The element's public properties and methods. */
export interface EnquiryForm extends HTMLElement {
  values: Record<string, unknown>;
  submit(): Promise<boolean>;
  reset(): void;
}

/** Values for every required field. */
export const sampleValues = {
  forename: 'Grace',
  surname: 'Hopper',
  email: 'grace@example.com',
  answers: { transaction: 'remortgage', price: '285000', terms: 'yes' },
};
export const sampleValuesAttribute = `values='${JSON.stringify(sampleValues)}'`;

export function elementOn(page: Page): Locator {
  return page.locator('enquiry-form');
}

export function openHouseMove(page: Page, stack: Stack, attributes: string, rest = '', script = '') {
  return page.goto(
    stack.servePage(
      `<!doctype html><html lang="en"><title>Prefill</title><h1>Prefill</h1>
      <enquiry-form case-type="house-move" ${attributes}>${rest}</enquiry-form><script>${script}</script>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
      '',
    ),
  );
}
