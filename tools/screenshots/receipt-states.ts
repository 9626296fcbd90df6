// The receipt with ways to reach the firm, files whose long names differ at the end, and what a visitor can keep.
import type { Page } from '@playwright/test';
import { pdf } from '../../e2e/files/documents.ts';
import type { Stack } from '../../e2e/processes/stack.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import type { OpenState } from './open-state.ts';

const letters = ['2026-02-03', '2026-02-04'].map((date, at) => ({
  ...pdf(),
  name: `Hospital discharge letter from St Thomas ${date} final.pdf`,
  buffer: Buffer.concat([pdf().buffer, Buffer.alloc(at, '\n')]),
}));
const notes = {
  ...pdf(),
  name: 'Notes of the ward sister and the physiotherapist about the night after the accident and the week after it (2).pdf',
  buffer: Buffer.concat([pdf().buffer, Buffer.from('\n\n')]),
};

const texts: Record<string, object> = {
  en: { contact_us: { text: 'Rather talk?', phone: '01632 960001' } },
  de: {
    label: 'Umzug',
    next: 'Wir rufen Sie an, meistens am selben Arbeitstag.',
    contact_us: { text: 'Lieber sprechen?', phone: '01632 960001', email: 'kanzlei@example.com' },
  },
  ar: {
    label: 'الانتقال إلى منزل جديد',
    next: 'سنتصل بك، عادةً في يوم العمل نفسه.',
    contact_us: { text: 'هل تفضل التحدث؟', phone: '01632 960001', url: 'https://www.example.com/contact' },
  },
};

/** What the proxy would promise with opening hours, on a Monday evening. */
const promises: Record<string, object> = {
  en: {
    call_back: 'We’ll call you on Tuesday 24\u00a0November 2026 from 9\u00a0am.',
    promise: {
      to: 'telephone_mobile',
      text: 'We’ll call you on {to} tomorrow, {date}.',
      date: 'Tuesday 24\u00a0November, from 9\u00a0am',
    },
  },
  de: {
    call_back: 'Wir rufen Sie am Dienstag, 24.\u00a0November 2026 ab 9\u00a0Uhr an.',
    promise: {
      to: 'telephone_mobile',
      text: 'Wir rufen Sie morgen, {date}, unter {to} an.',
      date: 'Dienstag, 24.\u00a0November, ab 9\u00a0Uhr',
    },
  },
  ar: {
    call_back: 'سنتصل بك يوم الثلاثاء 24\u00a0نوفمبر 2026 ابتداءً من الساعة 9\u00a0صباحًا.',
    promise: {
      to: 'telephone_mobile',
      text: 'سنتصل بك على الرقم {to} غدًا، {date}.',
      date: 'الثلاثاء 24\u00a0نوفمبر، ابتداءً من الساعة 9\u00a0صباحًا',
    },
  },
};

/** Opens the form in a language, on a device that can share. The questions stay English. */
async function openIn(page: Page, stack: Stack, lang: string): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async () => {}, canShare: () => true });
  });
  await page.route('**/enquiry-form.js*', route => route.continue({ url: `${stack.proxy}/enquiry-form.js` }));
  await page.route('**/case-types/*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lang, ...texts[lang] } });
  });
  await page.route('**/enquiries', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...promises[lang] } });
  });
  await page.goto(`${stack.site}/house-move.html`);
}

/** Brings a form to its receipt. */
function receiptIn(lang: string): OpenState {
  return async (page, stack) => {
    await openIn(page, stack, lang);
    const { attach, form } = formOn(page);
    await form.evaluate(element => {
      const answers = { transaction: 'remortgage', price: '285000', terms: 'yes' };
      const values = { forename: 'Grace', surname: 'Hopper', telephone_mobile: '07700 900123', answers };
      Object.assign(element, { values: { ...values, email: 'grace@example.com' } });
    });
    await attach(...letters, notes);
    await form.locator('[part=file]').nth(2).waitFor();
    await form.locator('.send').click();
    await form.locator('.state.sent').nth(2).waitFor();
    await form.locator('.with').waitFor();
  };
}

export const receiptStates: Record<string, OpenState> = {
  'receipt-kept': receiptIn('en'),
  'receipt-kept-german': receiptIn('de'),
  'receipt-kept-arabic': receiptIn('ar'),
  'files-long-names': async (page, stack) => {
    await openIn(page, stack, 'en');
    await formOn(page).attach(...letters, notes);
    await formOn(page).form.locator('[part=file]').nth(2).waitFor();
  },
};
