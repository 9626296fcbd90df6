// A page with a form that asks for answers in every way, and a stack whose proxy serves it.
import type { Page } from '@playwright/test';
import { type RunningStack, type Stack, startStack } from '../processes/stack.ts';
import { test as base } from '../test.ts';

const caseTypes = {
  answers: {
    label: 'Tell us about your accident',
    questions: [
      { id: 'when', type: 'date', entry: 'memorable', day_optional: true, label: 'When did it happen?' },
      { id: 'seen', type: 'date', label: 'When did you see a doctor?' },
      { id: 'cost', type: 'number', unit: '£', label: 'What did it cost?', heading: 'Your losses' },
      { id: 'distance', type: 'number', unit: 'miles', label: 'How far did you travel?' },
      { id: 'hurt', type: 'yes_no', label: 'Were you injured?' },
      { id: 'clinic', type: 'text', label: 'Who treated you?', shown_when: { question: 'hurt', is: 'yes' } },
      {
        id: 'injuries',
        type: 'checkboxes',
        label: 'What was injured?',
        options: [
          { value: 'neck', label: 'Neck' },
          { value: 'arm', label: 'Arm' },
          { value: 'none', label: 'None of these', exclusive: true },
        ],
      },
      { id: 'postcode', type: 'postcode', label: 'Where did it happen?' },
      { id: 'home', type: 'address', entry: 'lines', label: 'Where do you live?' },
      {
        id: 'policy',
        type: 'text',
        label: 'What is your policy number?',
        pattern: '[A-Z]{2}[0-9]{6}',
        error: 'Enter the two letters and six digits on your policy',
      },
      { id: 'story', type: 'textarea', label: 'What happened?', max_length: 300, rows: 4 },
      {
        id: 'where',
        type: 'radio',
        label: 'Where do you work?',
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
      },
    ],
  },
  product: {
    label: 'Ask about this product',
    questions: [
      { id: 'product', type: 'hidden', label: 'Product', from: 'address:product', pattern: '[a-z]+' },
      { id: 'office', type: 'hidden', label: 'Office', from: 'values', max_length: 5, default: 'York' },
      {
        id: 'gas',
        type: 'text',
        label: 'Do you smell gas?',
        shown_when: { question: 'product', is: 'boiler' },
      },
    ],
  },
  short: {
    label: 'Ask us to call',
    questions: [{ id: 'town', type: 'text', label: 'Which town?', required: true }],
  },
};

/** `test` with a stack whose case types ask for answers in every way, and where a phone number or an email address is
 * enough. */
export const test = base.extend<object, { runningStack: RunningStack }>({
  runningStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const running = await startStack(config => ({
        ...config,
        contact: { surname: 'hidden', one_of: ['telephone_mobile', 'email'] },
        attachments: { max_files: 0, max_bytes: 10_000 },
        case_types: caseTypes,
      }));
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
});

/** Opens a page with one of these case types. */
export async function openAnswers(
  page: Page,
  stack: Stack,
  caseType: keyof typeof caseTypes = 'answers',
  { query = '', attributes = '' } = {},
) {
  await page.goto(
    `${stack.servePage(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Answers</title><h1>Answers</h1>
      <enquiry-form case-type="${caseType}" ${attributes}></enquiry-form>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType}"></script>`,
      '',
    )}${query}`,
  );
}
