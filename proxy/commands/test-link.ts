import { createSigner } from '../enquiry/signer.ts';
import { loadGeneratedSecret } from '../settings/generated-secret.ts';
import { readSettings } from '../settings/read-settings.ts';
import { type Command, expectNoArguments, print } from './command.ts';
import { expectAllowed, parsePage } from './page.ts';

/** How long a test link is valid. */
const validSeconds = 3_600;

/** `test-link`: prints a page's address with a signed fragment. The forms on that page send enquiries that are stored,
 * but never delivered. Only the address goes to standard output. */
export const testLink: Command = async (args, options, variables) => {
  expectNoArguments('test-link', args);
  const page = parsePage('test-link', options);
  const { settings, config } = readSettings(variables);
  expectAllowed(page, settings, config);
  const signer = createSigner(settings.secrets ?? [loadGeneratedSecret(settings.store.dataFolder)]);
  const expires = Math.floor(Date.now() / 1_000) + validSeconds;
  if (page.hash) console.error(`The test link replaces the fragment ${page.hash}.`);
  page.hash = `enquiry-test=${signer.testToken(page.origin, expires)}`;
  const expires_at = new Date(expires * 1_000).toISOString();
  console.error(`Valid until ${expires_at}. Enquiries sent through this link are never delivered.`);
  print(options, { address: page.href, expires_at }, page.href);
  return 0;
};
