// The browser's translator puts elements in place of the form's texts. What changes afterwards must still be seen.
import { pdf } from '../../tools/testing/widget/files.ts';
import { receipt, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { goToReview, test } from '../../tools/testing/widget/steps.ts';
import {
  advanceClock,
  expect,
  fillInHouseMove,
  sendHouseMove,
  stopClock,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { translateAll } from '../../tools/testing/widget/translator.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const translate = ({ element }: FormPage) => translateAll(element.shadowRoot!); // The form is open.

test('each step has its own heading, buttons and answers to check', async ({ openSteps }) => {
  const form = await openSteps();
  translate(form);
  await expect.element(form.heading(/Step 1 of 6/)).toBeVisible();
  await goToReview(form);
  await expect.element(form.heading(/Step 6 of 6/)).toBeVisible();
  await expect.element(form.button('Ask a solicitor')).toBeVisible();
  expect(form.review()).toMatchObject({ 'Where did it happen?': 'On the road', 'Were you injured?': 'No' });
});

test('the summary, the messages, conditional questions and the counter follow what the visitor types', async ({
  open,
}) => {
  const form = await open();
  translate(form);
  await form.send();
  await expect.element(form.problems()).toMatchTextContent(/3 questions still need an answer/);
  await form.fillIn('First name', 'Ada');
  await expect.element(form.problems()).toMatchTextContent(/2 questions still need an answer/);
  await form.fillIn('Email address', 'ada@');
  await form.choose('Buying');
  await expect.element(form.problems()).toMatchTextContent(/right format/);
  await expect.element(form.field('How much is the property?')).toBeVisible();
  await expect.element(form.announcement()).toMatchTextContent(/1 more question/);
  await form.fillIn('Is there anything else?', 'a'.repeat(18));
  await expect.element(form.text(/2 characters left/)).toBeVisible();
  await form.fillIn('Is there anything else?', 'a'.repeat(19));
  await expect.element(form.text(/1 character left/)).toBeVisible();
});

test('the countdown, Send and the receipt change, and so do the states of the files', async ({
  open,
  proxy,
}) => {
  stopClock();
  proxy.next.enquiry.push(respondRefusal(503, 'unavailable'));
  proxy.next.upload.push('held');
  const form = await open();
  translate(form);
  await form.attach(pdf('deeds.pdf'));
  await sendHouseMove(form);
  await expect.element(form.text(/in 4 seconds/)).toBeVisible();
  await advanceClock(1);
  await expect.element(form.text(/in 3 seconds/)).toBeVisible();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  await advanceClock(3);
  await expect.element(form.receipt()).toMatchTextContent(receipt.reference);
  await expect.element(form.text(textPatterns.uploading)).toBeVisible();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  proxy.uploads[0]?.respond({ status: 201, body: { reference: receipt.reference, status: 'delivered' } });
  await expect.element(form.attachment('deeds.pdf')).toMatchTextContent(/Sent/);
  await expect.element(form.text(textPatterns.uploading)).not.toBeInTheDocument();
});

test('the answers are kept and sent if a script has removed the nodes that mark where the texts are', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondRefusal(400, 'malformed'));
  const form = await fillInHouseMove(await open());
  for (const element of form.element.shadowRoot!.querySelectorAll('h2, p, button, [part=label]')) {
    element.textContent = `${element.textContent}`;
  }
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(textPatterns.failed);
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  const [first, second] = proxy.enquiries;
  expect(second).toMatchObject({ key: first?.key, body: first?.body });
});
