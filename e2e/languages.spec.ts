import type { Page } from '@playwright/test';
import { expect, formOn, type Stack, test } from './stack.ts';

/** A page of the stack's other site, in a language. */
async function open(
  page: Page,
  stack: Stack,
  lang: string,
  html = '<enquiry-form case-type="house-move"></enquiry-form>',
) {
  const policy = `default-src 'none'; script-src ${stack.proxy} 'unsafe-inline'; connect-src ${stack.proxy}`;
  const script = `<script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move&lang=${lang}"></script>`;
  await page.goto(stack.page(`<!doctype html><html lang="${lang}"><title>L</title>${script}${html}`, policy));
}

const inWelsh = {
  forename: 'Enw cyntaf',
  surname: 'Enw olaf',
  email: 'Cyfeiriad e-bost',
  group: 'Beth ydych chi’n ei gynllunio?',
  option: 'Ailforgeisio',
  price: 'Beth yw’r pris yn fras, mewn punnoedd?',
  terms: /telerau/,
  send: 'Cael fy nyfynbris',
  thanks: 'Diolch, Grace. Mae’ch ymholiad gennym ni.',
};
const inArabic = {
  forename: 'الاسم الأول',
  surname: 'اسم العائلة',
  email: 'البريد الإلكتروني',
  group: 'ما الذي تخطط له؟',
  option: 'إعادة رهن عقاري',
  price: 'ما السعر التقريبي بالجنيه الإسترليني؟',
  terms: /شروط/,
  send: 'اطلب عرض السعر',
  thanks: 'شكرًا لك يا \u2068Grace\u2069. وصلنا طلبك.',
};

async function fillIn(page: Page, words: typeof inWelsh) {
  const { form } = formOn(page);
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await field(words.forename).fill('Grace');
  await field(words.surname).fill('Hopper');
  await field(words.email).fill('grace@example.com');
  await form.getByRole('group', { name: words.group }).getByLabel(words.option, { exact: true }).check();
  await field(words.price).fill('285000');
  await form.getByLabel(words.terms).check();
}

test('a form speaks Welsh from the first view to the receipt, and the back office reads English', async ({
  page,
  stack,
}) => {
  await open(page, stack, 'cy');
  const { form, summary } = formOn(page);
  const send = form.getByRole('button', { name: inWelsh.send });
  await send.click();
  await expect(summary.getByRole('heading')).toHaveText('Mae angen eich sylw ar chwe pheth');
  await expect(summary).toContainText('Rhowch eich enw cyntaf');
  await fillIn(page, inWelsh);
  await send.click();
  await expect(form.getByRole('heading', { name: inWelsh.thanks })).toBeVisible();
  await expect(form).toContainText('Rhif eich ymholiad');
  const [enquiry] = await stack.arrived();
  expect(enquiry?.meta[0]).toEqual({
    id: 'transaction',
    label: 'What are you planning?',
    value: 'remortgage',
  });
});

test('Arabic runs from right to left, also on a page that does not', async ({ page, stack }) => {
  await open(page, stack, 'ar');
  const { form, summary } = formOn(page);
  const panel = form.locator('[part~=form]');
  await expect(panel).toHaveAttribute('lang', 'ar');
  await expect(panel).toHaveCSS('direction', 'rtl');
  await expect(form.getByLabel(inArabic.email, { exact: true })).toHaveCSS('direction', 'ltr');
  const send = form.getByRole('button', { name: inArabic.send });
  await send.click();
  await expect(summary).toContainText('أدخل اسمك الأول');
  await fillIn(page, inArabic);
  await send.click();
  await expect(form.getByRole('heading', { name: inArabic.thanks })).toBeVisible();
  expect((await stack.arrived())[0]?.meta[0]?.label).toBe('What are you planning?');
});

test('words that cannot be loaded are English, and the questions stay', async ({ page, stack }) => {
  await page.route('**/assets/cy-*', route => route.abort());
  await open(page, stack, 'cy');
  const { form } = formOn(page);
  await expect(form.getByLabel('First name', { exact: true })).toBeVisible();
  await expect(form.getByRole('group', { name: inWelsh.group })).toBeVisible();
});

test('a site puts its own words in place of ours, before or after the upgrade', async ({ page, stack }) => {
  await open(
    page,
    stack,
    'en',
    `<enquiry-form case-type="house-move"></enquiry-form><script>
      document.querySelector('enquiry-form').messages = {
        forename: 'Given name',
        need_forename: 'We would like to know your given name',
        problems: { one: 'One', other: 'There are {count}' },
      };
    </script>`,
  );
  const { form, summary, send } = formOn(page);
  await expect(form.getByLabel('Given name', { exact: true })).toBeVisible();
  await send();
  await expect(summary).toContainText('There are 6');
  await expect(summary).toContainText('We would like to know your given name');
  await form.evaluate((element: Element & { messages?: object }) => {
    element.messages = {};
  });
  await expect(summary).toContainText('Six things need your attention');
});
