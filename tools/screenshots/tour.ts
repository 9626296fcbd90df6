// The moving picture of the README: a visitor sends an enquiry while the enquiry API is down.
import type { Browser } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import { type Frame, joinColumns, toMovingPicture } from './pictures.ts';

const height = 560;
const widths = { form: 400, inbox: 520 };

/** Takes the pictures, about 15 seconds of them. */
export async function takeTour(browser: Browser, stack: Stack): Promise<Buffer> {
  const open = async (width: number, url: string) => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    await page.goto(url);
    return page;
  };
  const visitor = await open(widths.form, `${stack.proxy}/forms/callback`);
  const inbox = await open(widths.inbox, stack.inbox);
  const studio = await browser.newPage({ viewport: { width: 1_000, height: 700 } });
  const { form, field, choose, send, receipt } = formOn(visitor);
  const frames: Frame[] = [];
  let title = '';
  const show = async (ms: number) => {
    const columns = [
      { screenshot: await visitor.screenshot(), width: widths.form, caption: 'The visitor' },
      { screenshot: await inbox.screenshot(), width: widths.inbox, caption: 'The back office' },
    ];
    frames.push({ picture: await joinColumns(studio, { columns, height, title }), ms });
  };
  const type = async (label: string, text: string) => {
    await field(label).scrollIntoViewIfNeeded();
    for (const part of text.match(/.{1,3}/g) ?? []) {
      await field(label).pressSequentially(part);
      await show(120);
    }
  };
  const fault = inbox.getByLabel('Enquiry API');

  title = 'A visitor fills in the form';
  await form.getByLabel('First name').waitFor();
  await show(1_500);
  await choose(/How many people/, '21 to 200');
  await show(600);
  await type('First name', 'Ada');
  await type('Last name', 'Byron');
  await type('Mobile number', '07700 900123');
  await choose('Best time to call', 'Morning');
  await form.getByRole('button', { name: 'Request a call' }).scrollIntoViewIfNeeded();
  await show(900);

  title = 'Now the back office fails';
  await fault.selectOption('down');
  await inbox.getByRole('button', { name: 'Turn the fault off' }).waitFor();
  await show(1_800);

  title = 'The visitor gets a receipt all the same, because the enquiry is stored';
  await send();
  await receipt.waitFor();
  await show(3_000);

  title = 'The back office works again …';
  await inbox.getByRole('button', { name: 'Turn the fault off' }).click();
  await show(1_500);

  title = '… and the enquiry arrives';
  await inbox.getByText('Byron').first().waitFor();
  await show(4_500);
  for (const page of [visitor, inbox]) await page.close();
  return await toMovingPicture(studio, frames);
}
