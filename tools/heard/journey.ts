// Journeys of visitors by keyboard: through the form on one page, in steps, and with a call or an email. They find
// controls by their names, because they are the same in every language.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { pdf, png, programNamedPdf, type TestFile } from '../../e2e/files/documents.ts';
import { holdRequests, setOnline } from './network.ts';
import type { Visit } from './visit.ts';

/** The case type of the journey, in the config's format. Its label has a text in each language. */
export const caseType: { label: Record<string, string> } = JSON.parse(
  readFileSync(new URL('case-type.json', import.meta.url), 'utf8'),
);

/** A case type in which an answer ends the form, in the config's format. Its label, too, has a text in each language. */
export const endingCaseType = {
  label: {
    en: 'An accident abroad',
    ar: 'حادث في الخارج',
  },
  questions: [
    {
      id: 'where',
      type: 'radio',
      label: 'Where do you live?',
      required: true,
      options: [
        { value: 'abroad', label: 'Abroad', ends: { text: 'We only help people in the United Kingdom.' } },
        { value: 'here', label: 'In the United Kingdom' },
      ],
    },
  ],
};

const send = '[part~=button]';
const summary = '[part~=summary]:focus';
const receipt = '[part~=receipt]';

/** From an empty form to the receipt, with problems, a conditional question, files and a lost connection. */
export async function fillInOnOnePage(page: Page, visit: Visit): Promise<void> {
  const { section, press, type, tabTo, step } = visit;
  section('Through the empty form');
  await tabTo(send);
  await press('Tab');

  section('Send the empty form');
  await press('shift+Tab', `${send}:focus`);
  await press('Return', summary);
  await press('Tab');
  await press('Return', '[name="answers.date"]:focus');

  section('Correct the problems');
  await typeDate(visit);
  await tabTo('[name="answers.place"]');
  await press('Down');

  section('A conditional question');
  await tabTo('[name="answers.injured"]');
  await press('space', '[name="answers.injuries"]:visible');
  await tabTo('[name="answers.injuries"]');
  await press('space');
  await tabTo('[name="answers.story"]');
  await type('I slipped.');

  section('Files');
  const attach = (...files: TestFile[]) =>
    step(`attach ${files.map(({ name }) => name).join(', ')}`, () =>
      page.locator('#files').setInputFiles(files),
    );
  await attach(pdf('letter.pdf'));
  await attach(png(40, 30, 'street.png'), {
    ...programNamedPdf('notes.docx'),
    mimeType: 'application/msword',
  });

  section('Contact details');
  await tabTo('[name=forename]');
  await type('Ada');
  await tabTo('[name=surname]');
  await type('Byron');
  await tabTo('[name=email]');
  await type('ada');
  await tabTo(send);

  section('Send with a wrong email address');
  await press('Return', summary);
  await press('Tab');
  await press('Return', '[name=email]:focus');
  await press('End');
  await type('@example.com');

  section('Send while the connection breaks');
  const enquiry = await holdRequests(page, '**/enquiries');
  const uploads = await holdRequests(page, '**/attachments');
  await press('Return');
  await setOnline(page, 'offline');
  // The form would try again after seconds, in the middle of what is heard.
  await step('the connection breaks', () => enquiry.postpone());
  await step('the connection is back', () => setOnline(page, 'online'));
  await step('the enquiry is accepted', () => enquiry.release(), receipt);

  section('The receipt');
  const uploadsEnd = () => page.locator('progress').first().waitFor({ state: 'detached' });
  await step('the files arrive', () => uploads.release(), uploadsEnd);
  // While the list of files changes, Orca may lose its place in the receipt.
  await press('shift+Tab', () => page.locator('header a:focus').waitFor());
  for (let line = 0; line < 8; line++) await press('Down');
  await press('Tab');
}

/** From the first step to the receipt, with a problem and a check of all answers. */
export async function fillInInSteps(page: Page, visit: Visit): Promise<void> {
  const { section, press, type, tabTo, step } = visit;
  const goOn = async () => {
    await tabTo(send);
    await press('Return', '[part~=step-heading]:focus');
  };
  section('In steps, with a problem');
  await tabTo('[name="answers.date"]');
  await typeDate(visit);
  await tabTo(send);
  await press('Return', summary);
  await press('Tab');
  await press('Return', '[name="answers.place"]:focus');
  // Not by keyboard: here, Orca announces the option in only some runs in Chromium.
  await page.locator('[name="answers.place"]').selectOption('road');
  await goOn();

  section('In steps: what happened');
  await tabTo('[name="answers.injured"]');
  await press('space', '[name="answers.injured"]:checked');
  await tabTo('[name="answers.story"]');
  await type('I slipped.');
  await goOn();

  section('In steps: contact details');
  await tabTo('[name=forename]');
  await type('Ada');
  await tabTo('[name=surname]');
  await type('Byron');
  await tabTo('[name=email]');
  await type('ada@example.com');
  await goOn();

  section('In steps: files');
  await goOn();

  section('In steps: check the answers');
  for (let line = 0; line < 8; line++) await press('Down');
  await tabTo(send);
  const enquiry = await holdRequests(page, '**/enquiries');
  await press('Return');
  await step('the enquiry is accepted', () => enquiry.release(), receipt);
}

/** Through the demo's form about work, which offers a call or an email, to the receipt. A firewall refuses the enquiry, and
 * then sending fails twice. */
export async function fillInWithChannel(page: Page, visit: Visit): Promise<void> {
  const { section, press, type, tabTo, step } = visit;
  section('A call or an email');
  await tabTo('[name="answers.work-problem"]');
  await press('space');
  await tabTo('[name="answers.what-happened"]');
  await type('I lost my job.');
  await tabTo('[name=forename]');
  await type('Ada');
  await tabTo('[name=surname]');
  await type('Byron');
  await tabTo('[name="answers.contact-by"]');
  // In browse mode, Orca keeps the arrows for itself.
  await press('Insert+a');
  await press('space', '[name=telephone_mobile]:visible');
  await press('Right', '[name=email]:visible');
  await press('Left', '[name=telephone_mobile]:visible');
  await tabTo('[name=telephone_mobile]');
  await type('07700900123');
  await tabTo('[name="answers.best-time"]');
  await press('space');
  await tabTo(send);

  section('Sending fails');
  const enquiry = await holdRequests(page, '**/enquiries');
  await press('Return');
  await step('a firewall refuses it', () => enquiry.refuse(), '.ways');
  await press('Return');
  await step('the first attempt fails', () => enquiry.abort());
  await step('the second attempt fails', () => enquiry.postpone(), '.ways');
  await press('shift+Tab');
  await press('shift+Tab');
  await press('shift+Tab', '[href^=tel]:focus');
  for (let control = 0; control < 3; control++) await press('Tab');
  await press('Return', '[aria-disabled=true]:focus');
  await step('the enquiry is accepted', () => enquiry.release(), receipt);
  for (let control = 0; control < 5; control++) await press('Tab');
}

/** Chooses one of two matters, gives an answer that ends its form, and chooses the other matter. */
export async function chooseMatter(page: Page, { section, press, step, tabTo }: Visit): Promise<void> {
  section('One of several matters');
  await tabTo('[name=case_type]');
  await press('space', '[name="answers.where"]:visible');

  section('An answer that ends the form');
  await tabTo('[name="answers.where"]');
  await press('space', '.ending');
  await press('Tab');

  section('Another matter');
  await step('focus the choice', () => page.locator('[name=case_type]:checked').focus());
  // In browse mode, Orca keeps the arrows for itself.
  await press('Insert+a');
  await press('Down', '[name="answers.injured"]:visible');
}

/** Enters a date in the focused control of the browser, whose format is American. */
async function typeDate({ type }: Visit): Promise<void> {
  for (const part of ['01', '02', '2026']) await type(part);
}
