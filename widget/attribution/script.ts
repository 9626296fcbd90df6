// `attribution.js`: remembers the visit on pages without a form. A classic script.
import { forget, modes, readConsent, remember } from './memory.ts';
import { describePage } from './page.ts';

/** The names of all parameters, separated by spaces. The build inserts the default ones, and the proxy those of the config. */
declare const parameterList: string;

// Read at once: the address may change, and `currentScript` is set only now.
const addresses = [location.href];
// Elements of the page may be called `currentScript`, so it may be anything.
const given = document.currentScript?.dataset?.attribution;
const mode = modes.find(each => each === given) ?? 'session';
const names = parameterList.split(' ');

const keep = (consent?: boolean) => remember(mode, consent, describePage(addresses), names);

keep();
// Captured on the window, because the event doesn't bubble.
addEventListener(
  'enquiry-consent',
  event => {
    const consent = readConsent(event);
    if (consent) keep(consent);
    else if (consent === false) forget();
  },
  true,
);
