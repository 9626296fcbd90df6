import { expect, test } from '../test.ts';
import { draftNote, savedDrafts } from '../visitor/drafts.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test('draft="off" keeps nothing and deletes an earlier draft', async ({ page, stack }) => {
  const withTag = (tag: string) =>
    stack.servePage(
      `<!doctype html><html lang="en"><title>Drafts</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>${tag}`,
      '',
    );
  const { form, fillIn, field } = formOn(page);
  await page.goto(withTag('<enquiry-form case-type="house-move"></enquiry-form>'));
  await fillIn('First name', 'Ada');
  await expect.poll(() => savedDrafts(page)).toContain('Ada');
  await page.goto(withTag('<enquiry-form case-type="house-move" draft="off"></enquiry-form>'));
  await fillIn('Last name', 'Byron');
  await expect.poll(() => savedDrafts(page)).toBe('{}');
  await expect(field('First name')).toHaveValue('');
  await expect(form.getByText(draftNote)).toHaveCount(0);
  await page.reload();
  await field('First name').focus();
  await expect(field('Last name')).toHaveValue('');
});

test('a case type with draft: false keeps nothing', async ({ page, stack }) => {
  await page.route('**/enquiry-form.js*', async route => {
    const response = await route.fetch();
    const text = (await response.text()).replace('"draft":true', '"draft":false');
    await route.fulfill({ response, body: text });
  });
  await page.goto(stack.site);
  const { fillIn, field } = formOn(page);
  const isLoaded = page.waitForResponse('**/assets/submission-*.js');
  await fillIn('First name', 'Ada');
  await isLoaded;
  await page.reload();
  await field('First name').focus();
  await expect(field('First name')).toHaveValue('');
  expect(await savedDrafts(page)).toBe('{}');
});

for (const [condition, script] of [
  [
    'blocked',
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
  ],
  ['full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"],
] as const) {
  test(`the form works without a draft when the storage is ${condition}`, async ({ page, stack }) => {
    const errors: Error[] = [];
    page.on('pageerror', error => errors.push(error));
    await page.addInitScript(script);
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    await formOn(page).send();
    await expect(formOn(page).receipt).toBeVisible();
    expect(errors).toEqual([]);
  });
}
