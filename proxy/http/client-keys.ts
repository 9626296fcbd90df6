import { createHash, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../contract/durations.ts';
import { uploadTokenPattern } from '../enquiry/identifiers.ts';
import { type AppContext, type AppDependencies, bearerOf, clientAddress } from './context.ts';
import { Refusal } from './refusal.ts';
import { maxLoggedLength } from './shared-state.ts';

/** Returns a function that recognises server applications by their client keys: whether a server sends the request with
 * one of the keys, whose name the context has from then on. It throws a refusal if a page has the key, or if a server has
 * an unknown one or its address has tried too many. */
export function createClientRecogniser({ settings, shared, log }: AppDependencies) {
  const { trustedProxyHops } = settings.requests;
  const known = settings.clientKeys.map(({ name, key }) => ({ name, digest: toDigest(key) }));

  /** The name of the key. Takes the same time for every text, so that it reveals nothing about the keys. */
  function findName(given: string): string | undefined {
    const digest = toDigest(given);
    let name: string | undefined;
    for (const each of known) if (timingSafeEqual(each.digest, digest)) name = each.name;
    return name;
  }

  return (context: AppContext): boolean => {
    const origin = context.req.header('origin');
    const credential = bearerOf(context);
    const isFromPage = origin !== undefined;
    if (credential === undefined || (isFromPage && uploadTokenPattern.test(credential))) return false;
    // While the address has no guesses left, it doesn't learn whether a key is right either.
    const address = clientAddress(context, trustedProxyHops);
    shared.takeWrongKey(address, 0);
    const client = findName(credential);
    if (client === undefined) {
      shared.takeWrongKey(address);
      if (isFromPage) return false;
      throw new Refusal('client-key-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    }
    context.set('client', client);
    if (!isFromPage) return true;
    if (shared.isUnreported(`client key ${client}`, dayMs))
      log.warn({ client, origin: origin.slice(0, maxLoggedLength) }, 'client key in a page');
    throw new Refusal('client-key-in-page');
  };
}

const toDigest = (key: string) => createHash('sha256').update(key).digest();
