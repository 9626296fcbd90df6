import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { draftNote, savedDrafts } from '../visitor/drafts.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

test('a reload restores what was typed, with a note and a way to start again, which can be undone', {
  tag: '@wcag-3.3.7',
}, async ({ page, stack }) => {
  await page.goto(stack.site);
  const { form, field, part, fillIn, choose } = formOn(page);
  await fillIn('First name', 'Ada');
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Neck or back');
  await choose(/What was injured\?/, 'Something else');
  await fillIn('What else was injured?', 'My thumb');
  await field('Where did it happen?').selectOption({ label: 'At work' });
  await expect.poll(() => savedDrafts(page)).toContain('work');
  await page.reload();
  await expect(form.locator('[part=note]')).toContainText(draftNote);
  await expect(form.getByRole('status')).toHaveText(draftNote);
  await expect(field('First name')).toHaveValue('Ada');
  await expect(field('What else was injured?')).toHaveValue('My thumb');
  await expect(form.getByLabel('Neck or back')).toBeChecked();
  await expect(field('Where did it happen?')).toHaveValue('work');

  await form.getByRole('button', { name: 'Clear answers and start again' }).click();
  await expect(field('First name')).toHaveValue('');
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(field('First name')).toHaveValue('Ada');
  await expect(form.getByLabel('Neck or back')).toBeChecked();
  await expect(field('What else was injured?')).toHaveValue('My thumb');
  await form.getByRole('button', { name: 'Clear answers and start again' }).click();
  await expect(part('When did it happen?', 'Day')).toBeFocused();
  await expect(field('First name')).toHaveValue('');
  await expect(field('What else was injured?')).toBeHidden();
  await expect(form.getByText(draftNote)).toBeHidden();
  expect(await savedDrafts(page)).toBe('{}');
  await page.reload();
  await expect(field('First name')).toHaveValue('');
});

test('a draft belongs to its page and case type, and nothing that was typed is kept once the enquiry is accepted', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, field, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await expect.poll(() => savedDrafts(page)).toMatch(/terms\W+yes/);
  await page.goto(stack.site);
  await expect(field('First name')).toHaveValue('');
  await page.goto(`${stack.site}/house-move.html?utm_source=again`);
  await expect(form.getByText(draftNote).first()).toBeVisible();
  await send();
  await expect(receipt).toBeVisible();
  expect(await savedDrafts(page)).not.toMatch(/Grace|Hopper|grace|285000/);
  await page.reload();
  await form.getByRole('button', { name: 'Start a new enquiry' }).click();
  await expect(field('First name')).toHaveValue('');
  expect(await savedDrafts(page)).toBe('{}');
});

test(
  'axe finds no violation in the note, the countdown and the receipt with thanks',
  beforeRelease,
  async ({ page, stack }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found = () => axeViolations(playwrightDriver(page));
    await page.goto(`${stack.site}/house-move.html`);
    const { form, send, receipt } = formOn(page);
    await form.evaluate(element => {
      const template = document.createElement('template');
      template.slot = 'thanks';
      template.content.append('Thank you from all of us.');
      element.append(template);
    });
    let attempts = 0;
    const { promise: isChecked, resolve: resumeRequests } = Promise.withResolvers<void>();
    await page.route('**/enquiries', async route => {
      attempts += 1;
      if (attempts === 1) return route.abort();
      await isChecked; // The countdown may end before axe does.
      await route.continue();
    });
    await fillHouseMove(page);
    await expect.poll(() => savedDrafts(page)).toContain('Grace');
    await send();
    await expect(form.getByRole('button', { name: 'Try now' })).toBeVisible();
    expect(await found()).toEqual([]);
    resumeRequests();
    await expect(receipt).toBeFocused();
    await expect(page.getByText('from all of us')).toBeVisible();
    expect(await found()).toEqual([]);

    await page.goto(stack.site);
    await formOn(page).fillIn('First name', 'Ada');
    await expect.poll(() => savedDrafts(page)).toContain('Ada');
    await page.reload();
    await expect(form.getByRole('button', { name: 'Clear answers and start again' })).toBeVisible();
    expect(await found()).toEqual([]);
  },
);

test('a reloaded form repeats its request, or sends a new one after an edit', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, receipt, fillIn } = formOn(page);
  const keys: (string | undefined)[] = [];
  let isBroken = true;
  await page.route('**/enquiries', async route => {
    keys.push((await route.request().allHeaders())['idempotency-key']);
    await (isBroken ? route.abort() : route.continue());
  });
  page.on('dialog', dialog => dialog.accept());
  await fillHouseMove(page);
  await send();
  await expect(form.getByRole('button', { name: 'Try now' })).toBeVisible();
  await page.reload();
  await expect(form.getByRole('button', { name: 'Try now' })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  await fillIn('First name', 'Ada');
  isBroken = false;
  await send();
  await expect(receipt).toHaveText(/Ada/);
  expect(new Set(keys).size).toBe(2);
  expect(await stack.listEnquiries()).toHaveLength(1);
});
