import { test as base, expect } from '../test.ts';
import { insecureHost, openFilledIn, proofSuite, sendAndReadProofs, withChallenges } from './suites/proof.ts';

const test = withChallenges(base);

// A browser and a stack of their own start more slowly than these tests run.
base.describe.configure({ mode: 'default' });
base.use({
  launchOptions: [
    // Browsers treat 127.0.0.1 as secure, but not another host name for it.
    ({ browserName, launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`];
      const firefoxUserPrefs = { 'network.dns.localDomains': insecureHost };
      return use(
        browserName === 'firefox' ? { ...launchOptions, firefoxUserPrefs } : { ...launchOptions, args },
      );
    },
    { scope: 'worker' },
  ],
});

proofSuite(test);

test('a page without TLS sends the enquiry without a proof', async ({ visitor, stack, watched }) => {
  await openFilledIn(visitor, stack, watched.url, { host: insecureHost });
  expect(await visitor.run(() => [isSecureContext, 'subtle' in crypto], undefined)).toEqual([false, false]);
  expect(await sendAndReadProofs(visitor, stack, watched)).toEqual(['Proof v=1', 'Proof v=1, unsolved']);
});
