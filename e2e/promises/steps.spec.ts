// The form in steps: moving between steps, hidden steps and the layout.

import { openState } from '../../tools/screenshots/states.ts';
import { pdf, png } from '../files/documents.ts';
import { answersIn } from '../processes/meta-entries.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

test('a form in steps sends the same enquiry as the form on one page, files included', async ({
  page,
  stack,
}) => {
  const fill = async (path: string, next: () => Promise<unknown>) => {
    await page.goto(`${stack.site}${path}`);
    const { form, fillIn, choose, field, attach, send } = formOn(page);
    await fillIn('When did it happen?', '2026-02-01');
    await field('Where did it happen?').selectOption({ label: 'On the road' });
    await next();
    await choose(/How were you travelling/, 'On foot');
    await next();
    await choose('Were you injured?', 'Yes');
    await choose(/What was injured\?/, 'Neck or back');
    await choose(/What was injured\?/, 'Something else');
    await fillIn('What else was injured?', 'My left thumb');
    await next();
    await fillIn('What happened?', 'A car turned left.\nI did not.');
    await form.getByLabel(/You can leave a message/).check();
    await next();
    await attach(pdf(), png(60, 40));
    await next();
    await fillIn('First name', 'Ada');
    await fillIn('Last name', 'Byron');
    await fillIn('Email address', 'ada@example.com');
    await next();
    await send();
    await expect(form.getByText('Sent', { exact: true })).toHaveCount(2);
  };
  await fill('/', async () => {});
  await fill('/steps.html', formInStepsOn(page).next);
  const [one, other] = (await stack.listEnquiries()).map(({ body, meta, files }) => ({
    ...body,
    meta: answersIn({ meta }),
    files: files.map(({ name, sha256 }) => `${name} ${sha256}`).sort(),
  }));
  expect(other).toEqual(one);
  expect(other?.files).toHaveLength(2);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const state of [
    'steps-first',
    'steps-new-question',
    'steps-middle',
    'steps-problems',
    'steps-check',
  ]) {
    test(`axe finds no violation: ${state}, ${colorScheme}`, beforeRelease, async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openState(state, page, stack);
      expect(await axeViolations(playwrightDriver(page))).toEqual([]);
    });
  }
}
