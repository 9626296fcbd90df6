// A page with a form that has hidden questions, or a short one, and a stack whose proxy serves it.
import type { Page } from '@playwright/test';
import { type RunningStack, type Stack, startStack } from '../processes/stack.ts';
import { test as base } from '../test.ts';

const caseTypes = {
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

/** `test` with a stack that has these case types, and where a phone number or an email address is enough. */
export const test = base.extend<object, { runningStack: RunningStack }>({
  runningStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const running = await startStack(config => ({
        ...config,
        contact: [{ field: 'forename' }, { field: 'telephone_mobile' }, { field: 'email' }],
        at_least_one_of: ['telephone_mobile', 'email'],
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
  caseType: keyof typeof caseTypes,
  { query = '' } = {},
) {
  await page.goto(
    `${stack.servePage(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Answers</title><h1>Answers</h1>
      <enquiry-form case-type="${caseType}"></enquiry-form>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType}"></script>`,
      '',
    )}${query}`,
  );
}
