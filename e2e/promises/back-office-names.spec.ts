import { text } from 'node:stream/consumers';
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';
import { type RunningStack, startStack } from '../processes/stack.ts';
import { isLoginTest } from '../stand-ins/accepting-enquiry-api.ts';
import { forwardRequest } from '../stand-ins/forward-request.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

/** A case type with every option that changes what the enquiry API gets. */
const injury = {
  label: { en: 'Your injury', cy: 'Eich anaf' },
  send_as: 'Personal Injury',
  meta: [{ id: 'Office', label: 'Responsible office', value: 'Leeds, 2nd floor' }],
  contact: { times: ['Morning, before 12', 'Evening'] },
  hours: { time_zone: 'Europe/London', week: { mon: ['09:00-17:30'] } },
  questions: [
    {
      id: 'accident-date',
      send_as: 'AccidentDate',
      type: 'date',
      label: 'When did it happen?',
      label_as: 'Date of accident',
    },
    {
      id: 'place',
      type: 'select',
      label: 'Where did it happen?',
      options: [{ value: 'road', label: 'On the road', send_as: 'Road (public)' }, 'At work, in an office'],
    },
    { id: 'fault', type: 'radio', label: 'Whose fault was it?', options: ['Theirs', 'Yes, both'] },
    {
      id: 'injuries',
      send_as: 'Injuries',
      type: 'checkboxes',
      label: 'What was injured?',
      separator: '|',
      options: [{ value: 'neck', label: 'Neck', send_as: 'Neck, whiplash' }, 'Back', 'Arm'],
    },
    { id: 'hurt', type: 'yes_no', label: 'Does it still hurt?', send: { yes: 'Y', no: 'N' } },
    {
      id: 'pain',
      type: 'textarea',
      label: { en: 'Where?', cy: 'Ble?' },
      label_as: 'Pain',
      shown_when: { question: 'hurt', is: 'yes' },
    },
    {
      id: 'agent',
      type: 'hidden',
      from: 'values',
      label: 'Agent',
      send_as: 'AgentCode',
      pattern: '[A-Z]\\d+',
    },
    { id: 'advert', type: 'hidden', from: 'address:ad', label: 'Advert', max_length: 5, default: 'none' },
    {
      id: 'terms',
      type: 'consent',
      label: { en: 'I agree.', cy: 'Rwy’n cytuno.' },
      send_as: 'Terms',
      send: { yes: 'Agreed' },
    },
  ],
};

let stack: RunningStack;
let recorder: LocalServer;
/** The bodies of the create requests as they reached the enquiry API. */
const bodies: string[] = [];

test.beforeAll(async () => {
  recorder = await startLocalServer(async (request, response) => {
    const body = await text(request);
    if (request.url?.endsWith('/enquiries/create') && !isLoginTest(body)) bodies.push(body);
    forwardRequest(new URL(stack.inbox).origin, request, response, body);
  });
  stack = await startStack(config => ({ ...config, case_types: { injury } }), {
    ENQUIRY_API_URL: `${recorder.url}/rest/enquiry-service/v1`,
  });
});
test.afterAll(async () => {
  await stack.stop();
  await recorder.stop();
});

test('an enquiry arrives under the names of the back office, which the page never gets', async ({ page }) => {
  const received: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().startsWith(stack.proxy)) received.push(response.text().catch(() => ''));
  });
  const script = `${stack.proxy}/enquiry-form.js?case-type=injury&lang=cy`;
  const tag = `<enquiry-form case-type="injury" lang="en" campaign="Spring &amp; summer" values='{"answers":{"agent":"A7"}}'></enquiry-form>`;
  const address = stack.servePage(`<script type="module" src="${script}"></script>${tag}`, '');
  await page.goto(`${address}?ad=too-long`);
  const { form, fillIn, choose, send, receipt, field } = formOn(page);

  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron');
  await fillIn('Mobile number', '07700 900123');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('When did it happen?', '2026-02-01');
  await field('Where did it happen?').selectOption({ label: 'On the road' });
  await choose(/Whose fault/, 'Yes, both');
  await choose(/What was injured/, 'Arm');
  await choose(/What was injured/, 'Neck');
  await choose(/Does it still hurt/, 'Yes');
  await fillIn('Where?', ' In my “neck”, \\ mostly 👍\nand back ');
  await form.getByLabel('I agree.').check();
  await choose(/Best time/, 'Morning, before 12');
  await send();
  await expect(receipt).toContainText(/We’ll call you on 07700\s900123 (today|tomorrow|on )/);

  const [arrived, ...others] = await stack.listEnquiries();
  expect(others).toEqual([]);
  expect(bodies).toHaveLength(1);
  const metaValue = (id: string) => arrived?.meta.find(entry => entry.id === id)?.value;
  const reference = metaValue('enquiry_reference');
  expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const version = metaValue('enquiry_form_version');
  expect(version).toMatch(/^[0-9a-f]{12} \d+\.\d+\.\d+$/);
  expect(bodies[0]).toBe(
    '{"forename":"Ada","case_type":"Personal Injury","meta":[' +
      '{"id":"AccidentDate","label":"Date of accident","value":"2026-02-01"},' +
      '{"id":"place","label":"Where did it happen?","value":"Road (public)"},' +
      '{"id":"fault","label":"Whose fault was it?","value":"Yes, both"},' +
      '{"id":"Injuries","label":"What was injured?","value":"Neck, whiplash|Arm"},' +
      '{"id":"hurt","label":"Does it still hurt?","value":"Y"},' +
      '{"id":"pain","label":"Pain","value":"In my “neck”, \\\\ mostly 👍\\nand back"},' +
      '{"id":"AgentCode","label":"Agent","value":"A7"},' +
      '{"id":"advert","label":"Advert","value":"none"},' +
      '{"id":"Terms","label":"I agree.","value":"Agreed"},' +
      '{"id":"best_time","label":"Best time to call","value":"Morning, before 12"},' +
      '{"id":"Office","label":"Responsible office","value":"Leeds, 2nd floor"},' +
      `{"id":"enquiry_reference","label":"Reference","value":"${reference}"},` +
      `{"id":"enquiry_form_version","label":"Form version","value":"${version}"},` +
      `{"id":"attribution_site","label":"Site","value":"${new URL(address).origin}"},` +
      '{"id":"attribution_language","label":"Language","value":"en"},' +
      `{"id":"attribution_landing_page","label":"Landing page","value":"${address}"},` +
      '{"id":"attribution_sources","label":"Sources of the values","value":"marketing_campaign: tag"}],' +
      '"marketing_keywords":"","surname":"Byron","telephone_mobile":"07700 900123","email":"ada@example.com",' +
      '"marketing_campaign":"Spring & summer"}',
  );
  const texts = (await Promise.all(received)).join('\n');
  expect(texts).toContain('Whose fault was it?');
  for (const name of ['Personal Injury', 'AccidentDate', 'Road (public)', 'whiplash', 'Agreed', 'Leeds'])
    expect(texts).not.toContain(name);
});
