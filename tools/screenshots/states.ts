// Longer than 200 lines because it has every state of the form.
import { expect, type Page } from '@playwright/test';
import { jpeg, pdf, png, programNamedPdf } from '../../e2e/files/documents.ts';
import { drawPicture, heic, phonePhoto } from '../../e2e/files/photos.ts';
import { fillHouseMove, formOn } from '../../e2e/visitor/form.ts';
import { formInStepsOn } from '../../e2e/visitor/form-in-steps.ts';
import { playwrightDriver } from '../../e2e/visitor/playwright-driver.ts';
import { dispatchDrag } from '../../e2e/visitor/visitor.ts';
import { brandStates } from './brand-states.ts';
import { chooserStates } from './chooser-states.ts';
import { contactStates } from './contact-states.ts';
import { openEveryQuestion } from './every-question.ts';
import type { OpenState } from './open-state.ts';
import { pageStates } from './page-states.ts';
import { receiptStates } from './receipt-states.ts';
import { sendingStates } from './sending-states.ts';
import { spamStates } from './spam-states.ts';
import { testModeStates } from './test-mode-states.ts';

/** The states by name. */
export const screenshotStates: Record<string, OpenState> = {
  empty: async (page, stack) => page.goto(stack.site),
  filled: async (page, stack) => {
    await page.goto(stack.site);
    await fillInjury(page);
  },
  problems: async (page, stack) => {
    await page.goto(stack.site);
    const { choose, attach, send, summary } = formOn(page);
    await choose('Were you injured?', 'Yes');
    await choose(/What was injured\?/, 'Something else');
    await attach(png(300, 200), programNamedPdf());
    await send();
    await summary.waitFor();
  },
  sending: async (page, stack) => {
    await page.route('**/enquiries', () => {});
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    await formOn(page).send();
  },
  ...chooserStates,
  ...sendingStates,
  uploading: async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    const session = await page.context().newCDPSession(page);
    await fillHouseMove(page);
    const { attach, send, receipt } = formOn(page);
    await attach(
      pdf(),
      await phonePhoto(playwrightDriver(page)),
      png(1_500, 1_000),
      jpeg(2_000_000, 'garden.jpg'),
    );
    await formOn(page).form.getByText('Location removed').waitFor();
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: 1e6,
      uploadThroughput: 1e5, // Slow, so that the upload is still in progress in the last picture.
    });
    await send();
    await receipt.waitFor();
    const bar = formOn(page).form.getByRole('progressbar', { name: 'IMG_2041.jpg' });
    await expect
      .poll(() => bar.evaluate((bar: HTMLProgressElement) => bar.value), { intervals: [50] })
      .toBeGreaterThan(0.1);
  },
  files: async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    const { attach, form } = formOn(page);
    await attach(
      await phonePhoto(playwrightDriver(page)),
      await drawPicture(playwrightDriver(page), 'IMG_2042-the-whole-street.webp', {
        type: 'image/webp',
        width: 900,
        height: 600,
      }),
      pdf(),
      heic(),
      { name: 'dashcam.mov', mimeType: '', buffer: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1') },
      { ...pdf(), name: 'police report (1).pdf' },
    );
    await form.getByText('You’ve already added this file').waitFor();
    await form.getByText('Converted to JPEG').waitFor();
  },
  ...contactStates,
  ...receiptStates,
  ...spamStates,
  ...testModeStates,
  dragging: async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    const zone = formOn(page).form.locator('.drop.over');
    await expect(async () => {
      await page.evaluate(dispatchDrag, { type: 'dragover', isFile: true } as const);
      await expect(zone).toBeVisible({ timeout: 100 });
    }).toPass();
  },
  receipt: async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    const { attach, send, form } = formOn(page);
    await attach(pdf(), jpeg(400_000));
    await send();
    await form.getByText('Sent', { exact: true }).nth(1).waitFor();
  },
  accepted: async (page, stack) => {
    await stack.setFault({ fault: 'down', times: 1 });
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    await formOn(page).send();
    await formOn(page).receipt.waitFor();
  },
  draft: async (page, stack) => {
    await page.goto(stack.site);
    await fillInjury(page);
    await page.reload();
    await page
      .locator('enquiry-form')
      .getByRole('button', { name: 'Clear answers and start again' })
      .waitFor();
  },
  thanks: async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    await page.locator('enquiry-form').evaluate(form => {
      const template = document.createElement('template');
      const text = document.createElement('p');
      text.textContent = 'While you wait: our guide to moving house is in your inbox, and it is free.';
      template.slot = 'thanks';
      template.content.append(text);
      form.append(template);
    });
    await fillHouseMove(page);
    await formOn(page).send();
    await formOn(page).receipt.waitFor();
  },
  unreachable: async (page, stack) => {
    await page.route('**/enquiry-form.js*', route =>
      route.continue({ url: `${stack.proxy}/enquiry-form.js` }),
    );
    await page.route('**/case-types/*', route => route.abort());
    await page.goto(stack.site);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  },
  'steps-first': async (page, stack) => {
    await page.goto(`${stack.site}/steps.html`);
    await formOn(page).field('Where did it happen?').waitFor();
  },
  /** On a phone, Continue sticks to the bottom of the window. */
  'steps-in-view': async (page, stack) => {
    await page.goto(`${stack.site}/steps.html`);
    await formOn(page).field('Where did it happen?').waitFor();
  },
  'steps-middle': async (page, stack) => {
    await page.goto(`${stack.site}/steps.html`);
    await formInStepsOn(page).fillInAccident();
    await formOn(page).choose('Were you injured?', 'Yes');
  },
  'steps-problems': async (page, stack) => {
    await page.goto(`${stack.site}/steps.html`);
    const { fillInAccident, continueToContactDetails, next } = formInStepsOn(page);
    await fillInAccident();
    await continueToContactDetails();
    await next();
    await formOn(page).summary.waitFor();
  },
  'steps-advance': async (page, stack) => {
    await page.goto(`${stack.site}/steps.html`);
    await page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('advance', ''));
    const { fillInAccident, heading } = formInStepsOn(page);
    await fillInAccident();
    await heading(/Were you injured/).waitFor();
  },
  'steps-new-question': async (page, stack) => {
    await screenshotStates['steps-check']?.(page, stack);
    const { change, next, heading } = formInStepsOn(page);
    await change('Where did it happen?');
    await formOn(page).field('Where did it happen?').selectOption({ label: 'On the road' });
    await next();
    await heading(/How were you travelling/).waitFor();
  },
  'steps-new-question-check': async (page, stack) => {
    await screenshotStates['steps-check']?.(page, stack);
    const { change, back, heading } = formInStepsOn(page);
    await change('Where did it happen?');
    await formOn(page).field('Where did it happen?').selectOption({ label: 'On the road' });
    await back(); // To the check, without the step of the new question.
    await heading('Check your answers').waitFor();
  },
  'steps-check': async (page, stack) => {
    await page.goto(`${stack.site}/steps.html`);
    const { fillInContactDetails, fillInAccident, next, heading } = formInStepsOn(page);
    const { choose, fillIn, attach } = formOn(page);
    await fillInAccident();
    await choose('Were you injured?', 'Yes');
    await choose(/What was injured\?/, 'Neck or back');
    await next();
    await fillIn('What happened?', 'I slipped on the wet floor by the loading bay.');
    await next();
    await attach(jpeg(2_400_000, 'loading-bay.jpg'), pdf());
    await next();
    await fillInContactDetails();
    await heading('Check your answers').waitFor();
  },
  answers: async (page, stack) => {
    await openEveryQuestion(page, stack);
    const { form, fillIn, choose, field } = formOn(page);
    await fillIn('First name', 'Ada');
    await fillIn('Email address', 'ada@gmial.com');
    for (const [part, text] of [
      ['Day', '27'],
      ['Month', 'mar'],
      ['Year', '1985'],
    ] as const) {
      await form.getByLabel(part, { exact: true }).fill(text);
    }
    await fillIn('How much have you lost?', '12.5k');
    await fillIn('Mobile number', '07700 90012');
    await choose('Whose fault was it?', 'Somebody else’s');
    await choose(/Which insurance/, 'None of these');
    await fillIn('What happened?', 'I slipped on the wet floor by the loading bay. '.repeat(4));
    await field('First name').focus();
  },
  'answers-problems': async (page, stack) => {
    await openEveryQuestion(page, stack);
    const { form, send, summary, fillIn } = formOn(page);
    await form.getByLabel('Month', { exact: true }).fill('13');
    await fillIn('What happened?', 'I slipped on the wet floor by the loading bay. '.repeat(5));
    await fillIn('How much have you lost?', 'a lot');
    await fillIn('Mobile number', '07700900123');
    await send();
    await summary.waitFor();
  },
  ending: async (page, stack) => {
    await openEveryQuestion(page, stack);
    await formOn(page).choose('Whose fault was it?', 'Mine');
    await formOn(page).form.getByText('Citizens Advice').first().waitFor();
  },
  finishing: async (page, stack) => {
    // The proxy responds once it has waited long enough, which is after the pictures.
    await stack.setFault({ fault: 'slow', delay_ms: 60_000, operation: 'upload', times: 2 });
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    const { attach, send, form } = formOn(page);
    await attach(pdf(), jpeg(400_000));
    await send();
    await form.getByText('Finishing…').first().waitFor();
  },
  'receipt-refused': async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    const { attach, send, form } = formOn(page);
    await attach(pdf(), programNamedPdf(), wordDocument);
    await form.getByText('letter.docx').first().waitFor();
    await send();
    await form.getByText('Sent', { exact: true }).first().waitFor();
  },
  'receipt-reload': async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    const { attach, send, form, receipt } = formOn(page);
    await attach(pdf(), jpeg(400_000));
    await page.route('**/attachments', async route => {
      const { 'content-disposition': name = '' } = await route.request().allHeaders();
      if (name.includes('.pdf')) await route.continue();
    });
    await send();
    await form.getByText('Sent', { exact: true }).first().waitFor();
    page.on('dialog', dialog => dialog.accept());
    await page.reload();
    await receipt.waitFor();
  },
  print: async (page, stack) => {
    await screenshotStates.receipt?.(page, stack);
    await page.emulateMedia({ media: 'print' });
  },
  fallback: async (page, stack) => {
    await page.route('**/enquiry-form.js*', route =>
      route.continue({ url: `${stack.proxy}/enquiry-form.js` }),
    );
    await page.route('**/case-types/*', route =>
      route.continue({ url: `${stack.proxy}/case-types/misspelt` }),
    );
    const said = page.waitForEvent('console', { predicate: line => line.text().includes('case type') });
    await page.goto(stack.site);
    await said;
  },
  arabic: async (page, stack) => {
    await page.goto(`${stack.site}/arabic.html`);
    await page.locator('enquiry-form[ready]').waitFor();
  },
  'arabic-problems': async (page, stack) => {
    await page.goto(`${stack.site}/arabic.html`);
    await formOn(page).form.locator('#files').setInputFiles([pdf(), wordDocument]);
    await formOn(page).form.locator('.send').click();
    await formOn(page).summary.waitFor();
  },
  channel: async (page, stack) => {
    await page.goto(`${stack.site}/employment.html`);
    await formOn(page).form.getByText('By phone').first().waitFor();
  },
  looks: async (page, stack) => {
    await page.goto(`${stack.site}/looks.html`);
    await page.locator('enquiry-form[ready]').nth(2).waitFor();
  },
  ...brandStates,
  ...pageStates,
};

const wordDocument = { name: 'letter.docx', mimeType: '', buffer: Buffer.from('PK\x03\x04', 'latin1') };

async function fillInjury(page: Page): Promise<void> {
  const { field, fillIn, choose, attach } = formOn(page);
  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron');
  await fillIn('Mobile number', '07700 900123');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('When did it happen?', '2026-02-01');
  await field('Where did it happen?').selectOption({ label: 'At work' });
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Neck or back');
  await fillIn('What happened?', 'I slipped on the wet floor by the loading bay.');
  await attach(jpeg(2_400_000, 'loading-bay.jpg'));
  await field('What happened?').focus();
}
