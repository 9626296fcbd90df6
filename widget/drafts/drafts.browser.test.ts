import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { keep, kept, type } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { expect, fillInHouseMove, reload, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';

test('answers are restored, with a note that is announced', { tags: 'wcag-3.3.7' }, async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '250000');
  await form.choose('A will');
  await form.fillIn('Is there anything else?', 'No');
  const again = await reload(form);
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  await expect.element(again.announcement()).toMatchTextContent(textPatterns.restored);
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.field('Buying')).toBeChecked();
  await expect.element(again.field('How much is the property?')).toHaveValue('250,000');
  await expect.element(again.field('A will')).toBeChecked();
  await expect.element(again.field('Is there anything else?')).toHaveValue('No');
});

test('a form that nobody has touched leaves nothing and shows no note', async ({ open }) => {
  const form = await open({ values: '{"forename":"Ada"}' });
  form.element.focus();
  await expect.poll(() => getComputedStyle(form.button(textPatterns.send).element()).display).toBe('flex');
  dispatchEvent(new Event('pagehide'));
  form.element.remove();
  const again = await open();
  await expect.element(again.field('First name')).toHaveValue('');
  await expect.element(again.text(textPatterns.restored)).not.toBeInTheDocument();
  expect(kept()).toBe('{}');
});

test('draft="off" keeps nothing and forgets what was kept', { tags: 'asvs-14.3.3' }, async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  form.element.remove();
  const off = await open({ draft: 'off' });
  await off.fillIn('Last name', 'Byron');
  await expect.poll(kept).toBe('{}');
  off.element.remove();
  const again = await open();
  await expect.element(again.field('First name')).toHaveValue('');
});

test('a case type may forbid drafts', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, draft: false });
  const form = await fillInHouseMove(await open());
  await form.choose('Buying');
  await expect.element(form.announcement()).toMatchTextContent(/more question/);
  dispatchEvent(new Event('pagehide'));
  expect(kept()).toBe('{}');
});

test('a draft belongs to its case type', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, case_type: 'will' });
  const form = await open();
  await type(form, 'Ada');
  form.element.remove();
  const other = await open({ 'case-type': 'will' });
  await expect.element(other.field('First name')).toHaveValue('');
  other.element.remove();
  const again = await open();
  await expect.element(again.field('First name')).toHaveValue('Ada');
});

test('two forms of a page have drafts of their own: by their ids wherever they are, or else by their order', async ({
  open,
}) => {
  const ids: Record<string, string>[] = [{}, {}, { id: 'top' }, { id: 'bottom' }];
  const names = ['Ada', 'Grace', 'Joan', 'Mary'];
  const forms = await Promise.all(ids.map(attributes => open(attributes)));
  for (const [at, form] of forms.entries()) await type(form, names[at]!);
  for (const { element } of forms) element.remove();
  for (const at of [3, 0, 1]) {
    const again = await open(ids[at]);
    await expect.element(again.field('First name')).toHaveValue(names[at]);
  }
});

test('what the site has fixed is neither kept nor restored', async ({ open }) => {
  const form = await open({ values: '{"email":"ada@example.com"}', 'hidden-fields': 'email' });
  await type(form, 'Ada');
  expect(kept()).not.toContain('ada@example.com');
  form.element.remove();
  const again = await open({ values: '{"email":"grace@example.com"}', 'hidden-fields': 'email' });
  await expect.element(again.field('First name')).toHaveValue('Ada');
  expect(again.element.values.email).toBe('grace@example.com');
});

test('what the visitor typed into a field that the site has fixed since is not restored', async ({
  open,
}) => {
  const form = await open();
  await type(form, 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await keep('ada@example.com');
  form.element.remove();
  const again = await open({ values: '{"email":"grace@example.com"}', 'readonly-fields': 'email' });
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.field('Email address')).toHaveValue('grace@example.com');
});

test('a draft is more recent than what the site fills in', async ({ open }) => {
  const form = await open({ values: '{"forename":"Ada","surname":"Byron"}' });
  await type(form, 'Grace');
  await form.fillIn('Last name', '');
  const again = await reload(form);
  await expect.element(again.field('First name')).toHaveValue('Grace');
  await expect.element(again.field('Last name')).toHaveValue('');
});

test('what was typed before the part that keeps drafts had loaded is kept too', async ({ open }) => {
  const form = await open();
  const name = form.field('First name').element() as HTMLInputElement; // A contact field is an input.
  name.value = 'Ada';
  form.element.focus();
  await expect.poll(kept).toContain('Ada');
});

test('what autofill put in without an event is kept when the page is left', async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  const surname = form.field('Last name').element() as HTMLInputElement; // A contact field is an input.
  surname.value = 'Byron';
  dispatchEvent(new Event('pagehide'));
  expect(kept()).toContain('Byron');
});

test('a number stays the same if the page is in another language after the reload', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await type(form, 'Ada');
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '285000');
  await expect.element(form.field('How much is the property?')).toHaveValue('285,000');
  form.element.remove();

  proxy.publish({ ...houseMove, lang: 'de' });
  document.documentElement.lang = 'de';
  const again = await open();
  await expect.element(again.field('How much is the property?')).toHaveValue('285.000');
  expect(again.element.values.answers?.price).toBe('285000');
});

test('files are not kept, and the visitor is asked for them again', async ({ open }) => {
  const form = await open();
  await type(form, 'Ada');
  await form.attachReady(pdf('secret.pdf'));
  expect(kept()).not.toContain('secret');
  const again = await reload(form);
  await expect.element(again.text(textPatterns.chooseFilesAgain)).toBeVisible();
});

test('a draft of questions that have changed keeps what still fits', async ({ open, proxy }) => {
  const form = await open();
  await type(form, 'Ada');
  await form.choose('Buying');
  form.element.remove();
  const questions = houseMove.questions.filter(({ id }) => id !== 'plan' && id !== 'price');
  proxy.publish({ ...houseMove, questions, definition: 'sha256-newer' });
  const again = await open();
  await expect.element(again.field('First name')).toHaveValue('Ada');
  await expect.element(again.field('A survey')).not.toBeChecked();
});
