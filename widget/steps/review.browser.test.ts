import { accident, accidentContact, contactStep } from '../../tools/testing/widget/case-types.ts';
import { respondInvalid, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  contact,
  endingText,
  goToReview,
  questionsWithEnding,
  test,
  theAccident,
  yourHealth,
} from '../../tools/testing/widget/steps.ts';
import { expect } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, type FormPage } from '../../tools/testing/widget/visitor.ts';

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
    'Photos or documents': 'None',
  });
  await expect.element(form.button('Ask a solicitor')).toBeVisible();
});

test('only a heading has a heavy line below it', async ({ openSteps }) => {
  const town = { id: 'town', type: 'text' as const, label: 'Which town?', required: true };
  const steps = [{ title: 'Town', questions: ['town'] }, contactStep];
  const form = await openSteps({ questions: [town, ...accidentContact], steps });
  await form.fillIn('Which town?', 'Leeds');
  await form.press('Continue');
  await contact(form, /Photos or documents/);
  await form.go('Continue', /Check your answers/);
  const linesOf = (selector: string) => {
    const { borderTopWidth, borderBottomWidth } = getComputedStyle(
      form.element.renderRoot.querySelector(selector)!,
    );
    return [borderTopWidth, borderBottomWidth];
  };
  expect(linesOf('.review > dl:first-child')).toEqual(['0px', '0px']);
  expect(linesOf('.review .group')).toEqual(['0px', '2px']);
});

test('each step has one Change, which names its answers', async ({ openSteps }) => {
  const form = await openSteps();
  await goToReview(form);
  await expect
    .element(form.button('Change Your contact details: First name, Mobile number, Email address'))
    .toBeVisible();
  await expect
    .element(form.button('Change The accident: When did it happen? Where did it happen?'))
    .toBeVisible();
  await expect.element(form.button('Change Photos or documents')).toBeVisible();
  expect(form.button(/^Change/).elements()).toHaveLength(4);
});

test('Change leads to the step, and Continue back to the check', async ({ openSteps, proxy }) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press(/^Change.*First name/);
  await expectFocus(form.heading(/Your contact details/));
  await form.fillIn('First name', 'Grace');
  await form.go('Continue', /Check your answers/);
  await expect.element(form.text('Grace')).toBeVisible();
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent(/Grace/);
  expect(proxy.enquiries[0]?.enquiry.forename).toBe('Grace');
});

test('a step of one question is a row without a title', async ({ openSteps }) => {
  const [place, hurt] = ['place', 'hurt'].map(id => accident.questions.find(each => each.id === id)!);
  const others = accident.questions.slice(3).filter(each => each !== place && each !== hurt);
  const form = await openSteps({
    questions: [...accidentContact, place!, hurt!, ...others],
    steps: [
      contactStep,
      { title: 'The place', questions: ['place'] },
      { title: 'Your injuries', questions: ['hurt'] },
      { title: 'The rest', questions: ['day', 'employer', 'witness', 'terms'] },
    ],
  });
  await contact(form);
  await form.pick('Where did it happen?', 'On the road');
  await form.press('Continue');
  await form.choose('No');
  await form.press('Continue');
  await form.fillIn('When did it happen?', '2026-01-31');
  await form.choose('I have read the terms');
  await form.go('Continue', /Photos or documents/);
  await form.go('Continue', /Check your answers/);
  const titles = form.heading(/./).elements();
  expect(titles.map(({ textContent }) => textContent.trim())).toEqual([
    expect.stringContaining('Check your answers'),
    'Your contact details',
    'The rest',
  ]);
  await form.press('Change Where did it happen?');
  await expectFocus(form.heading(/Where did it happen/));
  await form.press('Back');
  await expect.element(form.button('Change Were you injured?')).toBeVisible();
});

test('phone numbers are in groups', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await form.fillIn('Which number does the witness have?', '07700900123');
  await yourHealth(form);
  await expect.element(form.heading(/Photos or documents/)).toBeVisible();
  await form.go('Continue', /Check your answers/);
  expect(form.review()).toMatchObject({ 'Which number does the witness have?': '07700 900123' });
  await form.press(/^Change.*First name/);
  await form.fillIn('Mobile number', '+447700900123');
  await form.go('Continue', /Check your answers/);
  expect(form.review()).toMatchObject({ 'Mobile number': '+44 7700 900123' });
});

/** From the check: the answer that makes a question of another step appear. */
const changePlace = async (form: FormPage, place: string) => {
  await form.press(/^Change The accident/);
  await form.pick('Where did it happen?', place);
};

test('a change that raises an optional question leads there once, and the step says so', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await goToReview(form);
  await changePlace(form, 'At work');
  await form.press('Continue');
  await expectFocus(form.heading(/^Step 3 of 6 Who is your employer\? \(optional\) 1 new question$/));
  await form.go('Continue', /Check your answers/);
  expect(form.review()).toMatchObject({ 'Who is your employer?': 'Not answered' });
  await expect.element(form.text('1 new question')).not.toBeInTheDocument();

  await changePlace(form, 'On the road');
  await form.go('Continue', /Check your answers/);
  await changePlace(form, 'At work');
  await form.go('Continue', /Check your answers/);
});

test('the check marks a new question that the visitor hasn’t seen because they went back', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await goToReview(form);
  await changePlace(form, 'At work');
  await form.go('Back', /Check your answers/);
  await expect.element(form.text('1 new question')).toBeVisible();
  await form.press('Change Who is your employer?');
  await expectFocus(form.heading(/Who is your employer\? \(optional\) 1 new question$/));
  await form.go('Continue', /Check your answers/);
  await expect.element(form.text('1 new question')).not.toBeInTheDocument();
});

test('a question that appears at the step of the change doesn’t stop the visitor', async ({ openSteps }) => {
  const form = await openSteps({
    steps: [
      contactStep,
      { title: 'The accident', questions: ['day', 'place', 'employer'] },
      { title: 'Your health', questions: ['hurt', 'witness', 'terms'] },
    ],
  });
  await goToReview(form);
  await changePlace(form, 'At work');
  await expect.element(form.field('Who is your employer?')).toBeVisible();
  await form.go('Continue', /Check your answers/);
});

test('a change can be refused where it is made', async ({ openSteps }) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press(/^Change.*Email address/);
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
  await form.go('Continue', /Check your answers/);
  await form.complete();
  expect(proxy.enquiries).toHaveLength(2);
});

test('a failure is told at the last step', async ({ openSteps, proxy }) => {
  proxy.next.enquiry.push(respondRefusal(403, 'origin-not-allowed'));
  const form = await openSteps();
  await goToReview(form);
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(textPatterns.failed);
  const partOf = (name: string | RegExp) => form.button(name).element().getAttribute('part');
  expect(partOf(textPatterns.tryAgain)).toBe('quiet-button');
  await form.press(/^Change Your health/);
  await expect.element(form.heading(/^Step .*Your health/)).toBeVisible();
  expect(partOf('Continue')).toBe('button');
  await form.press('Continue');
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
});

test('an answer that ends the form is explained on the check page, too, in place of Send', async ({
  openSteps,
}) => {
  const form = await openSteps({ questions: questionsWithEnding });
  await goToReview(form);
  await form.press(/^Change The accident/);
  await form.pick('Where did it happen?', 'At work');
  await form.go('Back', /Check your answers/);
  await expect.element(form.text(endingText)).toBeVisible();
  await expect.element(form.button('Ask a solicitor')).not.toBeInTheDocument();
  await form.press(/^Change The accident/);
  await form.pick('Where did it happen?', 'On the road');
  await form.press('Continue');
  await expect.element(form.button('Ask a solicitor')).toBeVisible();
});
