// Answers that end the form.
import type { Locator } from 'vitest/browser';
import type { Question } from '../../proxy/contract/definition.ts';
import { ask, nameOnly, sent } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

const ending: Question = {
  id: 'where',
  type: 'radio',
  label: 'Where do you live?',
  options: [
    { value: 'wales', label: 'In Wales' },
    {
      value: 'elsewhere',
      label: 'Elsewhere',
      ends: {
        text: 'We only work in Wales.',
        url: 'https://www.example.com/help',
        url_label: 'Find a solicitor',
      },
    },
  ],
};

const later: Question = {
  id: 'later',
  type: 'text',
  label: 'What happened?',
  heading: 'More',
  required: true,
};

test('an answer can end the form: an explanation hides what follows until the answer changes', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, ending, later));
  await form.fillIn('What happened?', 'A fall');
  await form.choose('Elsewhere');
  await expect.element(form.heading('Sorry, we can’t help with this')).toBeVisible();
  await expect.element(form.field('What happened?')).not.toBeVisible();
  await expect.element(form.heading('More')).not.toBeInTheDocument();
  await expect.element(form.fileInput()).not.toBeVisible();
  await expect.element(form.link('Find a solicitor')).toHaveAttribute('href', 'https://www.example.com/help');
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
  await expect.element(form.announcement()).toMatchTextContent('We only work in Wales.');
  await expectFocus(form.field('Elsewhere'));
  expect(await form.element.submit()).toBe(false);
  expect(proxy.enquiries).toEqual([]);
  await expect.element(form.problems()).not.toBeInTheDocument();
  await form.choose('In Wales');
  await expect.element(form.link('Find a solicitor')).not.toBeInTheDocument();
  expect(await sent(form, proxy)).toEqual({ where: 'wales', later: 'A fall' });
});

test('the explanation is below the question, and other ways to reach the firm below that', async ({
  open,
  proxy,
}) => {
  const questions = [...nameOnly.questions, { ...ending, required: true }, later];
  proxy.publish({ ...nameOnly, questions, contact_us: { phone: '01632 960001' } });
  const form = await open();
  await form.choose('Elsewhere');
  const bottomOf = (locator: Locator) => locator.element().getBoundingClientRect().bottom;
  const note = await waitUntilVisible(form.heading('Sorry, we can’t help with this'));
  const { top } = note.getBoundingClientRect();
  expect(top - bottomOf(form.group('Where do you live?'))).toBeLessThan(60);
  const link = await waitUntilVisible(form.link('01632 960001'));
  expect(link.getBoundingClientRect().top - bottomOf(form.link('Find a solicitor'))).toBeLessThan(60);
});

test('an explanation below the window is scrolled to, unless the site has filled in the answer', async ({
  open,
  proxy,
}) => {
  ask(proxy, ending);
  document.body.style.paddingTop = '3000px';
  const prefilled = await open({ values: '{"answers":{"where":"elsewhere"}}' });
  await expect.element(prefilled.text('We only work in Wales.')).toBeInTheDocument();
  await expect.element(prefilled.button(textPatterns.send)).not.toBeInTheDocument();
  expect(scrollY).toBe(0);
  prefilled.element.remove();
  const form = await open();
  await form.choose('Elsewhere');
  await expect.element(form.link('Find a solicitor')).toBeInViewport({ ratio: 1 });
  document.body.removeAttribute('style');
});
