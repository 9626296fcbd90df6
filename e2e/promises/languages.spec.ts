import type { Locator } from '@playwright/test';
import { png } from '../files/documents.ts';
import { arabicTexts, fillInTranslated, openTranslated, welshTexts } from '../pages/translated-page.ts';
import { answersIn, attributionIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a form is in Welsh from the first view to the receipt, and the enquiry arrives in English', async ({
  page,
  stack,
}) => {
  await openTranslated(page, stack, 'cy');
  const { form, summary } = formOn(page);
  const send = form.getByRole('button', { name: welshTexts.send });
  await send.click();
  await expect(summary.getByRole('heading')).toHaveText('Mae angen ateb i 6 chwestiwn o hyd');
  await expect(summary).toContainText('Rhowch eich enw cyntaf');
  await fillInTranslated(page, welshTexts);
  await send.click();
  await expect(form.getByRole('heading', { name: welshTexts.thanks })).toBeVisible();
  await expect(form).toContainText('Eich cyfeirnod');
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.meta[0]).toEqual({
    id: 'transaction',
    label: 'What are you planning?',
    value: 'remortgage',
  });
  // A consent keeps the text that the visitor read, because it proves what they agreed to.
  expect(answersIn(enquiry!).at(-1)).toEqual({
    id: 'terms',
    label: 'Rwyf wedi darllen telerau’r dyfynbris sefydlog',
    value: 'yes',
  });
  expect(attributionIn(enquiry!)).toMatchObject({ language: 'cy' });
});

test('phone numbers and file names keep their order in an Arabic review of the answers', async ({
  page,
  stack,
}) => {
  await openTranslated(
    page,
    stack,
    'ar',
    '<enquiry-form case-type="house-move" layout="steps"></enquiry-form>',
  );
  const { form, attach } = formOn(page);
  const field = (label: string) => form.getByLabel(label, { exact: true });
  const next = () => form.getByRole('button', { name: 'متابعة', exact: true }).click();
  await form
    .getByRole('group', { name: arabicTexts.group })
    .getByLabel(arabicTexts.option, { exact: true })
    .check();
  await field(arabicTexts.price).fill('285000');
  await form.getByLabel(arabicTexts.terms).check();
  await next();
  await field(arabicTexts.forename).fill('Grace');
  await field(arabicTexts.surname).fill('Hopper');
  await field(arabicTexts.email).fill('grace@example.com');
  await form.getByLabel(/رقم الهاتف المحمول/).fill('+44 7700 900123');
  await next();
  await attach({ name: '2026-02-01 letter.png', mimeType: 'image/png', buffer: png(30, 20).buffer });
  const nameOf = form.locator('[part~=file] .name');
  expect(await startsAtLeft(nameOf)).toBe(true);
  await next();
  expect(await startsAtLeft(form.getByText('+44 7700 900123'))).toBe(true);
});

/** Whether the first character of a text is left of its last one. */
function startsAtLeft(text: Locator): Promise<boolean> {
  return text.evaluate(element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode() as CharacterData;
    while (!node.data.trim()) node = walker.nextNode() as CharacterData; // Lit adds empty text nodes.
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(0) < leftOf(node.length - 1);
  });
}
