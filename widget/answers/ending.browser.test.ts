// Answers that end the form.
import type { Question } from '../../proxy/contract/definition.ts';
import { ask, sent } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

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

test('an answer can end the form: an explanation replaces Send until the answer changes', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, ending));
  await form.choose('Elsewhere');
  await expect.element(form.link('Find a solicitor')).toHaveAttribute('href', 'https://www.example.com/help');
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
  await expect.element(form.announcement()).toMatchTextContent('We only work in Wales.');
  await expectFocus(form.field('Elsewhere'));
  expect(await form.element.submit()).toBe(false);
  expect(proxy.enquiries).toEqual([]);
  await form.choose('In Wales');
  await expect.element(form.link('Find a solicitor')).not.toBeInTheDocument();
  expect(await sent(form, proxy)).toEqual({ where: 'wales' });
});

test('a prefilled answer can end the form', async ({ open, proxy }) => {
  ask(proxy, ending);
  const form = await open({ values: '{"answers":{"where":"elsewhere"}}' });
  await expect.element(form.text('We only work in Wales.')).toBeVisible();
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
});
