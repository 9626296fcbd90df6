import type { Config } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';
import { type CommandOptions, UsageError } from './command.ts';

/** Parses the value of `--page`. Throws UsageError if it isn't the address of a web page. */
export function parsePage(command: string, { page }: CommandOptions): URL {
  if (page === undefined) throw new UsageError(`"${command}" needs the address of a page: --page URL.`);
  return parseWebAddress('--page must be the address of a page', page);
}

/** Throws UsageError with the problem if the text isn't an http or https address. */
export function parseWebAddress(problem: string, text: string): URL {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError(`${problem}, starting with https:// or http://.`);
  return address;
}

/** Throws if the proxy refuses enquiries from the page. */
export function expectAllowed(page: URL, { requests, configFile }: Settings, { origins }: Config): void {
  if (page.origin === requests.publicOrigin || origins.includes(page.origin)) return;
  throw new Error(
    `pages of ${page.origin} can't send enquiries: add it to "origins" in ${configFile} and restart the proxy`,
  );
}
