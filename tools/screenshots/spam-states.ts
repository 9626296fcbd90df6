// States of the form when the proxy suspects that an enquiry is spam.
import { fillHouseMove, formOn } from '../../e2e/visitor/form.ts';
import { type OpenState, refuseEnquiries } from './open-state.ts';

/** The states by name. */
export const spamStates: Record<string, OpenState> = {
  challenged: async (page, stack) => {
    await page.addInitScript(() => {
      SubtleCrypto.prototype.deriveBits = () => new Promise(() => {});
    });
    const challenge = { token: 'a', salt: 'b', iterations: 1, max: 1, target: '00000000' };
    await refuseEnquiries(page, { status: 403, code: 'proof-required', challenge });
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    const isLoaded = page.waitForResponse(/\/proof-/);
    await formOn(page).send();
    await isLoaded;
  },
  'quarantine-full': async (page, stack) => {
    await page.clock.install();
    await refuseEnquiries(page, { status: 429, code: 'too-many-requests' }, { 'retry-after': '60' });
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    await formOn(page).send();
    await page.getByText('We’ll try again in').waitFor();
  },
};
