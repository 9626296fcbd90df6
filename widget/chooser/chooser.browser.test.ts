// One tag with several case types: what visitors choose decides which form they fill in and what arrives.
import { afterEach, vi } from 'vitest';
import {
  accident,
  contactDetails,
  houseMove,
  houseMoveInWelsh,
} from '../../tools/testing/widget/case-types.ts';
import { type } from '../../tools/testing/widget/drafts.ts';
import {
  test as base,
  completeHouseMove,
  expect,
  fillInHouseMove,
  reload,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, type FormPage } from '../../tools/testing/widget/visitor.ts';
import { EnquiryForm } from '../enquiry-form.ts';

const will = {
  ...houseMove,
  case_type: 'will',
  definition: 'sha256-will',
  label: 'Making a will',
  choice_label: 'A new will',
  questions: [
    ...contactDetails,
    { id: 'plan', type: 'text' as const, label: 'What do you want to leave?' },
    { id: 'notes', type: 'textarea' as const, label: 'Is there anything else?' },
  ],
};
const several = { 'case-type': 'house-move will' };

const test = base.extend<{ openSeveral(attributes?: Record<string, string>): Promise<FormPage> }>({
  openSeveral: async ({ open, proxy }, use) => {
    proxy.publish(will, accident);
    await use((attributes = {}) => open({ ...several, ...attributes }));
  },
});
const address = location.href;
afterEach(() => history.replaceState(null, '', address));
const choice = (form: FormPage) => form.group('What is it about?');

test('the form begins with the question, and the answer shows the form below it', async ({
  openSeveral,
  proxy,
}) => {
  const form = await openSeveral();
  await expect.element(choice(form)).toBeVisible();
  await expect.element(form.field('First name')).not.toBeInTheDocument();
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
  await form.choose('Moving house');
  await expect.element(form.heading('Moving house')).toBeVisible();
  await expect.element(form.announcement()).toHaveTextContent('The form “Moving house” is below.');
  await expectFocus(form.field('Moving house'));
  await completeHouseMove(form);
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({
    case_type: 'house-move',
    definition: houseMove.definition,
  });
  expect(proxy.enquiries[0]?.enquiry.answers).toEqual({ plan: 'remortgage' });
});

test('another choice keeps contact details and answers of the same type, and the others come back', async ({
  openSeveral,
  proxy,
}) => {
  const form = await openSeveral();
  await form.choose('Moving house');
  await fillInHouseMove(form);
  await form.fillIn('Is there anything else?', 'No');
  await form.choose('A new will');
  await expect.element(form.heading('Making a will')).toBeVisible();
  await expectFocus(form.field('A new will'));
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.field('Is there anything else?')).toHaveValue('No');
  await expect.element(form.field('What do you want to leave?')).toHaveValue('');
  await form.fillIn('First name', 'Grace');
  await form.choose('Moving house');
  await expect.element(form.field('Remortgaging')).toBeChecked();
  await expect.element(form.field('First name')).toHaveValue('Grace');
  await form.choose('A new will');
  await form.complete();
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({
    case_type: 'will',
    forename: 'Grace',
    answers: { notes: 'No' },
  });
});

test('the config words the question', async ({ open, proxy }) => {
  const chooser = { label: 'What can we do for you?', help: 'We’ll ask the right people.' };
  proxy.publish({ ...houseMove, chooser }, { ...will, chooser });
  const form = await open(several);
  await expect.element(form.group('What can we do for you? We’ll ask the right people.')).toBeVisible();
});

test('the site or the page’s address can choose, and a reset returns to that', async ({ openSeveral }) => {
  const chosen = await openSeveral({ values: '{"case_type":"will","forename":"Ada"}' });
  await expect.element(chosen.field('A new will')).toBeChecked();
  await expect.element(chosen.field('First name')).toHaveValue('Ada');
  await chosen.choose('Moving house');
  await expect.element(chosen.heading('Moving house')).toBeVisible();
  await expect.element(chosen.field('First name')).toHaveValue('Ada');
  chosen.element.reset();
  await expect.element(chosen.heading('Making a will')).toBeVisible();
  await expect.element(chosen.field('A new will')).toBeChecked();
  chosen.element.remove();

  history.replaceState(null, '', '?case-type=accident&case-type=house-move');
  const linked = await openSeveral();
  await expect.element(linked.field('Moving house')).toBeChecked();
  await expect.element(linked.heading('Moving house')).toBeVisible();
});

test('the site can choose later, unless the visitor has chosen', async ({ openSeveral }) => {
  const form = await openSeveral();
  form.element.values = { case_type: 'will' };
  await expect.element(form.heading('Making a will')).toBeVisible();
  await form.choose('Moving house');
  await expect.element(form.heading('Moving house')).toBeVisible();
  form.element.values = { case_type: 'will', forename: 'Ada' };
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.heading('Moving house')).toBeVisible();
});

test('a draft has the choice, and clearing the answers asks again, which can be undone', async ({
  openSeveral,
}) => {
  const form = await openSeveral();
  await form.choose('Moving house');
  await form.choose('Remortgaging');
  await type(form, 'Ada');
  const again = await reload(form);
  await expect.element(again.field('Moving house')).toBeChecked();
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.field('Remortgaging')).toBeChecked();
  await again.press(textPatterns.startAgain);
  await expect.element(again.heading('Moving house')).not.toBeInTheDocument();
  await expect.element(again.field('Moving house')).not.toBeChecked();
  await again.press('Undo');
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.field('Remortgaging')).toBeChecked();
});

test('a draft has the latest choice, even if nothing was typed', async ({ openSeveral }) => {
  const form = await openSeveral();
  await form.choose('Moving house');
  await type(form, 'Ada');
  await form.choose('A new will');
  await expect.element(form.heading('Making a will')).toBeVisible();
  await form.fillIn('First name', '');
  const again = await reload(form);
  await expect.element(again.heading('Making a will')).toBeVisible();
});

test('a receipt is restored with its case type, and the next enquiry asks again', async ({
  openSeveral,
  proxy,
}) => {
  proxy.publish({ ...will, next: 'We’ll write your will.' });
  const form = await openSeveral();
  await form.choose('A new will');
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.complete();
  const again = await reload(form);
  await expect.element(again.receipt()).toMatchTextContent(/We’ll write your will/);
  await again.press('Start a new enquiry');
  await expect.element(choice(again)).toBeVisible();
  await expect.element(again.field('First name')).not.toBeInTheDocument();
});

test('events name the chosen case type, and nothing can be sent before a choice', async ({
  openSeveral,
  events,
  proxy,
}) => {
  const form = await openSeveral();
  await expect.poll(() => form.element.submit()).toBe(false);
  await expect.element(form.problems()).toMatchTextContent(/What is it about\? /);
  await form.choose('Moving house');
  await expect.element(form.problems()).not.toBeInTheDocument();
  await completeHouseMove(form);
  expect(events.map(({ type, detail }) => [type, (detail as { case_type: string }).case_type])).toEqual([
    ['enquiry-refused', ''],
    ['enquiry-start', 'house-move'],
    ['enquiry-before-submit', 'house-move'],
    ['enquiry-accepted', 'house-move'],
  ]);
  expect(proxy.enquiries).toHaveLength(1);
});

test('in steps, Continue leads from the question to the first step, and Change back to it', async ({
  openSeveral,
  proxy,
  events,
}) => {
  const form = await openSeveral({ 'case-type': 'house-move accident', layout: 'steps' });
  await form.press('Continue');
  await expect.element(form.problems()).toBeVisible();
  await form.choose('Moving house');
  await expect.element(form.field('First name')).not.toBeVisible();
  await form.press('Continue');
  await expect.element(form.heading('Moving house').first()).toBeVisible();
  await expect.element(form.heading(/Step 2 of 5/)).toBeVisible();
  await expect.element(choice(form)).not.toBeInTheDocument();
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.press('Continue');
  await form.choose('Remortgaging');
  await form.go('Continue', /Photos or documents/);
  await form.go('Continue', /Check your answers/);
  expect(form.review()).toMatchObject({ 'What is it about?': 'Moving house' });
  await form.press(/Change What is it about/);
  await form.choose('Tell us what happened');
  await form.press('Continue');
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.press('Back');
  await expect.element(form.field('Tell us what happened')).toBeChecked();
  await expectFocus(form.heading('What is it about?'));
  expect(events.findLast(each => each.type === 'enquiry-step')?.detail).toMatchObject({
    case_type: 'accident',
    step: 1,
  });
  expect(proxy.enquiries).toHaveLength(0);
});

test('an unknown name is left out with a line on the console, and equal names are one', async ({
  openSeveral,
}) => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const form = await openSeveral({ 'case-type': ' will house-move unknown will\n' });
  await expect.element(choice(form)).toBeVisible();
  expect(error.mock.calls).toEqual([[expect.stringContaining('no case type "unknown"')]]);
  const labels = choice(form).getByRole('radio').elements();
  expect(labels).toHaveLength(2);
});

for (const caseType of ['will will', 'unknown will', 'will ']) {
  test(`with case-type="${caseType}" there is nothing to choose`, async ({ openSeveral }) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const form = await openSeveral({ 'case-type': caseType });
    await expect.element(form.heading('Making a will')).toBeVisible();
    await expect.element(choice(form)).not.toBeInTheDocument();
  });
}

test('case types that came with the script are not requested', async ({ openSeveral, proxy }) => {
  EnquiryForm.provide('https://proxy.example.com/enquiry-form.js', [
    { ...will, case_type: 'lease', label: 'A lease', choice_label: 'A lease' },
  ]);
  const form = await openSeveral({ 'case-type': 'lease will' });
  await form.choose('A lease');
  await expect.element(form.heading('A lease')).toBeVisible();
  expect(proxy.lookups.map(({ caseType }) => caseType)).toEqual(['will']);
});

test('without one of the case types, the form says that it couldn’t be loaded, and visitors can try again', async ({
  openSeveral,
  proxy,
}) => {
  proxy.next.lookup.push('lost');
  const form = await openSeveral();
  await expect.element(form.alert()).toMatchTextContent(textPatterns.unavailable);
  await form.press(textPatterns.tryAgain);
  await expect.element(choice(form)).toBeVisible();
});

test('a form in another language is announced in that language, and the choice keeps the focus', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...will, lang: 'cy' });
  const form = await open(several);
  await form.choose('A new will');
  await expect.element(form.heading('Making a will')).toBeVisible();
  await expect.element(form.announcement()).toHaveTextContent('Mae’r ffurflen “Making a will” isod.');
  await expectFocus(form.field('A new will'));
});

test('in another language, the form keeps the choice and what was typed', async ({ openSeveral, proxy }) => {
  proxy.publish(houseMoveInWelsh);
  const form = await openSeveral();
  await form.choose('Moving house');
  await form.fillIn('Is there anything else?', 'No');
  form.element.setAttribute('lang', 'cy');
  await expect.element(form.field('Symud tŷ')).toBeChecked();
  await expect.element(form.group('Am beth mae eich ymholiad?')).toBeVisible();
  await expect.element(form.group('What are you planning?')).toBeVisible();
  expect(form.element.values.answers).toEqual({ notes: 'No' });
});

test('a preview link shows the definition that it names once that case type is chosen', async ({
  openSeveral,
  proxy,
}) => {
  const hash = `sha256-${'p'.repeat(43)}`;
  proxy.archive({ ...will, definition: hash, label: 'A will, soon' });
  history.replaceState(null, '', `#enquiry-test=1.token&enquiry-preview=will:${'p'.repeat(43)}`);
  const form = await openSeveral();
  await expect.element(form.ribbon()).toBeVisible();
  await form.choose('A new will');
  await expect.element(form.heading('A will, soon')).toBeVisible();
  await form.choose('Moving house');
  await expect.element(form.heading('Moving house')).toBeVisible();
  await expect.element(form.ribbon()).not.toMatchTextContent(/preview/);
});

test('a tag that names other case types asks anew', async ({ openSeveral }) => {
  const form = await openSeveral();
  await form.choose('Moving house');
  await form.fillIn('First name', 'Ada');
  form.element.caseType = 'will accident';
  await expect.element(choice(form)).toBeVisible();
  await expect.element(form.field('Moving house')).not.toBeInTheDocument();
  form.element.caseType = 'will';
  await expect.element(form.heading('Making a will')).toBeVisible();
  await expect.element(choice(form)).not.toBeInTheDocument();
});
