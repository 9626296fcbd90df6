// The house-move form in other languages, as a visitor uses it.
import type { Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';
import { formOn } from '../visitor/form.ts';

/** Opens a page in this language on the stack's second site. */
export async function openTranslated(
  page: Page,
  stack: Stack,
  lang: string,
  html = '<enquiry-form case-type="house-move"></enquiry-form>',
) {
  const policy = `default-src 'none'; script-src ${stack.proxy} 'unsafe-inline'; connect-src ${stack.proxy}`;
  const script = `<script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move&lang=${lang}"></script>`;
  await page.goto(
    stack.servePage(`<!doctype html><html lang="${lang}"><title>L</title>${script}${html}`, policy),
  );
}

export const welshTexts = {
  forename: 'Enw cyntaf',
  surname: 'Enw olaf',
  email: 'Cyfeiriad e-bost',
  group: 'Beth ydych chi’n ei gynllunio?',
  option: 'Ailforgeisio',
  price: 'Beth yw pris yr eiddo, yn fras?',
  terms: /telerau/,
  send: 'Cael fy nyfynbris',
  thanks: 'Diolch, Grace. Rydym wedi cael eich ymholiad.',
};
export const arabicTexts = {
  forename: 'الاسم الأول',
  surname: 'اسم العائلة',
  email: 'البريد الإلكتروني',
  group: 'ما الذي تخطط له؟',
  option: 'إعادة رهن عقاري',
  price: 'كم يبلغ سعر العقار تقريبًا؟',
  terms: /شروط/,
  send: 'اطلب عرض السعر',
  thanks: 'شكرًا لك يا \u2068Grace\u2069. لقد تلقينا طلبك.',
};

export async function fillInTranslated(page: Page, texts: typeof welshTexts) {
  const { form } = formOn(page);
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await field(texts.forename).fill('Grace');
  await field(texts.surname).fill('Hopper');
  await field(texts.email).fill('grace@example.com');
  await form.getByRole('group', { name: texts.group }).getByLabel(texts.option, { exact: true }).check();
  await field(texts.price).fill('285000');
  await form.getByLabel(texts.terms).check();
}

/** Makes the page load the script without a definition, so that the form requests it separately. */
export async function omitDefinition(page: Page, stack: Stack) {
  await page.route('**/enquiry-form.js*', route => route.continue({ url: `${stack.proxy}/enquiry-form.js` }));
}
