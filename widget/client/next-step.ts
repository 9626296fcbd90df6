import { type Enquiry, optionalAdditions, type Receipt } from '../../proxy/contract/enquiry.ts';
import type { ProxyResponse } from './requests.ts';

/** The parts of a response that decide whether a retry may help. */
type Decisive = Pick<ProxyResponse<unknown>, 'status' | 'code' | 'retryAfterMs'>;

/** The parts of a response to an enquiry that decide what to do next. */
export type EnquiryResponse = Decisive & Pick<ProxyResponse<Receipt>, 'problems' | 'body'>;

type OptionalAddition = (typeof optionalAdditions)[number];

/** What the form does after a response to an enquiry. */
export type NextStep =
  /** Sends it again at once: unchanged, without these additions, or with an answer to the challenge. */
  | { action: 'send'; without?: OptionalAddition[]; answer?: 'solution' | 'unsolved' }
  /** Sends it again after a wait, while the visitor sees "Sending…". */
  | { action: 'wait'; delayMs: number }
  /** Tells the visitor that it isn't sent, and sends it again after a countdown. Without `delayMs`, the visitor decides
   * about the next attempt. */
  | { action: 'tell'; failure: Failure; delayMs?: number }
  /** Nothing: the proxy has accepted or refused it. */
  | { action: 'done' };

/** The reason why the enquiry isn't sent and no retry is due: the visitor has edited it, there were enough retries, the
 * questions have changed, it is a test whose link isn't valid, the proxy refuses every enquiry from this page, or another
 * reason. */
export type Failure =
  | 'edited'
  | 'gave-up'
  | 'definition-changed'
  | 'test-link-invalid'
  | 'misconfigured'
  | 'other';

/** What is known of an enquiry and its attempts, including the one that just got a response. */
export interface AttemptHistory {
  /** What was sent. */
  enquiry: Partial<Enquiry>;
  /** The attempts that the visitor knows of since they pressed Send, only some of those while offline. */
  attempts: number;
  /** The requests of this attempt. */
  requests: number;
  /** The challenges that were answered in this attempt. */
  challenges: number;
  /** Whether the proxy was told that the form couldn't solve the last challenge. */
  isUnsolved: boolean;
  /** Whether the form has another enquiry now. The visitor decides whether to send that. */
  isOutdated: boolean;
  /** Whether the proxy is known to refuse every enquiry from this page. */
  isMisconfigured: boolean;
}

/** The form shows "Sending…" for no longer than this without an explanation. */
const maxSilentDelayMs = 5_000;
const maxSilentRequests = 5;
/** The proxy sends a second challenge if the first one has expired, for example because the computer was asleep. */
const maxChallenges = 2;
/** Between two attempts that the visitor sees counted down. */
const maxBackoffMs = 60_000;
const maxRetryAfterMs = 300_000;
/** All attempts together take about eight minutes, not counting the time offline. */
const maxAttempts = 12;
const maxUploadDelayMs = 30_000;
const maxUploadAttempts = 3;

/** Decides what follows a response to an enquiry. `random`, 0 to 1, spreads the retries of forms that lost their connection
 * at the same moment. */
export function nextStep(response: EnquiryResponse, history: AttemptHistory, random: number): NextStep {
  const { code, retryAfterMs } = response;
  // The visitor has come back to the page, and the browser may have lost the response.
  if (code === 'returned') return { action: 'send' };
  const without = unknownAdditions(response, history.enquiry);
  if (without.length) return { action: 'send', without };
  if (code === 'proof-required' && !history.isUnsolved)
    return { action: 'send', answer: history.challenges < maxChallenges ? 'solution' : 'unsolved' };
  // Only a response that says when to retry is worth a silent wait.
  const isBrief = retryAfterMs !== undefined && retryAfterMs <= maxSilentDelayMs;
  if (isBusy(response) && isBrief && history.requests < maxSilentRequests)
    return { action: 'wait', delayMs: retryAfterMs };
  if (response.body || response.problems.length) return { action: 'done' };
  return tell(response, history, random);
}

function tell(response: Decisive, history: AttemptHistory, random: number): NextStep {
  const { code, retryAfterMs = 0 } = response;
  const { attempts, isMisconfigured, isOutdated } = history;
  if (isOutdated) return { action: 'tell', failure: 'edited' };
  if (code === 'definition-changed' || code === 'test-link-invalid') return { action: 'tell', failure: code };
  if (isMisconfigured || code === 'unknown-case-type' || code === 'origin-not-allowed')
    return { action: 'tell', failure: 'misconfigured' };
  const failure = attempts > 1 ? 'gave-up' : 'other';
  if (!mayRecover(response) || attempts >= maxAttempts) return { action: 'tell', failure };
  const backoffMs = Math.min(4_000 * 2 ** (attempts - 1), maxBackoffMs) * (0.75 + random / 2);
  return { action: 'tell', failure, delayMs: Math.max(backoffMs, Math.min(retryAfterMs, maxRetryAfterMs)) };
}

/** The optional additions that a proxy of an earlier release has refused as unknown. */
function unknownAdditions(
  { status, problems }: EnquiryResponse,
  enquiry: Partial<Enquiry>,
): OptionalAddition[] {
  if (status !== 422) return [];
  const isUnknown = (name: string) =>
    problems.some(({ field, rule }) => field === name && rule === 'unknown');
  return optionalAdditions.filter(name => Object.hasOwn(enquiry, name) && isUnknown(name));
}

/** Milliseconds until a file that isn't accepted is sent again, after `attempts` attempts; undefined: the visitor decides.
 * The enquiry itself is already acknowledged. */
export function uploadRetryDelay(response: Decisive, attempts: number): number | undefined {
  if (!mayRecover(response) || attempts >= maxUploadAttempts) return undefined;
  return Math.min(response.retryAfterMs ?? 1000 * 3 ** attempts, maxUploadDelayMs);
}

/** Whether the same request may succeed later. A success without the proxy's body may be the page of a captive portal,
 * which goes away when the visitor logs in. A refusal, such as that of a firewall, is final. */
function mayRecover(response: Decisive): boolean {
  const { status } = response;
  return status < 300 || status >= 500 || status === 408 || status === 425 || isBusy(response);
}

function isBusy({ status, code }: Decisive): boolean {
  return status === 429 || status === 503 || code === 'in-progress';
}
