import type { Logger } from 'pino';
import { hourMs, minuteMs } from '../contract/durations.ts';
import type { Intake } from '../outbox/intake.ts';
import { createPatternMatcher } from '../settings/pattern-matcher.ts';
import type { Settings } from '../settings/settings.ts';
import { createEvidenceCollector } from '../spam/evidence.ts';
import { createRateTracker, createRecentMap } from '../spam/trackers.ts';
import type { Spool } from '../spool/spool.ts';
import { tooMany } from './refusal.ts';
import { createStoreLimit } from './store-limits.ts';
import { createUploadLimits } from './upload-limits.ts';

interface SharedStateDependencies {
  settings: Pick<Settings, 'requests' | 'uploads'>;
  intake: Intake;
  spool: Spool;
  monotonicMs: () => number;
  log: Logger;
}

export type SharedState = ReturnType<typeof createSharedState>;

/** The state that outlasts a reload, because a changed text mustn't reset a limit: the counts of the limits, the
 * memory of the spam signals, and the warnings so far. */
export function createSharedState(dependencies: SharedStateDependencies) {
  const { settings, intake, spool, monotonicMs, log } = dependencies;
  const { requests, uploads } = settings;
  const { enquiriesPerMinutePerAddress } = requests;
  return {
    takeEnquiry: createRateBuckets(enquiriesPerMinutePerAddress, monotonicMs),
    /** For forms that other sites' pages post: they mustn't use up what a visitor may send. */
    takeForeignForm: createRateBuckets(enquiriesPerMinutePerAddress, monotonicMs),
    takeTestLink: createRateBuckets(enquiriesPerMinutePerAddress, monotonicMs),
    takeWrongKey: createRateBuckets(enquiriesPerMinutePerAddress, monotonicMs),
    admitEnquiry: createStoreLimit(most => intake.countUndelivered(most), monotonicMs),
    admitSuspect: createStoreLimit(() => intake.countSuspects(), monotonicMs),
    reserveUpload: createUploadLimits(uploads, spool, monotonicMs),
    collectEvidence: createEvidenceCollector(requests, monotonicMs),
    matchesPattern: createPatternMatcher(log),
    findRepeated: createRepeatFinder(monotonicMs),
    warnOfRefusedOrigin: createOriginWarnings(log, monotonicMs),
    isUnreported: createReports(monotonicMs),
  };
}

/** Beyond this number, the sender whose last request is oldest is forgotten. */
const maxSenders = 20_000;

/** What a sender takes from its bucket. */
interface Taken {
  /** The number of tokens; a negative number gives them back. Default: 1. */
  count?: number;
  /** The sender's own limit. Default: that of all senders. */
  perMinute?: number | undefined;
}

/** Creates a token bucket for each sender. The returned function takes tokens from a bucket that isn't empty, and throws
 * a refusal otherwise. The whole minute's allowance may be used in one burst. A sender that isn't known has no limit. */
export function createRateBuckets(usualPerMinute: number, monotonicMs: () => number) {
  const buckets = createRecentMap<string, { tokens: number; at: number }>(maxSenders);
  return (sender: string | undefined, { count = 1, perMinute = usualPerMinute }: Taken = {}): void => {
    if (sender === undefined) return;
    const now = monotonicMs();
    const { tokens, at } = buckets.get(sender) ?? { tokens: perMinute, at: now };
    const available = Math.min(perMinute, tokens + ((now - at) * perMinute) / minuteMs);
    const isAllowed = available >= 1 || count < 0;
    buckets.set(sender, { tokens: isAllowed ? available - count : available, at: now });
    if (isAllowed) return;
    const retrySeconds = Math.ceil(((1 - available) * minuteMs) / perMinute / 1_000);
    throw tooMany('rate-per-address', retrySeconds);
  };
}

/** Clients choose their `Origin` header, so this keeps them from filling the log. */
const maxWarningsPerHour = 50;
/** The length to which an `Origin` is cut in the log. */
export const maxLoggedLength = 200;
/** Beyond this number, the subjects that were reported longest ago are forgotten. */
const maxSubjects = 1_000;

/** Returns a function that logs a warning about an origin that isn't allowed, because it may be the site owner's own:
 * once an hour for each origin, and for at most 50 origins an hour. */
export function createOriginWarnings(log: Logger, monotonicMs: () => number) {
  const isUnreported = createReports(monotonicMs);
  const warnings = createRateTracker(hourMs, 1, monotonicMs);
  return (given: string): void => {
    const origin = given.slice(0, maxLoggedLength);
    if (warnings.count('') >= maxWarningsPerHour || !isUnreported(origin, hourMs)) return;
    warnings.add('');
    log.warn({ origin }, 'origin not allowed');
  };
}

/** An enquiry is marked if one with the same content arrived at most this long before. */
const repeatedWithinMs = 600_000;
/** Beyond this number, the enquiries that arrived longest ago are forgotten. */
const maxEnquiries = 20_000;

/** Returns a function that finds the first of the enquiries of this process with the same content, and remembers those that
 * are kept. One with the same idempotency key is the same request, which was not stored. */
function createRepeatFinder(monotonicMs: () => number) {
  const recent = createRecentMap<string, { key: string; reference: string; at: number }>(maxEnquiries);
  return (digest: string, { isKept, ...sent }: { key: string; reference: string; isKept: boolean }) => {
    const at = monotonicMs();
    const known = recent.get(digest);
    const isRepeated = known && known.key !== sent.key && at - known.at <= repeatedWithinMs;
    const earlier = isRepeated ? known : undefined;
    if (isKept) recent.set(digest, { ...(earlier ?? sent), at });
    return earlier?.reference;
  };
}

/** Returns a function that returns true once per period for each subject. */
function createReports(monotonicMs: () => number) {
  const reportedAt = createRecentMap<string, number>(maxSubjects);
  return (subject: string, periodMs: number): boolean => {
    const now = monotonicMs();
    if (now - (reportedAt.get(subject) ?? Number.NEGATIVE_INFINITY) < periodMs) return false;
    reportedAt.set(subject, now);
    return true;
  };
}
