import { getValues, listShownQuestions } from '../contract/check.ts';
import type { Definition } from '../contract/definition.ts';
import type { Enquiry } from '../contract/enquiry.ts';
import { networkOf } from './networks.ts';
import { createRateTracker } from './rate-tracker.ts';
import { readClientSignals } from './read-client-signals.ts';
import type { Evidence } from './signals/signal.ts';
import { createTextTracker } from './text-tracker.ts';

/** A new enquiry without problems. */
export interface ReceivedEnquiry {
  idempotencyKey: string;
  definition: Definition;
  enquiry: Enquiry;
  /** The address that limits apply to. Undefined: unknown. */
  address: string | undefined;
  /** The `client` of the body: any JSON value. */
  client: unknown;
}

const windowMs = 10 * 60_000;
const minuteMs = 60_000;
/** Of each kind: addresses, networks, texts and idempotency keys. Together they take less than 30 MB. */
const maxKnown = 20_000;
const maxSenders = 10;
const writtenTypes = ['text', 'textarea', 'address'];

/** Returns a function that collects the evidence for an enquiry. It remembers earlier ones in this process, so in a
 * fleet each process counts alone. */
export function createEvidenceCollector(
  { enquiriesPerMinute }: { enquiriesPerMinute: number },
  monotonicMs: () => number,
  randomBytes: (count: number) => Uint8Array,
) {
  const addresses = createRateTracker(windowMs, maxKnown, monotonicMs);
  const networks = createRateTracker(windowMs, maxKnown, monotonicMs);
  const overall = createRateTracker(minuteMs, 1, monotonicMs);
  const keys = createRateTracker(windowMs, maxKnown, monotonicMs);
  const textTracker = createTextTracker(randomBytes(32), { maxTexts: maxKnown, maxSenders }, monotonicMs);

  return ({ idempotencyKey, definition, enquiry, address, client }: ReceivedEnquiry): Evidence => {
    // A request that was challenged is repeated with its key. A key from another address counts there, too.
    const isNew = keys.add(`${idempotencyKey} ${address}`) === 1;
    const rate = (tracker: ReturnType<typeof createRateTracker>, key: string | undefined) =>
      key === undefined ? undefined : isNew ? tracker.add(key) : tracker.count(key);
    const { forename = '', surname = '', email = '', telephone_mobile = '', answers = {} } = enquiry;
    const texts = listShownQuestions(definition.questions, answers)
      .filter(({ type }) => writtenTypes.includes(type))
      .flatMap(({ id }) => getValues(answers, id));
    const sender = JSON.stringify([forename, surname, email, telephone_mobile, address]).toLowerCase();
    return {
      names: [forename, surname],
      texts,
      fromAddress: rate(addresses, address),
      fromNetwork: rate(networks, address === undefined ? undefined : networkOf(address)),
      isOverRate: rate(overall, '')! > enquiriesPerMinute,
      sendersOfText: textTracker.add(texts, sender),
      client: readClientSignals(client),
    };
  };
}
