// A page that embeds the house-move form with the attributes and content that a test gives it.
import type { Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';

/** The element's public properties and methods. */
export interface EnquiryForm extends HTMLElement {
  values: Record<string, unknown>;
  submit(): Promise<boolean>;
  reset(): void;
}

export const sampleValues = {
  forename: 'Grace',
  surname: 'Hopper',
  email: 'grace@example.com',
  answers: { transaction: 'remortgage', price: '285000', terms: 'yes' },
};
/** Values for every required field. */
export const sampleValuesAttribute = `values='${JSON.stringify(sampleValues)}'`;

/** Serves the page. Returns its address. */
export function houseMovePage(stack: Stack, attributes: string): string {
  return stack.servePage(
    `<!doctype html><html lang="en"><title>Prefill</title><h1>Prefill</h1>
    <enquiry-form case-type="house-move" ${attributes}></enquiry-form>
    <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
    '',
  );
}

export function openHouseMove(page: Page, stack: Stack, attributes: string) {
  return page.goto(houseMovePage(stack, attributes));
}
