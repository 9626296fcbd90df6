// Every type of question: how it is asked, and which answer it gives.
import { ask, sent } from '../../tools/testing/widget/questions.ts';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';

const choices = ['road', 'work', 'home'].map(value => ({ value, label: `The ${value}` }));

test('each type of question gives its answer: of checkboxes, in the order of the options; a blank one gives none', async ({
  open,
  proxy,
}) => {
  const form = await open(
    ask(
      proxy,
      { id: 'street', type: 'text', label: 'Which street?' },
      { id: 'town', type: 'text', label: 'Which town?' },
      { id: 'story', type: 'textarea', label: 'What happened?' },
      { id: 'place', type: 'select', label: 'Where?', options: choices },
      { id: 'hurt', type: 'yes_no', label: 'Were you injured?' },
      { id: 'owned', type: 'checkboxes', label: 'What do you own?', options: choices },
      { id: 'news', type: 'consent', label: 'Send me news' },
    ),
  );
  await form.fillIn('Which street?', ' Mühlenstraße 5 ');
  await form.fillIn('Which town?', '   ');
  await form.fillIn('What happened?', 'One.\nTwo.');
  await expect.element(form.field('Where?')).toHaveValue('');
  await form.pick('Where?', 'The work');
  await form.choose('Yes');
  await form.choose('No');
  await expect.element(form.field('Yes')).not.toBeChecked();
  for (const label of ['The home', 'The road', 'The work', 'The work']) await form.choose(label);
  expect(await sent(form, proxy)).toEqual({
    street: ' Mühlenstraße 5 ',
    story: 'One.\nTwo.',
    place: 'work',
    hurt: 'no',
    owned: ['road', 'home'],
    news: 'no',
  });
});

test('a number is typed as text, with the keypad for decimals', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { id: 'price', type: 'number', label: 'How much?' }));
  await expect.element(form.field('How much?')).toHaveAttribute('inputmode', 'decimal');
  await expect.element(form.field('How much?')).toHaveAttribute('type', 'text');
  await form.fillIn('How much?', '12.5');
  expect(await sent(form, proxy)).toEqual({ price: '12.5' });
});

test('a date is sent as year, month and day', async ({ open, proxy }) => {
  const form = await open(
    ask(proxy, { id: 'day', type: 'date', label: 'Which day?', min: '2026-01-01', max: '2026-12-31' }),
  );
  const field = form.field('Which day?');
  await expect.element(field).toHaveAttribute('min', '2026-01-01');
  await expect.element(field).toHaveAttribute('max', '2026-12-31');
  await form.fillIn('Which day?', '2026-02-01');
  expect(await sent(form, proxy)).toEqual({ day: '2026-02-01' });
});

test.for([
  ['email', 'email'],
  ['tel', 'tel'],
] as const)('a question of type %s brings up its keyboard', async ([type, input], { open, proxy }) => {
  const form = await open(ask(proxy, { id: 'other', type, label: 'How else can we reach you?' }));
  await expect.element(form.field('How else can we reach you?')).toHaveAttribute('type', input);
  await form.fillIn('How else can we reach you?', 'grace@example.com');
  await expect.element(form.field('How else can we reach you?')).toHaveValue('grace@example.com');
});

test('a consent is a checkbox, with a link to its full text that leaves the form open', async ({
  open,
  proxy,
}) => {
  const url = 'https://www.example.com/terms';
  const form = await open(
    ask(proxy, { id: 'terms', type: 'consent', label: 'I agree', required: true, url }),
  );
  const link = form.link(/new tab/);
  await expect.element(link).toHaveAttribute('href', url);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await form.choose('I agree');
  expect(await sent(form, proxy)).toEqual({ terms: 'yes' });
});

test('the help of a question is read with its field', async ({ open, proxy }) => {
  const form = await open(
    ask(proxy, { id: 'day', type: 'text', label: 'Which day?', help: 'Give your best guess.' }),
  );
  await expect.element(form.text('Give your best guess.')).toBeVisible();
  await expect.element(form.field('Which day?')).toHaveAccessibleDescription('Give your best guess.');
});

test('the help of a group is read with the group', async ({ open, proxy }) => {
  const form = await open(
    ask(proxy, {
      id: 'hurt',
      type: 'yes_no',
      label: 'Were you injured?',
      help: 'Pain counts too.',
      required: true,
    }),
  );
  await expect.element(form.group('Were you injured?')).toHaveAccessibleName(/Pain counts too\.$/);
});

test('optional questions say so, required ones don’t', async ({ open }) => {
  const form = await open();
  await expect.element(form.text('Last name (optional)')).toBeVisible();
  await expect.element(form.text('Email address')).toMatchTextContent(/^Email address$/);
});

test('contact fields can be filled in by the browser', async ({ open }) => {
  const form = await open();
  await expect.element(form.field('First name')).toHaveAttribute('autocomplete', 'given-name');
  await expect.element(form.field('Last name')).toHaveAttribute('autocomplete', 'family-name');
  await expect.element(form.field('Mobile number')).toHaveAttribute('autocomplete', 'tel');
  await expect.element(form.field('Email address')).toHaveAttribute('autocomplete', 'email');
});

test('values that no event reported, as after autofill on some phones, are sent', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  const surname = form.field('Last name').element() as HTMLInputElement; // A contact field is an input.
  surname.value = 'Byron';
  await form.complete();
  expect(proxy.enquiries[0]?.enquiry.surname).toBe('Byron');
});

test('an answer makes further questions appear, which is announced', { tags: 'wcag-3.2.1' }, async ({
  open,
}) => {
  const form = await open();
  await expect.element(form.field('How much is the property?')).not.toBeVisible();
  await form.choose('Buying');
  await expect.element(form.field('How much is the property?')).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/more question/);
});

test('a question that is no longer shown keeps its answer for when it is shown again, but doesn’t send it', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open());
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '250000');
  await form.choose('Remortgaging');
  await expect.element(form.field('How much is the property?')).not.toBeVisible();
  await form.choose('Buying');
  await expect.element(form.field('How much is the property?')).toHaveValue('250000');
  await form.choose('Remortgaging');
  expect(await sent(form, proxy)).toEqual({ plan: 'remortgage' });
});

test('texts of the config are shown as text, even if they look like HTML', { tags: 'asvs-3.2.2' }, async ({
  open,
  proxy,
}) => {
  const html = (name: string) => `<b>${name}</b><img src="x" onerror="throw 1">`;
  const options = [{ value: 'a', label: html('A') }];
  const form = await open(
    ask(proxy, {
      id: 'q',
      type: 'radio',
      label: html('Q'),
      help: html('H'),
      heading: html('G'),
      required: true,
      options,
    }),
  );
  await expect.element(form.field(html('A'))).toBeInTheDocument();
  for (const name of ['Q', 'H', 'G']) await expect.element(form.text(html(name))).toBeInTheDocument();
});

test('before anything else has loaded, on-screen keyboards capitalise names and don’t check their spelling', async ({
  open,
}) => {
  const form = await open();
  const attributesOf = (name: string) => {
    const control = form.element.renderRoot.querySelector(`[name="${name}"]`)!;
    return ['autocapitalize', 'spellcheck'].map(each => control.getAttribute(each));
  };
  for (const name of ['forename', 'surname']) expect(attributesOf(name)).toEqual(['words', 'false']);
  expect(attributesOf('email')).toEqual([null, null]);
});
