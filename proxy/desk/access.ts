// Who may use the desk: which addresses, which people, and which forms.
import { createHmac, randomBytes } from 'node:crypto';
import { createRateBuckets } from '../acceptance/shared-state.ts';
import { type DeskUser, hashPassword, isPassword } from '../settings/secrets.ts';
import { isLoopback } from '../settings/settings.ts';

const maxWrongPerMinute = 5;
/** More than a firm has. */
const maxSignedIn = 1_000;

/** Creates the function that finds the user of a Basic `Authorization` header. Undefined if there is no header, or the name or
 * the password is wrong; both take the same time. Throws a refusal after too many wrong ones from the address. A password
 * that was right before is recognised at once, so that a page doesn't take as long as a hash, and a flood of wrong ones
 * doesn't keep out whoever has signed in. */
export function createPasswordCheck(listUsers: () => DeskUser[], monotonicMs: () => number) {
  const take = createRateBuckets(maxWrongPerMinute, monotonicMs);
  const nobody = hashPassword(randomBytes(16).toString('hex'));
  const key = randomBytes(32);
  const signedIn = new Set<string>();

  return async (header: string | undefined, address: string): Promise<string | undefined> => {
    const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const credential = Buffer.from(encoded, 'base64').toString();
    const [, name, password = ''] = /^([^:]*):(.*)$/s.exec(credential) ?? [];
    const user = listUsers().find(each => each.name === name);
    const stored = user?.hash ?? (await nobody);
    const mark = createHmac('sha256', key).update(`${stored} ${password}`).digest('base64');
    if (user && signedIn.has(mark)) return user.name;
    take(address); // Before the slow part, so that requests at the same time count, too.
    if (!(await isPassword(password, stored)) || !user) return undefined;
    take(address, { count: -1 });
    if (signedIn.size >= maxSignedIn) signedIn.clear();
    signedIn.add(mark);
    return user.name;
  };
}

/** Returns the path of the desk's pages if requests for this host are meant for it; otherwise undefined: another site's name
 * may lead to this machine (DNS rebinding). */
export function deskPath(host: string | undefined, deskUrl: URL | undefined): string | undefined {
  if (host === undefined) return undefined;
  if (deskUrl && host.toLowerCase() === deskUrl.host) return deskUrl.pathname;
  const url = URL.parse(`http://${host}`);
  return url && url.host === host.toLowerCase().replace(/:80$/, '') && isLoopback(url.hostname)
    ? '/'
    : undefined;
}
