// What the processes of a fleet tell each other and the operator.
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { createProxyUnderTest, exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { respond, respondMissingField } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import { encodeFailure } from '../outbox/failure.ts';

test('at the start and after each reload, the login is tested, and a failure is shown without making the proxy unready', async () => {
  const proxy = await createProxyUnderTest();
  onTestFinished(() => proxy.stop());
  const { enquiryApi, outbox } = proxy;
  const failure = async () => (await outbox.processes.list())[0]?.test_failure;
  const useLogin = (username: string) =>
    proxy.reload({ settings: { enquiryApi: { ...proxy.settings.enquiryApi, username } } });
  await expect.poll(() => enquiryApi.loginTests).toHaveLength(1);
  enquiryApi.loginTest = respond(401, '');
  await useLogin('wrong');
  await expect.poll(() => failure()).toBe(encodeFailure({ cause: 'responded', status: 401 }));
  expect(proxy.lines('login test failed')).toMatchObject([{ reason: 'responded 401', level: 50 }]);
  expect(await proxy.metrics()).toContain('enquiry_proxy_login_tests_total{outcome="failed"} 1');
  expect((await proxy.app.request('/health/ready')).status).toBe(200);

  enquiryApi.loginTest = respondMissingField('forename');
  await useLogin('right');
  await expect.poll(() => failure()).toBeNull();
  const logins = enquiryApi.loginTests.map(({ headers }) => headers.authorization?.split(' ')[1] ?? '');
  expect(logins.map(each => Buffer.from(each, 'base64').toString().split(':')[0])).toEqual([
    'ünlü',
    'wrong',
    'right',
  ]);
  expect(enquiryApi.requests).toEqual([]);
});

test('each process of a fleet records what it has loaded, and its metrics show it', async () => {
  const postgres = await startPostgres({ fsync: 'off' });
  onTestFinished(() => postgres.destroy());
  const variables = { DATABASE_URL: await postgres.database('fleet') };
  const first = await createProxyUnderTest(exampleConfig, undefined, variables);
  onTestFinished(() => first.stop());
  const second = await createProxyUnderTest({ ...exampleConfig, origins: [] }, undefined, variables);
  const loaded = async () => (await first.outbox.processes.list()).map(({ loaded_hash }) => loaded_hash);
  const shown = async (proxy: typeof first) =>
    Array.from(
      (await proxy.metrics()).matchAll(/^enquiry_proxy_loaded_config_info\{hash="(\w+)"\} 1$/gm),
      ([, hash]) => hash,
    );
  const [own, other] = await loaded();
  expect(other).not.toBe(own);
  expect([await shown(first), await shown(second)]).toEqual([[own], [other]]);
  await second.reload({ config: exampleConfig });
  expect(await loaded()).toEqual([own, own]);
  expect(await shown(second)).toEqual([own]);
  await second.stop();
  expect(await loaded()).toEqual([own]);
});
