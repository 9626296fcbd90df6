import { answersIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a conditional question appears and disappears, keeps its answer, and is sent only while it is shown', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  const { fillIn, choose, send, receipt, field } = formOn(page);
  const otherInjury = field('What else was injured?');
  await expect(otherInjury).toBeHidden();
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Something else');
  await otherInjury.fill('My left thumb');
  await choose('Were you injured?', 'No');
  await expect(otherInjury).toBeHidden();
  await choose('Were you injured?', 'Yes');
  await expect(otherInjury).toHaveValue('My left thumb');
  await choose('Were you injured?', 'No');

  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('When did it happen?', '2026-02-01');
  await field('Where did it happen?').selectOption({ label: 'At work' });
  await fillIn('What happened?', 'I slipped.');
  await send();
  await expect(receipt).toBeVisible();
  const [enquiry] = await stack.listEnquiries();
  expect(answersIn(enquiry!).map(({ id }) => id)).toEqual([
    'accident-date',
    'accident-place',
    'injured',
    'what-happened',
  ]);
});
