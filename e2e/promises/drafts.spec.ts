import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { draftNote, savedDrafts } from '../visitor/drafts.ts';
import { formOn } from '../visitor/form.ts';
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

for (const state of ['draft', 'countdown', 'thanks', 'receipt-reload']) {
  test(`axe finds no violation: ${state}`, beforeRelease, async ({ page, stack }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openState(state, page, stack);
    expect(await axeViolations(playwrightDriver(page))).toEqual([]);
  });
}
