// Visitors choose the texts that pass through the proxy, and the enquiry API quotes them.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { exampleConfig, json, proxyForAllTests } from '../../tools/testing/proxy/proxy.ts';
import { respond } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../contract/enquiry.ts';

const maxLength = 100_000;
const questions = [{ id: 'story', type: 'textarea', label: 'What happened?', max_length: maxLength }];
const proxy = proxyForAllTests({ ...exampleConfig, case_types: { other: { label: 'Other', questions } } });

/** Sends an enquiry with a text, which the enquiry API quotes when it refuses the enquiry. Resolves with the stored row. */
async function pass(story: string) {
  const status = `\`${story.slice(0, maxLength / 5)}\``;
  proxy.enquiryApi.script.push(respond(400, { code: 400, status, result: false }));
  const answers = { story };
  const fields = { forename: 'Ada', surname: 'Byron', email: 'ada@example.com', marketing_campaign: story };
  const response = await proxy.postEnquiry({ case_type: 'other', ...fields, answers });
  expect(response.status).toBe(202);
  const { reference } = await json<Receipt>(response);
  return (await proxy.outbox.operator.list({ reference }))[0]!;
}

const pieces = ['\\', '\\"', '&amp;', '&amp;amp;', '&#38;', '<a ', ' ', '\u0301', 'e\u0301'];

test('any text is sent once, and the response to it recorded', async () => {
  const text = fc.string({ unit: fc.constantFrom(...pieces, ...'\'"&amp;#38<>'), maxLength: 200 });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(text, async story => {
      const { state, attempts, last_message } = await pass(story);
      sent += 1;
      expect({ state, attempts }).toEqual({ state: 'held', attempts: 1 });
      expect(last_message).toBe(`\`${story}\``.replaceAll(/\s+/g, ' '));
    }),
    { numRuns: 60 },
  );
  expect(proxy.enquiryApi.requests).toHaveLength(sent);
  for (const message of ['internal error', 'outbox unavailable']) expect(proxy.lines(message)).toEqual([]);
});

test.each(pieces)('the work for a text grows with its length, and not with its square: %j', async piece => {
  const timeOf = (length: number) =>
    measureCpuMs(() => pass(`x${piece.repeat(length / piece.length).slice(2)}x`));
  await timeOf(maxLength); // The first run compiles.
  const ratio = async () => (await timeOf(maxLength)) / (await timeOf(maxLength / 8));
  // If all of the work were quadratic, the ratio would be 64. Most of the work is the same for every text.
  await expect.poll(ratio).toBeLessThan(12);
});
