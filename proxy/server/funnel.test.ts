import { expect, test } from 'vitest';
import { ada, exampleConfig, proxyForEachTest } from '../../tools/testing/proxy/proxy.ts';

const proxy = proxyForEachTest();
const [site] = exampleConfig.origins;

/** What was counted, over all hours. */
async function counted(filter: { case_type?: string; site?: string }) {
  await proxy.reload(); // Then the process reports, which writes them.
  const sums = new Map<string, number>();
  for (const { step, count } of await proxy.outbox.hourlyCounts.list(filter))
    if (!step.startsWith('delivered')) sums.set(step, (sums.get(step) ?? 0) + count);
  return Object.fromEntries(sums);
}

test('forms and enquiries are counted by case type and site, repeats once, and tests not at all', async () => {
  const key = crypto.randomUUID();
  await proxy.app.request('/case-types/injury', { headers: { origin: site! } });
  await proxy.app.request('/enquiry-form.js?case-type=injury&case-type=other', {
    headers: { referer: `${site}/a` },
  });
  await proxy.app.request('/forms/injury');
  await proxy.app.request('/case-types/nothing', { headers: { origin: site! } });
  await proxy.postEnquiry(ada, key);
  await proxy.postEnquiry(ada, key);
  await proxy.postEnquiry({ ...ada, email: 'nowhere' });
  await proxy.postEnquiry({ ...ada, test: 'forged' });
  expect(await counted({ case_type: 'injury', site: site! })).toEqual({ served: 2, accepted: 1, refused: 1 });
  expect(await counted({ case_type: 'injury', site: '' })).toEqual({ served: 1 });
  expect(await counted({ case_type: 'other' })).toEqual({ served: 1 });
  expect(await proxy.metrics()).toContain(
    `enquiry_proxy_funnel_total{step="accepted",case_type="injury",site="${site}"} 1`,
  );
});

test('an enquiry that needs a proof first is counted as challenged', async () => {
  const links = 'www.a.example '.repeat(4);
  const suspicious = {
    ...ada,
    answers: { ...ada.answers, hurt: 'yes', where: links },
    client: { first_touch_ms: 900 },
  };
  await proxy.postEnquiry(suspicious, crypto.randomUUID(), { authorization: 'Proof v=1' });
  expect(await counted({ case_type: 'injury', site: site! })).toEqual({ challenged: 1 });
});

test('an unknown case type or site adds no row of its own', async () => {
  for (const name of ['a', 'b'])
    await proxy.app.request(`/enquiry-form.js?case-type=${name}`, {
      headers: { referer: `https://${name}.example.org/` },
    });
  expect(await counted({ case_type: '', site: '' })).toEqual({ served: 2 });
  expect(await counted({})).toEqual({ served: 2 });
});
