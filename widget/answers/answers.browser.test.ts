// Help with answers while the visitor gives them, and fields that few forms have.
import { userEvent } from 'vitest/browser';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import { contact, houseMove } from '../../tools/testing/widget/case-types.ts';
import { ask, sent } from '../../tools/testing/widget/questions.ts';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { expectFocus, press, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

test('a misspelt email address brings a suggestion, which is announced and which one press accepts', {
  tags: 'wcag-3.3.3',
}, async ({ open }) => {
  const form = await open();
  await form.fillIn('Email address', 'grace@gmial.com');
  await userEvent.keyboard('{Tab}');
  await expect.element(form.announcement()).toMatchTextContent(/Did you mean grace@gmail\.com/);
  await form.press(/Did you mean grace@gmail\.com\?/);
  await expect.element(form.field('Email address')).toHaveValue('grace@gmail.com');
  await expectFocus(form.field('Email address'));
  await expect.element(form.button(/Did you mean/)).not.toBeInTheDocument();
});

test('of a British mobile number that lacks a digit, the form asks whether it does, and sends it', async ({
  open,
  proxy,
}) => {
  const form = await open();
  const below = () => form.element.shadowRoot!.querySelector('.below')?.textContent;
  await fillInHouseMove(form);
  await form.fillIn('Mobile number', '07700 90012');
  await userEvent.keyboard('{Tab}');
  await expect.poll(below).toBe('Is a digit missing?');
  await expect.element(form.announcement()).toMatchTextContent('Is a digit missing?');
  await form.fillIn('Mobile number', '07700 900123');
  await expect.poll(below).toBeUndefined();
  await form.fillIn('Mobile number', '07700 90012');
  await form.complete();
  expect(proxy.enquiries[0]?.enquiry.telephone_mobile).toBe('07700 90012');
});

test('a phone number is shown in groups below the field and on the receipt, and sent as typed', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open());
  await form.fillIn('Mobile number', '07700900123');
  await expect.element(form.text('07700 900123')).toBeVisible();
  await form.fillIn('Mobile number', '07700 900123');
  await expect.element(form.text('07700 900123')).not.toBeInTheDocument();
  await form.fillIn('Mobile number', '07700900123');
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent(/07700\s900123/);
  expect(proxy.enquiries[0]?.enquiry.telephone_mobile).toBe('07700900123');
});

test('an optional choice can be cleared with the keyboard, which is announced', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { id: 'hurt', type: 'yes_no', label: 'Were you injured?' }));
  await expect.element(form.button(/^Clear/)).not.toBeInTheDocument();
  const height = () => form.group('Were you injured?').element().parentElement!.offsetHeight;
  const before = height();
  await form.choose('No');
  await expect.element(form.button('Clear Were you injured?')).toBeVisible();
  expect(height()).toBe(before);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(form.field('No')).not.toBeChecked();
  await expectFocus(form.field('Yes'));
  await expect.element(form.announcement()).toMatchTextContent(/cleared/);
  await expect.element(form.button(/^Clear/)).not.toBeInTheDocument();
  expect(await sent(form, proxy)).toEqual({});
});

test('a required choice can only be changed', async ({ open }) => {
  const form = await open();
  await form.choose('Buying');
  await expect.element(form.field('How much is the property?')).toBeVisible();
  await expect.element(form.button(/^Clear/)).not.toBeInTheDocument();
});

test('the characters left are shown from 80 % of the limit', async ({ open }) => {
  const form = await open(); // The notes have at most 20 characters.
  await form.fillIn('Is there anything else?', 'a'.repeat(15));
  await form.fillIn('Last name', 'Byron');
  await expect.element(form.text(/characters? left/)).not.toBeInTheDocument();
  await form.fillIn('Is there anything else?', 'a'.repeat(16));
  await expect.element(form.text('You have 4 characters left')).toBeVisible();
  await form.fillIn('Is there anything else?', 'a'.repeat(19));
  await expect.element(form.text('You have 1 character left')).toBeVisible();
  await form.fillIn('Is there anything else?', '👍'.repeat(22));
  await expect.element(form.text('You have 2 characters too many')).toBeVisible();
  await form.fillIn('Is there anything else?', '');
  await expect.element(form.text(/^You have/)).not.toBeInTheDocument();
});

test('the characters left are announced once, at 100', async ({ open, proxy }) => {
  const form = await open(
    ask(proxy, { id: 'story', type: 'textarea', label: 'What happened?', max_length: 1_000 }),
  );
  await expect.element(form.field('What happened?')).toBeVisible();
  await form.fillIn('What happened?', 'a'.repeat(899));
  await expect.element(form.text('You have 101 characters left')).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/^$/);
  await form.fillIn('What happened?', 'a'.repeat(900));
  await expect.element(form.announcement()).toMatchTextContent('You have 100 characters left');
  await form.fillIn('What happened?', 'a'.repeat(901));
  await expect.element(form.text('You have 99 characters left')).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent('You have 100 characters left');
});

const either: Definition = {
  ...houseMove,
  questions: [contact.forename, contact.telephone_mobile, contact.email],
  at_least_one_of: ['telephone_mobile', 'email'],
};

test('where either of two answers is enough, one sentence says so before them', async ({ open, proxy }) => {
  proxy.publish(either);
  const form = await open();
  const sentence = 'Fill in at least one of these: Mobile number or Email address.';
  await expect.element(form.text(sentence)).toBeVisible();
  await expect.element(form.field('Mobile number')).toHaveAccessibleName('Mobile number');
  await expect.element(form.field('Email address')).toHaveAccessibleDescription(sentence);
});

test('if both are missing, there is one problem, which either solves', async ({ open, proxy }) => {
  proxy.publish(either);
  const form = await open({ values: '{"forename":"Ada"}' });
  await form.send();
  await expect.element(form.problems().getByRole('listitem')).toHaveLength(1);
  await expect
    .element(form.problems())
    .toMatchTextContent(/Fill in at least one of these: Mobile number or Email address/);
  await expect.element(form.field('Mobile number')).toBeInvalid();
  await form.fillIn('Email address', 'ada@example.com');
  await expect.element(form.problems()).not.toBeInTheDocument();
  await form.complete();
});

const formats: Question[] = [
  { id: 'code', type: 'postcode', label: 'Your postcode' },
  { id: 'mail', type: 'email', label: 'Your address' },
  { id: 'phone', type: 'tel', label: 'Your number' },
];

test('a postcode, an address and a number are shown as they were taken when the field is left', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, ...formats));
  await expect.element(form.field('Your postcode')).toHaveAttribute('autocomplete', 'postal-code');
  await form.fillIn('Your postcode', 'ｌｓ１４ａｐ');
  await form.fillIn('Your address', 'Ada Byron <ada@example.com>');
  await form.fillIn('Your number', 'tel: +44 (0)7700-900 123 (home)');
  await userEvent.keyboard('{Tab}');
  await expect.element(form.field('Your postcode')).toHaveValue('LS1 4AP');
  await expect.element(form.field('Your address')).toHaveValue('ada@example.com');
  await expect.element(form.field('Your number')).toHaveValue('+44 (0)7700-900 123');
  const answers = { code: 'LS1 4AP', mail: 'ada@example.com', phone: '+44 (0)7700-900 123' };
  expect(await sent(form, proxy)).toEqual(answers);
});

test.for([
  ['Your address', '“ada@example.com”', { mail: 'ada@example.com' }],
  ['Your name', 'Ada\ufffc', { name: 'Ada' }], // Dictation leaves it.
] as const)(
  '%s is understood before the first attempt: %s',
  async ([label, typed, answers], { open, proxy }) => {
    const form = await open(ask(proxy, ...formats, { id: 'name', type: 'text', label: 'Your name' }));
    (await waitUntilVisible(form.field(label))).focus();
    await userEvent.keyboard(typed);
    expect(await form.element.submit()).toBe(true); // The field hasn't been left.
    expect(proxy.enquiries[0]?.enquiry.answers).toEqual(answers);
  },
);

test('a heading between questions is shown with its question, below the form’s', async ({ open, proxy }) => {
  const form = await open(
    ask(
      proxy,
      { id: 'hurt', type: 'yes_no', label: 'Were you injured?' },
      {
        id: 'where',
        type: 'text',
        label: 'Where?',
        heading: 'Your injuries',
        shown_when: { question: 'hurt', is: 'yes' },
      },
    ),
  );
  await form.choose('Yes');
  await expect.element(form.heading('Your injuries')).toBeVisible();
  expect(form.heading('Your injuries').element().localName).toBe('h3');
  await form.choose('No');
  await expect.element(form.heading('Your injuries')).not.toBeInTheDocument();
});

test('a site’s autocomplete wins, and its link texts are shown', async ({ open, proxy }) => {
  const url = 'https://www.example.com/terms';
  const form = await open(
    ask(
      proxy,
      { id: 'firm', type: 'text', label: 'Which firm?', autocomplete: 'organization' },
      { id: 'terms', type: 'consent', label: 'I agree', url, url_label: 'The small print' },
    ),
  );
  await expect.element(form.field('Which firm?')).toHaveAttribute('autocomplete', 'organization');
  await expect.element(form.link(/^The small print/)).toHaveAttribute('href', url);
});

test('the site owner’s message is shown at the field and in the list', async ({ open, proxy }) => {
  const error = 'Tell us what happened';
  const form = await open(ask(proxy, { id: 'story', type: 'text', label: 'Story', required: true, error }));
  await form.send();
  await expect.element(form.field('Story')).toHaveAccessibleDescription(new RegExp(`Error:\\s+${error}$`));
  await press(form.problems().getByRole('link', { name: error }));
  await expectFocus(form.field('Story'));
});
