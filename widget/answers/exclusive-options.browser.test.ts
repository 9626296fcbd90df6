// Options that exclude others, such as "None of these".
import type { Question } from '../../proxy/contract/definition.ts';
import { ask, sent } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';

const injuries: Question = {
  id: 'injuries',
  type: 'checkboxes',
  label: 'What hurts?',
  options: [
    { value: 'neck', label: 'Neck' },
    { value: 'arm', label: 'Arm' },
    { value: 'none', label: 'None of these', exclusive: true },
  ],
};

// This must be the first test of the file, because the code stays loaded.
test('“None of these” unticks the others even if the code for this loads after the visitor has ticked them', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, injuries));
  const options = ['Neck', 'Arm', 'None of these'].map(label => form.field(label).element() as HTMLElement);
  for (const option of options) {
    option.focus();
    option.click();
  }
  await expect.element(form.field('Neck')).not.toBeChecked();
  expect(await sent(form, proxy)).toEqual({ injuries: ['none'] });
});

test('ticking “None of these” unticks the others, and the other way round', async ({ open, proxy }) => {
  const form = await open(ask(proxy, injuries));
  await form.choose('Neck');
  await form.choose('Arm');
  await form.choose('None of these');
  await expect.element(form.field('Neck')).not.toBeChecked();
  await expect.element(form.field('Arm')).not.toBeChecked();
  await form.choose('Arm');
  await expect.element(form.field('None of these')).not.toBeChecked();
  expect(await sent(form, proxy)).toEqual({ injuries: ['arm'] });
});
