// The `data-layer` attribute.
import { afterEach, vi } from 'vitest';
import { accident, contact, houseMove } from '../../tools/testing/widget/case-types.ts';
import { reloadWhileSending } from '../../tools/testing/widget/drafts.ts';
import {
  respondDelivered,
  respondInvalid,
  respondRefusal,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  completeHouseMove,
  expect,
  sendHouseMove,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import './measurement.ts'; // Loaded before the tests, so that it gets all events.

type Entry = Record<string, unknown> & { eventCallback?: (containerId: string) => void };
const globals = globalThis as unknown as Record<string, unknown>; // The data layer may have any name.
const entries = (name = 'dataLayer') => (globals[name] ?? []) as Entry[];
const named = (event: string, name?: string) => entries(name).filter(entry => entry.event === event);

afterEach(() => {
  for (const name of ['dataLayer', 'siteEvents']) delete globals[name];
});

/** What a tag manager remembers after all pushes. */
const remembered = () => Object.assign({}, ...entries());

const marketing = {
  marketing_campaign: 'spring',
  marketing_lead_referer: 'radio',
  marketing_keywords: '',
  marketing_detail: '',
};
const tag = { campaign: 'spring', referer: 'radio', keywords: '', detail: '' };

test('the data layer gets an enquiry’s events, each with the case type and the marketing fields', async ({
  open,
}) => {
  const form = await open({ ...tag, 'data-layer': '' });
  await form.sendWithProblems();
  await completeHouseMove(form);
  // On a slow machine, there is time for a view.
  expect(entries().filter(({ event }) => event !== 'enquiry_view')).toEqual([
    {
      event: 'enquiry_refused',
      case_type: 'house-move',
      fields: 'forename,email,answers.plan',
      ...marketing,
    },
    { event: 'enquiry_start', case_type: 'house-move', ...marketing },
    { event: 'enquiry_accepted', case_type: 'house-move', reference: '7K2PQ-2M9XD', ...marketing },
  ]);
});

test('the data layer gets a view of the form and a failed attempt', async ({ open, proxy }) => {
  stopClock();
  proxy.next.enquiry.push(respondRefusal(500, 'internal-error'));
  const form = await open({ 'data-layer': '' });
  await expect
    .poll(async () => {
      await advanceClock(1);
      return named('enquiry_view');
    })
    .toMatchObject([{ case_type: 'house-move' }]);
  await sendHouseMove(form);
  await expect.poll(() => named('enquiry_failed')).toMatchObject([{ code: 'internal-error' }]);
});

test('a push clears the values of earlier events from a tag manager’s memory', async ({ open }) => {
  const form = await open({ 'data-layer': '' });
  await form.sendWithProblems();
  await completeHouseMove(form);
  expect(remembered()).toMatchObject({ reference: '7K2PQ-2M9XD', fields: undefined });
  await form.press('Start a new enquiry');
  await form.sendWithProblems();
  expect(remembered()).toMatchObject({ reference: undefined });
});

test('nothing is pushed without the attribute', async ({ open }) => {
  await completeHouseMove(await open());
  expect(globals.dataLayer).toBeUndefined();
});

test.for([
  ['', 'dataLayer'],
  ['true', 'dataLayer'],
  ['siteEvents', 'siteEvents'],
] as const)('data-layer="%s" pushes to %s', async ([attribute, name], { open }) => {
  globals[name] = [{ event: 'earlier' }];
  const form = await open({ 'data-layer': attribute });
  await form.fillIn('First name', 'Ada');
  await expect
    .poll(() => entries(name).map(({ event }) => event))
    .toEqual(expect.arrayContaining(['earlier', 'enquiry_start']));
});

test.for(['location', 'site.events', '__proto__', 'undefined'])(
  'data-layer="%s" is reported on the console, and the enquiry is still accepted',
  async (name, { open, events }) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await completeHouseMove(await open({ 'data-layer': name, 'success-url': '/thanks' }));
    expect(log.mock.calls.map(([text]) => text)).toContain(
      `enquiry-form: can't push to the data layer "${name}"`,
    );
    expect(events.at(-1)?.type).toBe('enquiry-accepted');
  },
);

test('if a push throws, the form still works and the redirect doesn’t wait', async ({
  open,
  destinations,
}) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  stopClock();
  globals.dataLayer = {
    push() {
      throw new Error('The page’s mistake.');
    },
  };
  await completeHouseMove(await open({ 'data-layer': '', 'success-url': '/thanks' }));
  expect(destinations).toHaveLength(1);
  expect(log).toHaveBeenCalled();
});

test('the enquiry’s number is pushed only with data-layer-number', async ({ open, proxy }) => {
  for (const attributes of [{}, { 'data-layer-number': '' }]) {
    proxy.next.enquiry.push(respondDelivered(4711));
    const form = await completeHouseMove(await open({ 'data-layer': '', ...attributes }));
    form.element.reset();
    form.element.remove();
  }
  expect(named('enquiry_accepted').map(({ enquiry_id }) => enquiry_id)).toEqual([undefined, 4711]);
  expect(JSON.stringify(named('enquiry_accepted')[0])).not.toContain('4711');
});

test('an enquiry that is repeated after a reload has the attribution that it was sent with', async ({
  open,
  proxy,
}) => {
  const form = await open({ 'data-layer': '', campaign: 'landing' });
  await reloadWhileSending(form, proxy);
  const again = await open({ 'data-layer': '', campaign: 'reloaded' });
  await expect.element(again.receipt()).toBeVisible();
  expect(named('enquiry_accepted')).toMatchObject([{ marketing_campaign: 'landing' }]);
});

test('nothing that the visitor enters is pushed', { tags: 'asvs-14.2.3' }, async ({ open, proxy }) => {
  stopClock();
  const surname = { ...contact.surname, required: true };
  const [step, ...steps] = accident.steps!;
  const caseType = {
    ...accident,
    questions: [surname, ...accident.questions],
    steps: [{ ...step!, questions: ['surname', ...step!.questions] }, ...steps],
  };
  proxy.publish(JSON.parse(JSON.stringify(caseType).replaceAll('"work"', '"canary-work"')));
  proxy.next.enquiry.push('lost', respondInvalid({ field: 'answers.employer', rule: 'wrong_format' }));
  const form = await open({ 'case-type': 'accident', 'data-layer': '', 'data-layer-number': '' });
  await advanceClock(2);
  const canaries = [
    'canary-forename',
    'canary-surname',
    '07700900999',
    'canary@example.com',
    'canary-employer',
  ];
  const answers = ['2026-01-31', 'canary-work', '07700900998'];
  await form.sendWithProblems();
  await form.fillIn('First name', 'canary-forename');
  await form.fillIn('Last name', 'canary-surname');
  await form.fillIn('Mobile number', '07700900999');
  await form.fillIn('Email address', 'canary@example.com');
  await form.fillIn('When did it happen?', '2026-01-31');
  await form.pick('Where did it happen?', 'At work');
  await form.fillIn('Who is your employer?', 'canary-employer');
  await form.choose('Yes');
  await form.fillIn('Which number does the witness have?', '07700900998');
  await form.choose('I have read the terms');
  await form.send();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  await expect
    .poll(async () => {
      await advanceClock(2);
      return proxy.enquiries.length;
    })
    .toBeGreaterThan(1);
  const sent = proxy.enquiries[0]!.body;
  for (const canary of [...canaries, ...answers]) expect(sent).toContain(canary.replace(/^0/, ''));
  await expect.element(form.problems()).toBeVisible();
  await form.fillIn('Who is your employer?', 'canary-second');
  await form.complete();
  const pushed = JSON.stringify(entries());
  for (const event of ['start', 'refused', 'failed', 'accepted'])
    expect(pushed).toContain(`enquiry_${event}`);
  for (const canary of [...canaries, ...answers]) expect(pushed).not.toContain(canary.replace(/^0/, ''));
  expect(pushed).not.toContain('canary');
});

test('a parameter can’t replace another value', async ({ open, proxy }) => {
  const parameters = ['event', 'reference', 'case_type', 'gclid'];
  proxy.publish({ ...houseMove, attribution: { parameters } });
  const address = location.href;
  history.replaceState(history.state, '', '?event=purchase&reference=1&case_type=x&gclid=abc');
  await completeHouseMove(await open({ 'data-layer': '' }));
  history.replaceState(history.state, '', address);
  expect(named('enquiry_accepted')).toMatchObject([
    { case_type: 'house-move', reference: '7K2PQ-2M9XD', gclid: 'abc' },
  ]);
});

test('the redirect waits for the tags of a tag manager', async ({ open, destinations }) => {
  stopClock();
  const dataLayer: Entry[] = [];
  const push = vi.fn((entry: Entry) => Array.prototype.push.call(dataLayer, entry));
  globals.dataLayer = Object.assign(dataLayer, { push });
  const form = await open({ 'data-layer': '' });
  const setAddress = () => form.element.setAttribute('success-url', '/thanks');
  form.element.addEventListener('enquiry-accepted', setAddress);
  await completeHouseMove(form);
  await advanceClock(1.5);
  expect(destinations).toEqual([]);
  const [accepted] = named('enquiry_accepted');
  expect(accepted?.eventTimeout).toBe(2000);
  accepted?.eventCallback?.('G-EXAMPLE'); // A tag of Google that the manager has loaded.
  await advanceClock(0);
  expect(destinations).toEqual([]);
  accepted?.eventCallback?.('GTM-EXAMPLE');
  await expect.poll(() => destinations).toEqual([`${location.origin}/thanks`]);
});

test('the redirect waits only if a tag manager reads the array, and no callback is pushed without success-url', async ({
  open,
  destinations,
}) => {
  stopClock();
  const form = await completeHouseMove(await open({ 'data-layer': '', 'success-url': '/thanks' }));
  expect(destinations).toHaveLength(1);
  expect(named('enquiry_accepted')[0]).not.toHaveProperty('eventCallback');
  form.element.reset();
  form.element.removeAttribute('success-url');
  const push = vi.fn();
  globals.dataLayer = { push };
  await completeHouseMove(form);
  expect(push.mock.calls.at(-1)?.[0]).toMatchObject({ event: 'enquiry_accepted' });
  expect(push.mock.calls.at(-1)?.[0]).not.toHaveProperty('eventCallback');
});

test('in steps, the data layer gets each step that the visitor reaches', async ({ open, proxy }) => {
  proxy.publish(accident);
  const form = await open({ 'case-type': 'accident', layout: 'steps', 'data-layer': '' });
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.press('Continue');
  await form.fillIn('When did it happen?', '2026-01-31');
  await form.pick('Where did it happen?', 'On the road');
  await form.press('Continue');
  await expect
    .poll(() => named('enquiry_step'))
    .toMatchObject([
      { case_type: 'accident', step: 2, steps: 6 },
      { case_type: 'accident', step: 4, steps: 6 },
    ]);
});
