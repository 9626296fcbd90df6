import { answersOf } from '../contract/asked.ts';
import { getValues, listShownQuestions } from '../contract/conditions.ts';
import type { Definition } from '../contract/definition.ts';
import { minuteMs } from '../contract/durations.ts';
import type { ClientSignals, Enquiry } from '../contract/enquiry.ts';
import { traitsOf } from '../contract/question-types.ts';
import type { Evidence } from './signals.ts';
import { createRateTracker } from './trackers.ts';

/** A new enquiry without problems. */
export interface ReceivedEnquiry {
  idempotencyKey: string;
  definition: Definition;
  enquiry: Enquiry;
  /** The client's address, as for limits. Undefined if it isn't known. */
  address: string | undefined;
  /** The `client` of the body: any JSON value. */
  client: unknown;
}

const windowMs = 10 * 60_000;
/** The number of addresses, networks and idempotency keys that are remembered each. They take less than 20 MB. */
const maxKnown = 20_000;

/** Returns a function that collects the evidence on an enquiry. It remembers earlier enquiries of this process only, so
 * each process of a fleet counts separately. */
export function createEvidenceCollector(
  { enquiriesPerMinute }: { enquiriesPerMinute: number },
  monotonicMs: () => number,
) {
  const addresses = createRateTracker(windowMs, maxKnown, monotonicMs);
  const networks = createRateTracker(windowMs, maxKnown, monotonicMs);
  const overall = createRateTracker(minuteMs, 1, monotonicMs);
  const keys = createRateTracker(windowMs, maxKnown, monotonicMs);

  return ({ idempotencyKey, definition, enquiry, address, client }: ReceivedEnquiry): Evidence => {
    // A client repeats a challenged request with the same key. Another address with that key counts separately.
    const isNew = keys.add(`${idempotencyKey} ${address}`) === 1;
    const rate = (tracker: ReturnType<typeof createRateTracker>, key: string | undefined) =>
      key === undefined ? undefined : isNew ? tracker.add(key) : tracker.count(key);
    const { forename = '', surname = '' } = enquiry;
    const answers = answersOf(enquiry);
    const texts = listShownQuestions(definition.questions, answers)
      .filter(({ id, type }) => traitsOf(type).answer === 'words' && !/^(fore|sur)name$/.test(id))
      .flatMap(({ id }) => getValues(answers, id));
    return {
      names: [forename, surname],
      texts,
      fromAddress: rate(addresses, address),
      fromNetwork: rate(networks, address === undefined ? undefined : networkOf(address)),
      isOverRate: rate(overall, '')! > enquiriesPerMinute,
      firstTouchMs: readFirstTouch(client),
    };
  };
}

/** The IPv4 /24 or IPv6 /48 of a client address, which is an IPv4 address or an IPv6 /64. Undefined for anything else. */
export function networkOf(address: string): string | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.slice(0, address.lastIndexOf('.'));
  const groups = address.split(':');
  return groups.length === 4 ? groups.slice(0, 3).join(':') : undefined;
}

/** Reads the time in the `client` of a request, which may be any JSON value. Undefined if there is none, or it's malformed. */
function readFirstTouch(client: unknown): number | undefined {
  const { first_touch_ms: ms } = Object(client) as { [Name in keyof ClientSignals]?: unknown };
  return typeof ms === 'number' && ms >= 0 ? ms : undefined;
}
