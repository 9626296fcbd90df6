// The receipt with ways to reach the firm, files whose long names differ at the end, and what a visitor can keep.
import { pdf } from '../../e2e/files/documents.ts';
import { attach, define, onEnquiries, openHouseMove, press, type Step, shows } from './steps.ts';

const withEnding = (name: string, ending: string) => ({
  ...pdf(),
  name,
  buffer: Buffer.concat([pdf().buffer, Buffer.from(ending)]),
});
const files = [
  withEnding('Hospital discharge letter from St Thomas 2026-02-03 final.pdf', ''),
  withEnding('Hospital discharge letter from St Thomas 2026-02-04 final.pdf', '\n'),
  withEnding(
    'Notes of the ward sister and the physiotherapist about the night after the accident and the week after it (2).pdf',
    '\n\n',
  ),
];

interface Texts {
  definition: object;
  /** What the proxy would promise with opening hours, on a Monday evening. */
  callBack: string;
  promise: string;
  date: string;
}
const texts: Record<'en' | 'de' | 'ar', Texts> = {
  en: {
    definition: { contact_us: { text: 'Rather talk?', phone: '01632 960001' } },
    callBack: 'We’ll call you on Tuesday 24\u00a0November 2026 from 9\u00a0am.',
    promise: 'We’ll call you on {to} tomorrow, {date}.',
    date: 'Tuesday 24\u00a0November, from 9\u00a0am',
  },
  de: {
    definition: {
      label: 'Umzug',
      next: 'Wir rufen Sie an, meistens am selben Arbeitstag.',
      contact_us: { text: 'Lieber sprechen?', phone: '01632 960001', email: 'kanzlei@example.com' },
    },
    callBack: 'Wir rufen Sie am Dienstag, 24.\u00a0November 2026 ab 9\u00a0Uhr an.',
    promise: 'Wir rufen Sie morgen, {date}, unter {to} an.',
    date: 'Dienstag, 24.\u00a0November, ab 9\u00a0Uhr',
  },
  ar: {
    definition: {
      label: 'الانتقال إلى منزل جديد',
      next: 'سنتصل بك، عادةً في يوم العمل نفسه.',
      contact_us: { text: 'هل تفضل التحدث؟', phone: '01632 960001', url: 'https://www.example.com/contact' },
    },
    callBack: 'سنتصل بك يوم الثلاثاء 24\u00a0نوفمبر 2026 ابتداءً من الساعة 9\u00a0صباحًا.',
    promise: 'سنتصل بك على الرقم {to} غدًا، {date}.',
    date: 'الثلاثاء 24\u00a0نوفمبر، ابتداءً من الساعة 9\u00a0صباحًا',
  },
};

/** Adds the files to the form in a language, on a device that can share. The questions stay English. */
export function openReceipt(lang: keyof typeof texts): Step[] {
  const { definition, callBack, promise, date } = texts[lang];
  return [
    ({ page }) =>
      page.addInitScript(() => {
        Object.assign(navigator, { share: async () => {}, canShare: () => true });
      }),
    define(given => ({ ...given, lang, ...definition })),
    onEnquiries(async route => {
      const response = await route.fetch();
      const promised = { call_back: callBack, promise: { to: 'telephone_mobile', text: promise, date } };
      await route.fulfill({ response, json: { ...(await response.json()), ...promised } });
    }),
    openHouseMove,
    attach(...files),
    shows('[part=file]', 2),
  ];
}

/** Brings a form to its receipt. */
export const receiptIn = (lang: keyof typeof texts): Step[] => [
  ...openReceipt(lang),
  ({ form }) =>
    form.evaluate(element => {
      const answers = { transaction: 'remortgage', price: '285000', terms: 'yes' };
      const values = { forename: 'Grace', surname: 'Hopper', telephone_mobile: '07700 900123', answers };
      Object.assign(element, { values: { ...values, email: 'grace@example.com' } });
    }),
  press(),
  shows('.state.sent', 2),
  shows('.with'),
];
