// The choice between a call and an email, and the best time to call.
import { userEvent } from 'vitest/browser';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { kept } from '../../tools/testing/widget/drafts.ts';
import { respondInvalid, type ScriptedProxy } from '../../tools/testing/widget/scripted-proxy.ts';
import { test as base, createForm, expect } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, type FormPage, press } from '../../tools/testing/widget/visitor.ts';

const bestTime: Question = {
  id: 'best_time',
  type: 'radio',
  label: 'When is the best time to call?',
  options: ['Morning', 'Evening'].map(label => ({ value: label, label })),
};
const notes: Question = { id: 'notes', type: 'text', label: 'Notes' };
const either: Definition = {
  ...houseMove,
  contact: {
    surname: 'hidden',
    telephone_mobile: 'optional',
    email: 'optional',
    one_of: ['telephone_mobile', 'email'],
    ask: 'channel',
  },
  questions: [notes, bestTime],
};
const withoutChoice: Definition = {
  ...either,
  contact: { surname: 'hidden', telephone_mobile: 'optional', email: 'optional' },
};

const phone = '07700 900123';
const email = 'ada@example.com';

/** `test` with the form above, in which the first name is filled in. */
const test = base.extend<{ openForm(values?: object, attributes?: object): Promise<FormPage> }>({
  openForm: async ({ open, proxy }, use) => {
    proxy.publish(either);
    await use((values = {}, attributes = {}) =>
      open({ values: JSON.stringify({ forename: 'Ada', ...values }), ...attributes }),
    );
  },
});

/** What the proxy got of the two fields and the best time. */
function contactIn({ enquiries }: ScriptedProxy) {
  const { telephone_mobile, email, answers } = enquiries.at(-1)!.enquiry; // One was sent.
  return { telephone_mobile, email, best_time: answers?.best_time };
}

async function sendAndRead(form: FormPage, proxy: ScriptedProxy) {
  await form.complete();
  return contactIn(proxy);
}

/** Expects these of the three fields to be visible, in this order. */
async function expectShown(form: FormPage, ...labels: string[]): Promise<void> {
  const fields = ['Mobile number', bestTime.label, 'Email address'];
  const legends = () =>
    [...form.element.renderRoot.querySelectorAll<HTMLElement>('.field')]
      .filter(field => field.checkVisibility())
      .map(field => fields.find(label => field.innerText.startsWith(label)))
      .filter(label => label !== undefined);
  await expect.poll(legends).toEqual(labels);
}

test('a visitor is called unless they choose an email, and gives one of the two', async ({ openForm }) => {
  const form = await openForm();
  await expect.element(form.group('How should we contact you?')).toBeVisible();
  await expect.element(form.field('By phone')).toBeChecked();
  await expectShown(form, 'Mobile number', bestTime.label);
  await expect.element(form.field('Mobile number')).toHaveAccessibleName('Mobile number');
  await expect.element(form.field('Mobile number')).toHaveAttribute('aria-required', 'true');
  await expect.element(form.text(/at least one of these/)).not.toBeInTheDocument();
  await form.choose('By email');
  await expectShown(form, 'Email address');
  await expect.element(form.field('Email address')).toHaveAccessibleName('Email address');
  await expect.element(form.field('Email address')).toHaveAttribute('aria-required', 'true');
  await expect.element(form.announcement()).toHaveTextContent('');
});

test('the choice is one stop for the Tab key, and the arrow keys change it without moving on', async ({
  openForm,
}) => {
  const form = await openForm();
  form.field('First name').element().focus();
  await userEvent.keyboard('{Tab}');
  await expectFocus(form.field('By phone'));
  await userEvent.keyboard('{ArrowRight}');
  await expectFocus(form.field('By email'));
  await expectShown(form, 'Email address');
  await userEvent.keyboard('{Tab}');
  await expectFocus(form.field('Email address'));
});

test('what was typed before the choice changed isn’t sent, and comes back with it', async ({
  openForm,
  proxy,
}) => {
  const form = await openForm();
  await form.fillIn('Mobile number', phone);
  await form.choose('Evening');
  await form.choose('By email');
  await form.fillIn('Email address', email);
  expect(form.element.values).toEqual({ forename: 'Ada', email, answers: {} });
  await form.choose('By phone');
  await expect.element(form.field('Mobile number')).toHaveValue(phone);
  await expect.element(form.field('Evening')).toBeChecked();
  await form.choose('By email');
  expect(await sendAndRead(form, proxy)).toEqual({ email });
  await expect.element(form.receipt()).not.toMatchTextContent(phone);
});

test('a link adds the other field, which is optional', async ({ openForm, proxy }) => {
  const form = await openForm();
  await form.fillIn('Mobile number', phone);
  await form.press('Add an email address');
  await expectFocus(form.field('Email address'));
  await expectShown(form, 'Mobile number', bestTime.label, 'Email address');
  await expect.element(form.field('Email address')).toHaveAccessibleName('Email address (optional)');
  await expect.element(form.button(/^Add an/)).not.toBeInTheDocument();
  await form.choose('By email');
  await expectShown(form, 'Email address');
  await form.fillIn('Email address', email);
  await form.press('Add a phone number');
  await expectFocus(form.field('Mobile number'));
  await expect.element(form.field('Mobile number')).toHaveAccessibleName('Mobile number (optional)');
  await form.choose('Morning');
  expect(await sendAndRead(form, proxy)).toEqual({ telephone_mobile: phone, email, best_time: 'Morning' });
});

test('the field that is shown is required, and its problem goes when the visitor switches', async ({
  openForm,
  proxy,
}) => {
  const form = await openForm();
  await form.send();
  await expectFocus(form.problems());
  await press(form.problems().getByRole('link', { name: 'Enter your mobile number' }));
  await expectFocus(form.field('Mobile number'));
  await form.choose('By email');
  await expect.element(form.problems()).not.toBeInTheDocument();
  await form.send();
  await press(form.problems().getByRole('link', { name: 'Enter your email address' }));
  await expectFocus(form.field('Email address'));
  await form.fillIn('Email address', email);
  await expect.element(form.problems()).not.toBeInTheDocument();
  expect(await sendAndRead(form, proxy)).toEqual({ email });
});

test('the proxy’s problem with both fields is shown at the one that is there', async ({
  openForm,
  proxy,
}) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'telephone_mobile', rule: 'one_required' }));
  const form = await openForm({ email });
  await form.send();
  await expect.element(form.field('Email address')).toBeInvalid();
  await expect.element(form.problems()).toMatchTextContent('Enter your email address');
  await expectShown(form, 'Email address');
});

test('a hidden field that the proxy refuses is shown with its problem', async ({ openForm, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'telephone_mobile', rule: 'refused' }));
  const form = await openForm({ email });
  await form.send();
  await expect.element(form.field('Mobile number')).toBeInvalid();
  await expect.element(form.problems().getByRole('link', { name: /^Mobile number/ })).toBeVisible();
  await expect.element(form.field('By email')).toBeChecked();
});

test.for([
  ['an email address', { email }, ['Email address'], 'By email'],
  ['a phone number', { telephone_mobile: phone }, ['Mobile number', bestTime.label], 'By phone'],
  [
    'both',
    { email, telephone_mobile: phone },
    ['Mobile number', bestTime.label, 'Email address'],
    'By phone',
  ],
] as const)(
  'a site that fills in %s decides what is shown',
  async ([, values, shown, chosen], { openForm }) => {
    const form = await openForm(values);
    await expectShown(form, ...shown);
    await expect.element(form.field(chosen)).toBeChecked();
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toBe('{}');
  },
);

test('nothing shifts: the form first appears with the field that the site has filled in', async ({
  proxy,
}) => {
  proxy.publish(either);
  const { element } = createForm({ values: JSON.stringify({ email }) });
  document.body.append(element);
  await new Promise(resolve => {
    new MutationObserver(() => requestAnimationFrame(resolve)).observe(element, {
      attributeFilter: ['ready'],
    });
  });
  const isVisible = (selector: string) => element.renderRoot.querySelector(selector)?.checkVisibility();
  expect(['#email', '#telephone_mobile', '[value=email]:checked'].map(isVisible)).toEqual([
    true,
    false,
    true,
  ]);
});

test('what the site or the browser fills in later is shown', async ({ openForm }) => {
  const form = await openForm();
  form.element.values = { email };
  await expectShown(form, 'Email address');
  await expect.element(form.field('By email')).toBeChecked();
  await form.fillIn('Email address', '');
  await expectShown(form, 'Email address');
  const hidden = form.element.renderRoot.querySelector<HTMLInputElement>('#telephone_mobile')!;
  hidden.value = phone;
  hidden.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  await expectShown(form, 'Mobile number', bestTime.label);
  form.element.values = { email: 'grace@example.com' };
  await expectShown(form, 'Mobile number', bestTime.label);
});

test('what the site fills in while the visitor types is shown and sent, too', async ({ openForm, proxy }) => {
  const form = await openForm();
  await form.fillIn('Mobile number', phone);
  form.element.values = { email };
  await expectShown(form, 'Mobile number', bestTime.label, 'Email address');
  await form.fillIn('Mobile number', '');
  await expectShown(form, 'Mobile number', bestTime.label, 'Email address');
  await form.fillIn('Mobile number', phone);
  expect(await sendAndRead(form, proxy)).toEqual({ telephone_mobile: phone, email });
});

test('a draft keeps the choice, and what isn’t shown', async ({ openForm, open }) => {
  const form = await openForm();
  await form.fillIn('Mobile number', phone);
  await form.choose('Morning');
  await form.choose('By email');
  await form.fillIn('Email address', email);
  form.element.remove();
  const again = await open();
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  await expectShown(again, 'Email address');
  await again.choose('By phone');
  await expect.element(again.field('Mobile number')).toHaveValue(phone);
  await expect.element(again.field('Morning')).toBeChecked();
  again.element.reset();
  await expect.element(again.field('Mobile number')).toHaveValue('');
  await expectShown(again, 'Mobile number', bestTime.label);
});

test('a cleared form asks as it did at first', async ({ openForm }) => {
  const form = await openForm({ email });
  await form.choose('By phone');
  await form.fillIn('Mobile number', phone);
  form.element.reset();
  await expectShown(form, 'Email address');
  await expect.element(form.field('By email')).toBeChecked();
});

test('a new enquiry starts without the choice of the last one', async ({ openForm, proxy }) => {
  const form = await openForm();
  await form.choose('By email');
  await form.fillIn('Email address', email);
  await sendAndRead(form, proxy);
  await form.press('Start a new enquiry');
  await expectShown(form, 'Mobile number', bestTime.label);
  await expect.element(form.field('By phone')).toBeChecked();
});

test('a phone number that the site has fixed leaves nothing to choose', async ({ openForm, proxy }) => {
  const form = await openForm({ telephone_mobile: phone }, { 'hidden-fields': 'telephone_mobile' });
  await expectShown(form, 'Email address');
  await expect.element(form.field('Email address')).toHaveAccessibleName('Email address (optional)');
  await expect.element(form.group('How should we contact you?')).not.toBeInTheDocument();
  expect(await sendAndRead(form, proxy)).toEqual({ telephone_mobile: phone });
});

test('a field that the site has hidden without a value makes the other required', async ({ openForm }) => {
  const form = await openForm({}, { 'hidden-fields': 'telephone_mobile' });
  await expectShown(form, 'Email address');
  await form.send();
  await expect.element(form.problems()).toMatchTextContent('Enter your email address');
  await expect.element(form.field('Email address')).toBeInvalid();
});

test('if the site has hidden both fields and filled in neither, the visitor is asked for one', async ({
  openForm,
  proxy,
}) => {
  const form = await openForm({}, { 'hidden-fields': 'telephone_mobile email' });
  await form.send();
  await expectFocus(form.problems());
  await expectShown(form, 'Email address');
  await form.fillIn('Email address', email);
  expect(await sendAndRead(form, proxy)).toEqual({ email });
});

test('a read-only phone number is shown beside an optional email address', async ({ openForm }) => {
  const form = await openForm({ telephone_mobile: phone }, { 'readonly-fields': 'telephone_mobile' });
  await expectShown(form, 'Mobile number', bestTime.label, 'Email address');
  await expect.element(form.field('Mobile number')).toHaveAttribute('readonly');
  await expect.element(form.field('Email address')).toHaveAccessibleName('Email address (optional)');
});

test('the best time to call follows the phone number, and can be cleared', async ({ open, proxy }) => {
  proxy.publish(withoutChoice);
  const form = await open({ values: '{"forename":"Ada"}' });
  await expectShown(form, 'Mobile number', bestTime.label, 'Email address');
  form.field('Mobile number').element().focus();
  await userEvent.keyboard('{Tab}');
  await expectFocus(form.field('Morning'));
  await form.choose('Morning');
  await form.press(/^Clear/);
  await expect.element(form.field('Morning')).not.toBeChecked();
  await form.choose('Evening');
  expect(await sendAndRead(form, proxy)).toEqual({ best_time: 'Evening' });
});

test('Return goes from the phone number to the best time to call', async ({ openForm }) => {
  const form = await openForm();
  form.field('Mobile number').element().focus();
  await expect.element(form.field('Mobile number')).toHaveAttribute('enterkeyhint', 'next');
  await userEvent.keyboard('{Enter}');
  await expectFocus(form.field('Morning'));
});

test('in steps, the choice and the best time belong to the contact details, and only what is sent is checked', async ({
  openForm,
  proxy,
}) => {
  proxy.publish({ ...either, steps: [{ title: 'Notes', questions: ['notes'] }] });
  const form = await openForm({ telephone_mobile: phone }, { layout: 'steps' });
  await expect.element(form.heading(/Step 1 of 4/)).toBeVisible();
  await form.choose('Morning');
  await form.choose('By email');
  await form.press('Continue');
  await expectFocus(form.problems());
  await expect.element(form.problems()).toMatchTextContent('Enter your email address');
  await form.fillIn('Email address', email);
  await form.go('Continue', /Notes/);
  await expect.element(form.group('How should we contact you?')).not.toBeInTheDocument();
  await expect.element(form.button(/^Add/)).not.toBeInTheDocument();
  await form.go('Continue', /Photos/);
  await form.go('Continue', /Check your answers/);
  expect(form.review()).toEqual({
    'First name': 'Ada',
    'Email address': email,
    Notes: 'Not answered',
    'Photos or documents': 'None',
  });
  await form.press(/^Change.*Email address/);
  await form.choose('By phone');
  await form.go('Continue', /Check your answers/);
  expect(form.review()).toMatchObject({
    'Mobile number': phone,
    'When is the best time to call?': 'Morning',
  });
  expect(await sendAndRead(form, proxy)).toEqual({ telephone_mobile: phone, best_time: 'Morning' });
});
