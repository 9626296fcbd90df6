// The signals that compare a count with a limit.
import { expect, test } from 'vitest';
import { fastSend, untrustedInput } from './client.ts';
import { rateOfAddress, rateOfNetwork, rateOverall } from './rates.ts';
import { repeatedText } from './repeated-text.ts';
import type { Evidence, Signal } from './signal.ts';
import { signals } from './signals.ts';
import { noEvidence } from './signals-for-tests.ts';

test.each<[string, Signal, Partial<Evidence>, boolean]>([
  ['twenty enquiries from one office', rateOfAddress, { fromAddress: 20 }, false],
  ['more from one address', rateOfAddress, { fromAddress: 21 }, true],
  ['an unknown address', rateOfAddress, { fromAddress: undefined }, false],
  ['sixty from one network', rateOfNetwork, { fromNetwork: 60 }, false],
  ['more from one network', rateOfNetwork, { fromNetwork: 61 }, true],
  ['an unknown network', rateOfNetwork, { fromNetwork: undefined }, false],
  ['more enquiries in total than the setting', rateOverall, { isOverRate: true }, true],
  ['a text from three senders', repeatedText, { sendersOfText: 3 }, false],
  ['a text from four senders', repeatedText, { sendersOfText: 4 }, true],
  ['Send after 2.9 seconds', fastSend, { client: { first_touch_ms: 2_900 } }, true],
  ['Send after 3 seconds', fastSend, { client: { first_touch_ms: 3_000 } }, false],
  ['Send at an unknown time', fastSend, { client: {} }, false],
  ['input of a script', untrustedInput, { client: { is_trusted: false } }, true],
  ['input of unknown origin', untrustedInput, { client: {} }, false],
])('%s', (_, signal, evidence, fires) => {
  expect(signal.fires({ ...noEvidence, ...evidence })).toBe(fires);
});

test('an ordinary enquiry fires no signal', () => {
  expect(signals.filter(({ fires }) => fires(noEvidence))).toEqual([]);
});
