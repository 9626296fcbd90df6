import type { Page } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';

/** Questions of the kinds that the demo's case types don't have. */
const questions = [
  {
    id: 'born',
    type: 'date',
    label: 'What is your date of birth?',
    help: 'For example, 27 3 1985.',
    entry: 'memorable',
    required: true,
    max_length: 500,
    autocomplete: 'bday',
    heading: 'About you',
  },
  { id: 'address', type: 'address', label: 'Your address', required: true, max_length: 500, entry: 'lines' },
  {
    id: 'loss',
    type: 'number',
    label: 'How much have you lost?',
    help: 'A rough figure is enough.',
    required: true,
    max_length: 500,
    unit: '£',
    heading: 'About the accident',
  },
  {
    id: 'distance',
    type: 'number',
    label: 'How far do you travel?',
    required: false,
    max_length: 500,
    unit: 'miles',
  },
  {
    id: 'fault',
    type: 'radio',
    label: 'Whose fault was it?',
    required: true,
    max_length: 500,
    options: [
      { value: 'other', label: 'Somebody else’s' },
      { value: 'unsure', label: 'I’m not sure' },
      {
        value: 'mine',
        label: 'Mine',
        ends: {
          text: 'We only help people whose accident was somebody else’s fault. Citizens Advice can tell you about your options.',
          url: 'https://citizens-advice.example.com/',
        },
      },
    ],
  },
  {
    id: 'cover',
    type: 'checkboxes',
    label: 'Which insurance do you have?',
    required: false,
    max_length: 500,
    options: [
      { value: 'car', label: 'Car' },
      { value: 'home', label: 'Home' },
      { value: 'none', label: 'None of these', exclusive: true },
    ],
  },
  {
    id: 'more',
    type: 'textarea',
    label: 'What happened?',
    required: true,
    max_length: 200,
    counter: true,
    rows: 4,
  },
];

/** Opens the demo's landing page with a case type that has questions of every kind, and asks for one of two contact
 * fields. It can't be sent, because the proxy doesn't know it. */
export async function openEveryQuestion(page: Page, stack: Stack): Promise<void> {
  await page.route('**/enquiry-form.js*', route => route.continue({ url: `${stack.proxy}/enquiry-form.js` }));
  await page.route('**/case-types/*', async route => {
    const response = await route.fetch();
    const definition = await response.json();
    delete definition.steps;
    const contact = { ...definition.contact, telephone_mobile: 'optional', email: 'optional' };
    await route.fulfill({
      response,
      json: {
        ...definition,
        questions,
        contact: { ...contact, one_of: ['telephone_mobile', 'email'] },
        needs: ['rare'],
      },
    });
  });
  await page.goto(stack.site);
}
