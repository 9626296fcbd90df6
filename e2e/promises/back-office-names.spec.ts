import { referenceIn } from '../processes/meta-entries.ts';
import { type RunningStack, startStack } from '../processes/stack.ts';
import { test as base, expect } from '../test.ts';
import { formOn } from '../visitor/form.ts';

const caseType = {
  label: 'Tell us about your accident',
  send_as: 'Personal Injury (RTA)',
  meta: [{ id: 'Office', label: 'Office', value: 'Leeds, West Yorkshire' }],
  questions: [
    { id: 'town', type: 'text', label: 'Where did it happen?', send_as: 'AccidentTown', label_as: 'Town' },
    {
      id: 'fault',
      type: 'radio',
      label: 'Whose fault was it?',
      options: ['Mine', { value: 'both', label: 'Both of us', send_as: 'Yes, both' }, 'Theirs, I think'],
    },
    {
      id: 'parts',
      type: 'checkboxes',
      label: 'What was injured?',
      send_as: 'Injured parts',
      separator: ' | ',
      options: [
        { value: 'neck', label: 'Neck', send_as: 'Neck, whiplash' },
        { value: 'arm', label: 'Arm' },
        { value: 'leg, foot', label: 'Leg or foot' },
      ],
    },
    {
      id: 'hurt',
      type: 'yes_no',
      label: 'Does it still hurt?',
      send: { yes: 'Y', no: 'N' },
      shown_when: { question: 'fault', is: 'both' },
    },
    {
      id: 'terms',
      type: 'consent',
      label: 'I agree to the terms',
      send_as: 'Terms',
      send: { yes: 'Agreed' },
    },
    { id: 'news', type: 'consent', label: 'Send me news', send: { yes: 'In', no: 'Out' } },
  ],
};

const test = base.extend<object, { runningStack: RunningStack }>({
  runningStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const running = await startStack(config => ({
        ...config,
        contact: { surname: 'hidden', telephone_mobile: 'hidden', email: 'required' },
        attribution: { site: false, language: false, landing_page: false, parameters: [] },
        case_types: { accident: caseType },
      }));
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
});

test('an enquiry arrives under the names of the back office, which the page never gets', async ({
  page,
  stack,
}) => {
  const received: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().startsWith(stack.proxy)) received.push(response.text().catch(() => ''));
  });
  await page.goto(
    stack.servePage(
      `<!doctype html><html lang="en"><title>Accident</title>
      <enquiry-form case-type="accident"></enquiry-form>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=accident"></script>`,
      '',
    ),
  );
  const { form, fillIn, choose, send, receipt } = formOn(page);
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('Where did it happen?', 'York');
  await choose('Whose fault was it?', 'Both of us');
  await choose('What was injured?', 'Neck');
  await choose('What was injured?', 'Leg or foot');
  await choose('Does it still hurt?', 'No');
  await form.getByLabel('I agree to the terms').check();
  await send();
  await expect(receipt).toBeVisible();

  const [enquiry] = await stack.listEnquiries();
  const body =
    '{"forename":"Ada","case_type":"Personal Injury (RTA)","meta":[' +
    '{"id":"AccidentTown","label":"Town","value":"York"},' +
    '{"id":"fault","label":"Whose fault was it?","value":"Yes, both"},' +
    '{"id":"Injured parts","label":"What was injured?","value":"Neck, whiplash | leg, foot"},' +
    '{"id":"hurt","label":"Does it still hurt?","value":"N"},' +
    '{"id":"Terms","label":"I agree to the terms","value":"Agreed"},' +
    '{"id":"news","label":"Send me news","value":"Out"},' +
    '{"id":"Office","label":"Office","value":"Leeds, West Yorkshire"},' +
    `{"id":"enquiry_reference","label":"Reference","value":"${referenceIn(enquiry!)}"}` +
    '],"marketing_keywords":"","email":"ada@example.com"}';
  expect(JSON.stringify(enquiry?.body)).toBe(body);
  const texts = (await Promise.all(received)).join('\n');
  expect(texts).toContain('Whose fault was it?');
  for (const name of ['(RTA)', 'AccidentTown', 'Yes, both', 'whiplash', 'Agreed', 'Yorkshire'])
    expect(texts).not.toContain(name);
});
