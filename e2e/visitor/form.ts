// The enquiry form on a page, as a visitor uses it.
import type { Page } from '@playwright/test';
import type { TestFile } from '../files/documents.ts';
import { toInputFiles } from './files-on-disk.ts';

/** Returns locators and actions for a form on a page or in a frame. `selector` selects one of several forms. */
export function formOn(page: Pick<Page, 'locator'>, selector = 'enquiry-form') {
  const form = page.locator(selector);
  /** Locates a control by its label, with or without "(optional)". */
  const field = (label: string) =>
    form.getByLabel(new RegExp(`^\\s*${RegExp.escape(label)}\\s*(\\(optional\\))?$`));
  /** Locates a part of a date, such as its month. */
  const part = (label: string, name: string) =>
    form
      .getByRole('group', { name: new RegExp(`^${RegExp.escape(label)}`) })
      .getByLabel(new RegExp(`^\\s*${RegExp.escape(name)}\\s*(\\(optional\\))?$`));
  return {
    form,
    field,
    part,
    /** A whole date may be entered as its day: the form splits it. */
    fillIn: (label: string, text: string) => field(label).or(part(label, 'Day')).fill(text),
    choose: (group: string | RegExp, option: string) =>
      form.getByRole('group', { name: group }).getByLabel(option, { exact: true }).check(),
    attach: (...files: TestFile[]) => form.locator('#files').setInputFiles(toInputFiles(files)),
    send: () => form.getByRole('button', { name: /^(Send|Try (again|now)|Ask|Get|Request)/ }).click(),
    receipt: form.getByRole('group', { name: /received your enquiry/ }),
    summary: form.locator('[part~=summary]'),
  };
}

/** Fills in the required fields of house-move.html. `selector` selects one of several forms. */
export async function fillHouseMove(page: Page, forename = 'Grace', selector?: string): Promise<void> {
  const { form, fillIn, choose } = formOn(page, selector);
  await fillIn('First name', forename);
  await fillIn('Last name', 'Hopper');
  await fillIn('Email address', 'grace@example.com');
  await choose('What are you planning?', 'Remortgaging');
  await fillIn('Roughly how much is the property?', '285000');
  await form.getByLabel(/I have read the terms/).check();
}
