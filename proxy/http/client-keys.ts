import { createHash, timingSafeEqual } from 'node:crypto';
import { uploadTokenPattern } from '../enquiry/identifiers.ts';
import { type AppContext, type AppDependencies, bearerOf, clientAddress } from './context.ts';
import { createBuckets } from './middleware.ts';
import { Refusal } from './refusal.ts';

const hourMs = 3_600_000;
const maxLoggedLength = 200;

/** Returns a function that recognises server applications by their client keys: whether a server sends the request with
 * one of the keys, whose name the context has from then on. It throws a refusal if a page has the key, or if a server has
 * an unknown one or its address has tried too many. */
export function createClientRecogniser({ settings, log, monotonicMs }: AppDependencies) {
  const { trustedProxyHops, enquiriesPerMinutePerAddress } = settings.requests;
  const known = settings.clientKeys.map(({ name, key }) => ({ name, digest: toDigest(key) }));
  const wrongKeys = createBuckets(enquiriesPerMinutePerAddress, monotonicMs);
  const warnedAtMs = new Map<string, number>();

  /** The name of the key. Takes the same time for every text, so that it reveals nothing about the keys. */
  function findName(given: string): string | undefined {
    const digest = toDigest(given);
    let name: string | undefined;
    for (const each of known) if (timingSafeEqual(each.digest, digest)) name = each.name;
    return name;
  }

  function warnOfExposed(client: string, origin: string): void {
    if (monotonicMs() - (warnedAtMs.get(client) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
    warnedAtMs.set(client, monotonicMs());
    log.warn({ client, origin: origin.slice(0, maxLoggedLength) }, 'client key in a page');
  }

  return (context: AppContext): boolean => {
    const origin = context.req.header('origin');
    const credential = bearerOf(context);
    const isFromPage = origin !== undefined;
    if (credential === undefined || (isFromPage && uploadTokenPattern.test(credential))) return false;
    // While the address has no guesses left, it doesn't learn whether a key is right either.
    const address = clientAddress(context, trustedProxyHops);
    wrongKeys.take(address, 0);
    const client = findName(credential);
    if (client === undefined) {
      wrongKeys.take(address);
      if (isFromPage) return false;
      throw new Refusal('client-key-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    }
    context.set('client', client);
    if (!isFromPage) return true;
    warnOfExposed(client, origin);
    throw new Refusal('client-key-in-page');
  };
}

const toDigest = (key: string) => createHash('sha256').update(key).digest();
