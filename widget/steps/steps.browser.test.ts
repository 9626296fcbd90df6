// The form in steps: one part at a time, and a check of the answers before sending.
import { userEvent } from 'vitest/browser';
import { accident, houseMove } from '../testing/case-types.ts';
import { pdf } from '../testing/files.ts';
import { respondInvalid, respondRefusal } from '../testing/scripted-proxy.ts';
import { test as base, expect } from '../testing/test.ts';
import { textPatterns } from '../testing/texts.ts';
import { expectFocus, type FormPage, waitUntilVisible } from '../testing/visitor.ts';

const test = base.extend<{ openSteps(): Promise<FormPage> }>({
  openSteps: async ({ open, proxy }, use) => {
    proxy.publish(accident);
    await use(() => open({ 'case-type': 'accident', layout: 'steps' }));
  },
});

const contact = async (form: FormPage) => {
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.press('Continue');
};
const theAccident = async (form: FormPage, place = 'On the road') => {
  await form.fillIn('When did it happen?', '2026-01-31');
  await form.pick('Where did it happen?', place);
  await form.press('Continue');
};
const yourHealth = async (form: FormPage) => {
  await form.choose('No');
  await form.choose('I have read the terms');
  await form.press('Continue');
};

/** Goes through every step to the check of the answers. */
async function goToReview(form: FormPage): Promise<void> {
  await contact(form);
  await theAccident(form);
  await yourHealth(form);
  await expect.element(form.heading(/Photos or documents/)).toBeVisible();
  await form.press('Continue');
  await expect.element(form.heading(/Check your answers/)).toBeVisible();
}

test('the first step has the form’s heading and asks for the contact details', async ({ openSteps }) => {
  const form = await openSteps();
  await expect.element(form.heading('Tell us what happened')).toBeVisible();
  await expect.element(form.heading(/^Step 1 of 6 Your contact details$/)).toBeVisible();
  await expect.element(form.field('First name')).toBeVisible();
  await expect.element(form.field('When did it happen?')).not.toBeVisible();
  await expect.element(form.fileInput()).not.toBeInTheDocument();
  await expect.element(form.button('Back')).not.toBeInTheDocument();
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
});

test('Continue leads to the next step, whose heading takes the focus', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await expectFocus(form.heading(/^Step 2 of 6 The accident$/));
  await expect.element(form.field('When did it happen?')).toBeVisible();
  await expect.element(form.field('First name')).not.toBeVisible();
  await expect.element(form.heading('Tell us what happened')).not.toBeInTheDocument();
});

test('the number of a step is in smaller print than its title, whatever else has loaded', async ({
  openSteps,
}) => {
  const form = await openSteps();
  const ratio = () => {
    const [heading, count] = ['step-heading', 'step-count'].map(
      part => form.element.shadowRoot!.querySelector(`[part~=${part}]`)!,
    );
    return (
      Number.parseFloat(getComputedStyle(count!).fontSize) /
      Number.parseFloat(getComputedStyle(heading!).fontSize)
    );
  };
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  const before = ratio();
  expect(before).toBeLessThan(0.8);
  await contact(form); // Loads the parts that check and send.
  await expect.element(form.heading(/The accident/)).toBeVisible();
  expect(ratio()).toBeCloseTo(before, 5);
});

test('Continue first checks the answers of the step, and only those', async ({ openSteps, proxy }) => {
  const form = await openSteps();
  await form.press('Continue');
  await expectFocus(form.problems());
  await expect.element(form.problems().getByRole('link', { name: /first name/ })).toBeVisible();
  expect(form.problems().getByRole('link').elements()).toHaveLength(2);
  await expect.element(form.field('Email address')).toBeInvalid();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  await expect.element(form.problems()).not.toBeInTheDocument();
  expect(proxy.enquiries).toEqual([]);
});

test('Enter continues too', async ({ openSteps }) => {
  const form = await openSteps();
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  (await waitUntilVisible(form.field('Email address'))).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.heading(/The accident/)).toBeVisible();
});

test('a double click on Continue goes one step', async ({ openSteps }) => {
  const form = await openSteps();
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await userEvent.dblClick(form.button('Continue'));
  await expect.element(form.heading(/^Step 2 of 6/)).toBeVisible();
  await expect.element(form.problems()).not.toBeInTheDocument();
});

test('the second click of a slow double click, which lands on the next step, is ignored', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  const click = (detail: number) =>
    new MouseEvent('click', { detail, bubbles: true, composed: true, cancelable: true });
  const button = await waitUntilVisible(form.button('Continue'));
  expect(button.dispatchEvent(click(2))).toBe(false);
  expect(button.dispatchEvent(click(1))).toBe(true);
  await expect.element(form.problems()).toBeVisible();
});

test('Back leads to the step before, with its answers', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await form.press('Back');
  await expectFocus(form.heading(/Your contact details/));
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.press('Continue');
  await expect.element(form.heading(/The accident/)).toBeVisible();
});

test('Back keeps answers that are not complete', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await form.pick('Where did it happen?', 'At work');
  await form.press('Back');
  await form.press('Continue');
  await expect.element(form.field('Where did it happen?')).toHaveValue('work');
});

test('the browser’s own Back and Forward move between steps', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/Your health/)).toBeVisible();
  history.back();
  await expect.element(form.heading(/The accident/)).toBeVisible();
  history.back();
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  history.forward();
  await expect.element(form.heading(/The accident/)).toBeVisible();
  await expect.element(form.field('Where did it happen?')).toHaveValue('road');
});

test('the steps leave the page’s address and history state alone', async ({ openSteps }) => {
  history.replaceState({ page: 'ours' }, '');
  const address = location.href;
  const form = await openSteps();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  expect(location.href).toBe(address);
  expect(history.state).toMatchObject({ page: 'ours' });
});

test('a step without a question that is shown is passed over, and counts nevertheless', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/^Step 4 of 6 Your health$/)).toBeVisible();
});

test('an answer that adds a step changes no number', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form, 'At work');
  await expect.element(form.heading(/^Step 3 of 6 Your work$/)).toBeVisible();
  await form.fillIn('Who is your employer?', 'Analytical Engines Ltd');
  await form.press('Continue');
  await expect.element(form.heading(/^Step 4 of 6 Your health$/)).toBeVisible();
});

test('files have a step of their own', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await yourHealth(form);
  await expect.element(form.heading(/^Step 5 of 6 Photos or documents$/)).toBeVisible();
  await form.attach(pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await form.press('Continue');
  await expect.element(form.text('plan.pdf')).toBeVisible();
});

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

test('reset() leads back to the first step', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  form.element.reset();
  await expect.element(form.field('When did it happen?')).toHaveValue('');
});

test('a reload returns to the same step, and Back and Forward work as before', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/Your health/)).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  form.element.remove();
  const again = await openSteps();
  await expect.element(again.heading(/^Step 4 of 6 Your health$/)).toBeVisible();
  history.back();
  await expect.element(again.heading(/The accident/)).toBeVisible();
  await expect.element(again.field('Where did it happen?')).toHaveValue('road');
  history.forward();
  await expect.element(again.heading(/Your health/)).toBeVisible();
  await again.press('Back');
  await expect.element(again.heading(/The accident/)).toBeVisible();
  // The button went back in the browser's history instead of adding an entry.
  history.forward();
  await expect.element(again.heading(/Your health/)).toBeVisible();
});

test('the step survives a reload without an edit after it, and the way back to the check, too', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press('Change Where did it happen?');
  await expectFocus(form.field('Where did it happen?'));
  await expect.poll(() => JSON.stringify({ ...sessionStorage })).toContain('isDetour');
  form.element.remove();
  const again = await openSteps();
  await expect.element(again.heading(/The accident/)).toBeVisible();
  await again.press('Continue');
  await expect.element(again.heading(/Check your answers/)).toBeVisible();
});

test('the browser’s history decides on the step if it differs from the draft', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await expect.element(form.heading(/Your health/)).toBeVisible();
  form.element.remove();
  history.back(); // As from another page, by two entries.
  await expect.poll(() => JSON.stringify(history.state)).toContain('"key":1');
  const again = await openSteps();
  await expect.element(again.heading(/The accident/)).toBeVisible();
});

test('without a draft, a reload starts at the first step', async ({ open, proxy }) => {
  proxy.publish(accident);
  const openWithoutDraft = () => open({ 'case-type': 'accident', layout: 'steps', draft: 'off' });
  const form = await openWithoutDraft();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  form.element.remove();
  const again = await openWithoutDraft();
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
});

test('a reload on the first step stays there', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await form.press('Back');
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  form.element.remove();
  const again = await openSteps();
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
});

test('undoing the clearing of the answers returns to the same step', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  form.element.remove();
  const again = await openSteps();
  await expect.element(again.heading(/The accident/)).toBeVisible();
  await again.press(textPatterns.startAgain);
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
  await again.press('Undo');
  await expect.element(again.heading(/The accident/)).toBeVisible();
});

test('a page may change the layout at any time', async ({ open }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  form.element.layout = 'steps';
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  form.element.layout = undefined;
  await expect.element(form.field('Buying')).toBeVisible();
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});

test('a form of one step sends from it', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, questions: [], attachments: { ...houseMove.attachments, max_files: 0 } });
  const form = await open({ layout: 'steps' });
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
});

test('a hidden contact field is not asked for in steps either', async ({ open, proxy }) => {
  proxy.publish(accident);
  const values = '{"forename":"Ada","email":"ada@example.com"}';
  const form = await open({
    'case-type': 'accident',
    layout: 'steps',
    values,
    'hidden-fields': 'forename email telephone_mobile',
  });
  await expect.element(form.heading(/The accident/)).toBeVisible();
});

test('two forms in steps on a page move independently', async ({ openSteps }) => {
  const first = await openSteps();
  const second = await openSteps();
  await contact(first);
  await contact(second);
  await theAccident(second);
  await expect.element(second.heading(/Your health/)).toBeVisible();
  await expect.element(first.heading(/The accident/)).toBeVisible();
  history.back();
  await expect.element(second.heading(/The accident/)).toBeVisible();
  await expect.element(first.heading(/The accident/)).toBeVisible();
});

test('reset() goes back to the first step, also from the receipt', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await expect.element(form.heading(/The accident/)).toBeVisible();
  form.element.reset();
  await expect.element(form.field('First name')).toBeVisible();

  await goToReview(form);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  form.element.reset();
  await expect.element(form.field('First name')).toBeVisible();
});

test('an answer ends the form from its step on: the explanation replaces Continue', async ({
  open,
  proxy,
}) => {
  const ends = { text: 'We only help with accidents on the road.' };
  const questions = accident.questions.map(question =>
    question.id === 'place'
      ? {
          ...question,
          options: question.options!.map(option => (option.value === 'work' ? { ...option, ends } : option)),
        }
      : question,
  );
  proxy.publish({ ...accident, questions });
  const form = await open({ 'case-type': 'accident', layout: 'steps' });
  await contact(form);
  await form.pick('Where did it happen?', 'At work');
  await expect.element(form.text(ends.text)).toBeVisible();
  await expect.element(form.button('Continue')).not.toBeInTheDocument();
  await form.press('Back');
  await expect.element(form.button('Continue')).toBeVisible();
  await form.press('Continue');
  await form.pick('Where did it happen?', 'On the road');
  await expect.element(form.button('Continue')).toBeVisible();
});
