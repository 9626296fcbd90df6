import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  createTestToken,
  exampleConfig,
  origin,
  type ProxyUnderTest,
} from '../../tools/testing/proxy/proxy.ts';
import { startWebhook } from '../../tools/testing/proxy/told.ts';

const { injury, other } = exampleConfig.case_types;
const phone = '07700 900123';
const on = { alerts: { new_enquiries: true } };
const off = { alerts: { new_enquiries: false } };
let webhook: Awaited<ReturnType<typeof startWebhook>>;
let proxy: ProxyUnderTest | undefined;
beforeEach(async () => {
  webhook = await startWebhook();
});
afterEach(async () => {
  await proxy?.stop();
  webhook.stop();
});

const start = async (config: object, url?: string) => {
  const variables: Record<string, string> = url === undefined ? {} : { ENQUIRY_ALERT_URL: url };
  proxy = await createProxyUnderTest({ ...exampleConfig, ...config }, undefined, variables);
  return proxy;
};
const listRings = async ({ outbox }: ProxyUnderTest) =>
  (await outbox.alertChannels.rings('ENQUIRY_ALERT_URL')).map(({ case_type }) => case_type);

test.each([
  ['by default, none', {}, []],
  ['all', on, ['injury', 'other']],
  ['those of one case type', { case_types: { injury: { ...injury, ...on }, other } }, ['injury']],
  ['all but those of one', { ...on, case_types: { injury: { ...injury, ...off }, other } }, ['other']],
])('of new enquiries, the channel tells: %s', async (_, config, told) => {
  const running = await start(config, 'http://127.0.0.1:1/'); // It can't tell.
  await running.postEnquiry(ada);
  await running.postEnquiry({ ...ada, case_type: 'other', answers: {} });
  await running.postEnquiry({ ...ada, test: createTestToken() });
  expect(await listRings(running)).toEqual(told);
});

test('without a channel, nothing is kept for one', async () => {
  const running = await start(on);
  await running.postEnquiry(ada);
  expect(await listRings(running)).toEqual([]);
});

test.each([
  ['the proxy’s promise', injury, /: “We’ll call you on … /],
  [
    'the firm’s promise',
    { ...injury, next: { phone: 'We’ll ring {contact} within a day.\nThen more.', email: 'We’ll write.' } },
    /: “We’ll ring … within a day.”/,
  ],
])(
  'the webhook gets reference, case type, site and %s, and nothing of the visitor',
  async (_, asked, promised) => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    webhook.respond = (_, response) => {
      response.writeHead(204).end();
      if (webhook.requests.at(-1)!.body.includes('new enquiry')) resolve();
    };
    const hours = { time_zone: 'Europe/London', week: { mon: ['09:00-17:30'] } };
    const running = await start({ ...on, hours, case_types: { injury: asked, other } }, webhook.url);
    const response = await running.postEnquiry({ ...ada, telephone_mobile: phone });
    const { reference } = (await response.json()) as { reference: string };
    await running.restart(); // A proxy that starts tells at once, unless the first has.
    await arrived;
    const { body } = webhook.requests.find(each => each.body.includes(reference))!;
    const { text, needs } = JSON.parse(body) as { text: string; needs?: unknown };
    expect(text).toContain(`1 new enquiry.\n• ${reference}, injury, ${origin}, just now`);
    expect(text).toMatch(promised);
    expect(needs).toBeUndefined();
    for (const own of ['Ada', 'Byron', ada.email, phone, '900123']) expect(body).not.toContain(own);
  },
);
