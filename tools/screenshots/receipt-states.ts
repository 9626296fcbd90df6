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

/** What the proxy would promise with opening hours, on a Monday evening. */
const promised = {
  call_back: 'We’ll call you on Tuesday 24\u00a0November 2026 from 9\u00a0am.',
  promise: {
    to: 'telephone_mobile',
    text: 'We’ll call you on {to} tomorrow, {date}.',
    date: 'Tuesday 24\u00a0November, from 9\u00a0am',
  },
};

/** Adds the files to the form, on a device that can share. */
const openWithFiles: Step[] = [
  ({ page }) =>
    page.addInitScript(() => {
      Object.assign(navigator, { share: async () => {}, canShare: () => true });
    }),
  define(definition => ({ ...definition, contact_us: { text: 'Rather talk?', phone: '01632 960001' } })),
  onEnquiries(async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...promised } });
  }),
  openHouseMove,
  attach(...files),
  shows('[part=file]', 2),
];

export const receiptStates: Record<string, Step[]> = {
  'files-long-names': openWithFiles,
  'receipt-kept': [
    ...openWithFiles,
    ({ form }) =>
      form.evaluate(element => {
        const answers = { transaction: 'remortgage', price: '285000', terms: 'yes' };
        const values = { forename: 'Grace', surname: 'Hopper', telephone_mobile: '07700 900123', answers };
        Object.assign(element, { values: { ...values, email: 'grace@example.com' } });
      }),
    press(),
    shows('.state.sent', 2),
    shows('.with'),
  ],
};
