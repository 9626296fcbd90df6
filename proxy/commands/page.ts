import { createSigner } from '../enquiry/identifiers.ts';
import type { Config } from '../settings/config.ts';
import { loadGeneratedSecret } from '../settings/generated-secret.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { command, flag, text, UsageError } from './command.ts';

/** How long a test link is valid. */
const validSeconds = 3_600;

/** `test-link`: prints a page's address with a signed fragment. The forms on that page send enquiries that are stored,
 * but never delivered. Only the address goes to standard output. */
export const testLink = command({
  options: { json: flag, page: text },
  async run(values, { variables, print, warn }) {
    const page = parsePage('test-link', values.page);
    const { settings, config } = readSettings(variables);
    expectAllowed(page, settings, config);
    const signer = createSigner(settings.secrets ?? [loadGeneratedSecret(settings.store.dataFolder)]);
    const expires = Math.floor(Date.now() / 1_000) + validSeconds;
    if (page.hash) warn(`The test link replaces the fragment ${page.hash}.`);
    page.hash = `enquiry-test=${signer.testToken(page.origin, expires)}`;
    const expires_at = new Date(expires * 1_000).toISOString();
    warn(`Valid until ${expires_at}. Enquiries sent through this link are never delivered.`);
    print({ address: page.href, expires_at }, page.href);
    return 0;
  },
});

/** Parses the value of `--page`. Throws UsageError if it isn't the address of a web page. */
export function parsePage(name: string, page: string | undefined): URL {
  if (page === undefined) throw new UsageError(`"${name}" needs the address of a page: --page URL.`);
  return parseWebAddress('--page must be the address of a page', page);
}

/** Throws UsageError with the problem if the text isn't an http or https address. */
export function parseWebAddress(problem: string, text: string): URL {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError(`${problem}, starting with https:// or http://.`);
  return address;
}

/** Parses the value of `--proxy`. The address that it returns ends with a slash. */
export function parseProxy(text: string): string {
  const { origin, pathname } = parseWebAddress('--proxy must be the address of the proxy', text);
  return `${origin}${pathname.replace(/\/*$/, '/')}`;
}

/** Throws if the proxy refuses enquiries from the page. */
export function expectAllowed(page: URL, { requests, configFile }: Settings, { origins }: Config): void {
  if (page.origin === requests.publicOrigin || origins.includes(page.origin)) return;
  throw new Error(
    `pages of ${page.origin} can't send enquiries: add it to "origins" in ${configFile} and restart the proxy`,
  );
}
