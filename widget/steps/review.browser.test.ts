// The check of the answers before sending, and the way back to it from a change or a problem.
import { accident } from '../../tools/testing/widget/case-types.ts';
import { respondInvalid, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { goToReview, test } from '../../tools/testing/widget/steps.ts';
import { expect } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('the last step shows every answer as it will be sent', async ({ openSteps }) => {
  const form = await openSteps();
  await goToReview(form);
  await expectFocus(form.heading(/^Step 6 of 6 Check your answers$/));
  expect(form.review()).toEqual({
    'First name': 'Ada',
    'Mobile number': 'Not answered',
    'Email address': 'ada@example.com',
    'When did it happen?': '31 January 2026',
    'Where did it happen?': 'On the road',
    'Were you injured?': 'No',
    'Which number does the witness have?': 'Not answered',
    'I have read the terms': 'Yes',
    Files: 'Not answered',
  });
  await expect.element(form.button('Ask a solicitor')).toBeVisible();
});

test('the enquiry is sent from the last step only, with all answers', async ({ openSteps, proxy }) => {
  const form = await openSteps();
  await goToReview(form);
  expect(proxy.enquiries).toEqual([]);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({
    forename: 'Ada',
    answers: { day: '2026-01-31', place: 'road', hurt: 'no', terms: 'yes' },
  });
});

test('Change leads to the answer, and Continue back to the check', async ({ openSteps, proxy }) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press('Change First name');
  await expectFocus(form.field('First name'));
  await form.fillIn('First name', 'Grace');
  await form.press('Continue');
  await expect.element(form.heading(/Check your answers/)).toBeVisible();
  await expect.element(form.text('Grace')).toBeVisible();
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent(/Grace/);
  expect(proxy.enquiries[0]?.enquiry.forename).toBe('Grace');
});

test('Back from a change leads to the check too', async ({ openSteps }) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press('Change Where did it happen?');
  await expectFocus(form.field('Where did it happen?'));
  await form.press('Back');
  await expect.element(form.heading(/Check your answers/)).toBeVisible();
});

test('a change that raises a new question leads there before the check', async ({ openSteps, proxy }) => {
  proxy.publish({
    ...accident,
    questions: accident.questions.map(question =>
      question.id === 'employer' ? { ...question, required: true } : question,
    ),
  });
  const form = await openSteps();
  await goToReview(form);
  await form.press('Change Where did it happen?');
  await form.pick('Where did it happen?', 'At work');
  await form.press('Continue');
  await expect.element(form.heading(/Your work/)).toBeVisible();
  await form.fillIn('Who is your employer?', 'Analytical Engines Ltd');
  await form.press('Continue');
  await expect.element(form.heading(/Check your answers/)).toBeVisible();
  await expect.element(form.text('Analytical Engines Ltd')).toBeVisible();
});

test('a change can be refused where it is made', async ({ openSteps }) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press('Change Email address');
  await form.fillIn('Email address', 'nowhere');
  await form.press('Continue');
  await expectFocus(form.problems());
  await form.fillIn('Email address', 'grace@example.com');
  await form.press('Continue');
  await expect.element(form.text('grace@example.com')).toBeVisible();
});

test('what the proxy refuses is shown at its step', async ({ openSteps, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'email', rule: 'refused' }));
  const form = await openSteps();
  await goToReview(form);
  await form.send();
  await expectFocus(form.problems());
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  await expect.element(form.field('Email address')).toBeInvalid();
  await form.fillIn('Email address', 'grace@example.com');
  await form.press('Continue');
  await expect.element(form.heading(/Check your answers/)).toBeVisible();
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(2);
});

test('problems at two steps are corrected one after the other', async ({ openSteps, proxy }) => {
  proxy.next.enquiry.push(
    respondInvalid({ field: 'email', rule: 'refused' }, { field: 'answers.day', rule: 'not_a_date' }),
  );
  const form = await openSteps();
  await goToReview(form);
  await form.send();
  await expect.element(form.field('Email address')).toBeInvalid();
  await form.fillIn('Email address', 'grace@example.com');
  await form.press('Continue');
  await expectFocus(form.problems());
  await expect.element(form.field('When did it happen?')).toBeInvalid();
  await form.fillIn('When did it happen?', '2026-01-30');
  await form.press('Continue');
  await expect.element(form.heading(/Check your answers/)).toBeVisible();
});

test('a failure is told at the last step', async ({ openSteps, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(403, 'origin-not-allowed'));
  const form = await openSteps();
  await goToReview(form);
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(textPatterns.failed);
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
});
