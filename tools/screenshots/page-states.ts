import { randomUUID } from 'node:crypto';
import { pdf, programNamedPdf } from '../../e2e/files/documents.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import { press, type Step, says, shows } from './steps.ts';

const openForm =
  (query = ''): Step =>
  ({ page, stack }) =>
    page.goto(`${stack.proxy}/forms${query}`);
const openInjury = openForm('/personal-injury');

/** Fills in the proxy's page of the longest form, which has its controls in the element or, without JavaScript, beside
 * it. */
const fillIn: Step = async ({ page }) => {
  const { field, fillIn, choose } = formOn(page, 'body');
  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron');
  await fillIn('Mobile number', '07700 900123');
  await fillIn('Email address', 'ada@example.com');
  for (const [name, text] of Object.entries({ Day: '1', Month: '2', Year: '2026' }))
    await page.getByLabel(name, { exact: true }).fill(text);
  await field('Where did it happen?').selectOption({ label: 'At work' });
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Neck or back');
  await page.getByLabel(/What happened\?/).fill('I slipped on the wet floor by the loading bay.');
  await page.locator('#files').setInputFiles([pdf(), programNamedPdf()]);
};

/** Opens the page that adds files later. */
const openFiles: Step = async ({ page, stack }) => {
  const response = await fetch(`${stack.proxy}/enquiries`, {
    method: 'POST',
    headers: {
      origin: new URL(stack.site).origin,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      case_type: 'house-move',
      forename: 'Ada',
      surname: 'Byron',
      email: 'ada@example.com',
      answers: { transaction: 'both', price: '285000', terms: 'yes' },
    }),
  });
  const { reference, add_later } = await response.json();
  await page.goto(`${stack.proxy}/enquiries/${reference}/files#${add_later.token}`);
};

/** The pages of the proxy, with scripts if the visitor's browser runs them. */
const states: Record<string, Step[]> = {
  page: [openInjury],
  'page-list': [openForm('?case-type=personal-injury&case-type=house-move&case-type=employment')],
  'page-filled': [openInjury, fillIn],
  'page-problems': [
    openInjury,
    ({ page }) => page.getByLabel('Month', { exact: true }).fill('13'),
    ({ page }) => page.locator('#files').setInputFiles([pdf()]),
    press(),
    shows('.summary'),
  ],
  'page-receipt': [openInjury, fillIn, press(), says('letter.pdf')],
  'page-expired': [openForm('/personal-injury?receipt=expired')],
  'page-unknown': [openForm('/unknown')],
  'page-files': [openFiles],
};

/** The states of pages; those without JavaScript begin with `plain-`. */
export const pageStates: Record<string, Step[]> = Object.fromEntries(
  Object.entries(states).flatMap(([name, steps]) => [
    [name, steps],
    [name.replace('page', 'plain'), steps],
  ]),
);

export const isPage = (state: string) => /^(page|plain)(-|$)/.test(state);
export const isWithoutJavaScript = (state: string) => /^plain(-|$)/.test(state);
