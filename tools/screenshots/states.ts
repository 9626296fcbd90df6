// Every state of the form, as the steps that lead to it.
import { expect, type Page } from '@playwright/test';
import { jpeg, pdf, png, programNamedPdf } from '../../e2e/files/documents.ts';
import { drawPicture, heic, phonePhoto } from '../../e2e/files/photos.ts';
import { everyQuestion as caseType } from '../../e2e/pages/every-question.ts';
import { testLinkTo } from '../../e2e/pages/test-link.ts';
import type { Stack } from '../../e2e/processes/stack.ts';
import { playwrightDriver } from '../../e2e/visitor/playwright-driver.ts';
import { brandStates } from './brand-states.ts';
import * as step from './steps.ts';
import { attach, choose, fill, open, press, type Step, says, send, shows, take } from './steps.ts';

const { fillHouseMove, openHouseMove, openTag, receipt, summary } = step;
const wordDocument = { name: 'letter.docx', mimeType: '', buffer: Buffer.from('PK\x03\x04', 'latin1') };
const slipped = 'I slipped on the wet floor by the loading bay.';
const atWork = [choose('Were you injured?', 'Yes'), choose(/What was injured\?/, 'Neck or back')];
const fillInjury = [
  fill({ 'First name': 'Ada', 'Last name': 'Byron', 'Mobile number': '07700 900123' }),
  fill({ 'Email address': 'ada@example.com', 'When did it happen?': '2026-02-01' }),
  choose('Where did it happen?', 'At work'),
  ...atWork,
  fill({ 'What happened?': slipped }),
  attach(jpeg(2_400_000, 'loading-bay.jpg')),
];
const focus =
  (label: string): Step =>
  ({ field }) =>
    field(label).focus();

// Sending, with ways to reach the firm.
const contactUs = { phone: '01632 960001', email: 'hello@example.com', text: 'Rather talk?' };
const sending = (decide: Parameters<typeof step.onEnquiries>[0], openPage = openHouseMove) => [
  (({ page }) => page.clock.install()) satisfies Step,
  step.define(definition => ({ ...definition, contact_us: contactUs })),
  step.onEnquiries(decide),
  openPage,
  fillHouseMove,
  press(),
];
const secondAttempt = [shows('.countdown'), press(), shows('.ways'), shows('.countdown')];
const pass =
  (ms: number): Step =>
  ({ page }) =>
    page.clock.fastForward(ms);
const slow = [...sending(step.silence), pass(7_000), says('Still sending')];

// Several case types of one tag.
const nameSeveral = (path: string, layout = ''): Step[] => [
  open(path),
  ({ form }) =>
    form.evaluate((form, layout) => {
      if (layout) form.setAttribute('layout', layout);
      form.setAttribute('case-type', 'house-move employment');
    }, layout),
  shows('#case_type'),
];

// The demo's form about work, which offers a call or an email, and has a row for files.
const openContact = (path = '/employment.html'): Step[] => [
  open(path),
  ({ form }) => form.evaluate(form => form.setAttribute('case-type', 'employment')),
  shows('enquiry-form[ready] [name="answers.contact-by"]'),
];
const fillContact: Step = async ({ form }) => {
  const field = (name: string) => form.locator(`[name="${name}"]`);
  await field('answers.work-problem').first().check();
  await field('answers.what-happened').fill('I lost my job.');
  await field('forename').fill('Grace');
  await field('answers.contact-by').first().check();
  await field('telephone_mobile').fill('07700 900123');
  await field('answers.best-time').first().check();
};

const openSteps = [
  open('/steps.html'),
  (({ part }) => part('Where did it happen?', 'At work').waitFor()) satisfies Step,
];
const next: Step = ({ inSteps }) => inSteps.next();
const stepsCheck: Step[] = [
  ...openSteps,
  ({ inSteps }) => inSteps.fillInAccident(),
  ...atWork,
  next,
  fill({ 'What happened?': slipped }),
  next,
  ({ inSteps }) => inSteps.fillInContactDetails(),
  attach(jpeg(2_400_000, 'loading-bay.jpg'), pdf()),
  next,
  ({ inSteps }) => inSteps.heading('Check your answers').waitFor(),
];
// A case type with questions of every kind.
const additions: Record<string, object> = {
  story: { required: true, max_length: 200 },
  fault: {
    required: true,
    options: [
      { value: 'other', label: 'Somebody else’s' },
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
};
const everyQuestion: Step[] = [
  step.define(({ steps, ...definition }) => ({
    ...definition,
    questions: [
      ...caseType.questions.map(question => ({
        required: false,
        max_length: 500,
        ...question,
        ...additions[question.id],
      })),
      // The demo asks for contact details last.
      ...(definition.questions as { id: string }[])
        .filter(({ id }) => ['forename', 'surname', 'telephone_mobile', 'email'].includes(id))
        .map(question => ({ ...question, required: !caseType.at_least_one_of.includes(question.id) })),
    ],
    at_least_one_of: caseType.at_least_one_of,
    needs: ['rare'],
  })),
  openTag,
];
const sent = [openHouseMove, fillHouseMove, attach(pdf(), jpeg(400_000))];

const states: Record<string, Step[]> = {
  empty: [open(), step.ready()],
  filled: [open(), ...fillInjury, focus('What happened?')],
  problems: [
    open(),
    atWork[0]!,
    choose(/What was injured\?/, 'Something else'),
    attach(png(300, 200), programNamedPdf()),
    send,
    summary,
  ],
  chooser: nameSeveral('/employment.html'),
  'chooser-chosen': [...nameSeveral('/employment.html'), ({ field }) => field('Get a fixed quote').check()],
  'chooser-steps': [...nameSeveral('/employment.html', 'steps'), next, summary],
  'chooser-arabic': [...nameSeveral('/arabic.html'), ({ form }) => form.locator('#case_type').check()],
  failed: [...sending(step.respond(413)), shows('.ways')],
  countdown: [...sending(step.abort), shows('.countdown')],
  waiting: [...sending(step.abort), ...secondAttempt],
  'slow-contact': [...slow, pass(4_000), shows('.ways')],
  uploading: [
    openHouseMove,
    fillHouseMove,
    async ({ page, attach }) =>
      attach(
        pdf(),
        await phonePhoto(playwrightDriver(page)),
        png(1_500, 1_000),
        jpeg(2_000_000, 'garden.jpg'),
      ),
    says('Location removed'),
    async ({ page }) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 50,
        downloadThroughput: 1e6,
        uploadThroughput: 1e5, // Slow, so that the upload is still in progress in the last picture.
      });
    },
    send,
    receipt,
    async ({ form }) => {
      const bar = form.getByRole('progressbar', { name: 'IMG_2041.jpg' });
      await expect
        .poll(() => bar.evaluate((bar: HTMLProgressElement) => bar.value), { intervals: [50] })
        .toBeGreaterThan(0.1);
    },
  ],
  files: [
    openHouseMove,
    async ({ page, attach }) => {
      const driver = playwrightDriver(page);
      const size = { type: 'image/webp', width: 900, height: 600 };
      await attach(
        await phonePhoto(driver),
        await drawPicture(driver, 'IMG_2042-the-whole-street.webp', size),
        pdf(),
        heic(),
        {
          name: 'dashcam.mov',
          mimeType: 'video/quicktime',
          buffer: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'),
        },
      );
    },
    says('Converted to JPEG'),
  ],
  contact: [...openContact(), fillContact],
  'contact-german': [
    step.define(definition => ({ ...definition, lang: 'de' })),
    ...openContact(),
    fillContact,
  ],
  'contact-arabic': [...openContact('/arabic.html'), fillContact],
  'contact-email': [...openContact(), choose('How should we contact you?', 'By email'), press('.add')],
  'contact-problems': [...openContact(), press(), summary],
  test: [
    async ({ page, stack }) => page.goto(await testLinkTo(stack, `${stack.site}/house-move.html`)),
    shows('enquiry-form [part=test-ribbon]'),
    fillHouseMove,
    attach(pdf()),
    send,
    says('Sent'),
  ],
  receipt: [...sent, send, says('Sent', 1)],
  draft: [
    open(),
    ...fillInjury,
    ({ page }) => page.reload(),
    ({ form }) => form.getByRole('button', { name: 'Clear answers and start again' }).waitFor(),
  ],
  thanks: [
    openHouseMove,
    ({ form }) =>
      form.evaluate(form => {
        const template = document.createElement('template');
        const text = document.createElement('p');
        text.textContent = 'While you wait: our guide to moving house is in your inbox, and it is free.';
        template.slot = 'thanks';
        template.content.append(text);
        form.append(template);
      }),
    fillHouseMove,
    send,
    receipt,
  ],
  unreachable: [
    step.define(definition => definition),
    ({ page }) => page.route('**/case-types/*', step.abort),
    openTag,
    ({ page }) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  ],
  'steps-first': openSteps,
  'steps-middle': [...openSteps, ({ inSteps }) => inSteps.fillInAccident(), atWork[0]!],
  'steps-problems': [
    ...openSteps,
    ({ inSteps }) => inSteps.fillInAccident(),
    ({ inSteps }) => inSteps.continueToContactDetails(),
    next,
    summary,
  ],
  'steps-new-question': [
    ...stepsCheck,
    ({ inSteps }) => inSteps.change('Where did it happen?'),
    choose('Where did it happen?', 'On the road'),
    next,
    ({ inSteps }) => inSteps.heading(/How were you travelling/).waitFor(),
  ],
  'steps-check': stepsCheck,
  answers: [
    ...everyQuestion,
    fill({ 'First name': 'Ada', 'Email address': 'ada@gmial.com' }),
    async ({ part }) => {
      for (const [name, text] of Object.entries({ Day: '27', Month: 'mar', Year: '1985' }))
        await part('When were you born?', name).fill(text);
    },
    fill({ 'How much have you lost?': '12.5k', 'Mobile number': '07700 90012' }),
    choose('Whose fault was it?', 'Somebody else’s'),
    choose(/Which insurance/, 'None of these'),
    fill({ 'What happened?': `${slipped} `.repeat(4) }),
    focus('First name'),
  ],
  'answers-problems': [
    ...everyQuestion,
    ({ part }) => part('When were you born?', 'Month').fill('13'),
    fill({ 'What happened?': `${slipped} `.repeat(5), 'How much have you lost?': 'a lot' }),
    fill({ 'Mobile number': '07700900123' }),
    send,
    summary,
  ],
  ending: [...everyQuestion, choose('Whose fault was it?', 'Mine'), says('Citizens Advice')],
  finishing: [
    // The proxy responds once it has waited long enough, which is after the pictures.
    ({ stack }) => stack.setFault({ fault: 'slow', delay_ms: 60_000, operation: 'upload', times: 2 }),
    ...sent,
    send,
    says('Finishing…'),
  ],
  'receipt-refused': [
    openHouseMove,
    fillHouseMove,
    attach(pdf(), programNamedPdf(), wordDocument),
    says('letter.docx'),
    send,
    says('Sent'),
  ],
  'receipt-reload': [
    ...sent,
    ({ page }) =>
      page.route('**/attachments', async route => {
        const { 'content-disposition': name = '' } = await route.request().allHeaders();
        if (name.includes('.pdf')) await route.continue();
      }),
    send,
    says('Sent'),
    ({ page }) => page.on('dialog', dialog => dialog.accept()),
    ({ page }) => page.reload(),
    receipt,
  ],
  arabic: [open('/arabic.html'), step.ready()],
  'arabic-problems': [open('/arabic.html'), attach(pdf(), wordDocument), press(), summary],
  looks: [open('/looks.html'), step.ready(2)],
  ...brandStates,
};

export const stateNames = Object.keys(states);

/** Brings a page into a state. Throws if there is no such state. */
export async function openState(name: string, page: Page, stack: Stack): Promise<void> {
  if (!states[name]) throw new Error(`There is no state “${name}”.`);
  await take(states[name], page, stack);
}
