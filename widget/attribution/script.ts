// `attribution.js`: remembers the visit on pages without a form. It is a classic script.
import { describePage, forget, modes, readConsent, remember } from './record.ts';

/** The names of all parameters, separated by spaces. The build inserts the default ones, and the proxy those of the
 * config. */
declare const parameterList: string;

// These are read immediately, because the address may change and `currentScript` is only set now.
const addresses = [location.href];
// An element of the page may be called `currentScript`, so this may not be the script.
const given = document.currentScript?.dataset?.attribution;
const mode = modes.find(each => each === given) ?? 'session';
const names = parameterList.split(' ');

const keep = (consent?: boolean) => remember(mode, consent, describePage(addresses), names);

keep();
// The listener is on the window and captures, because the event doesn't bubble.
addEventListener(
  'enquiry-consent',
  event => {
    const consent = readConsent(event);
    if (consent) keep(consent);
    else if (consent === false) forget();
  },
  true,
);
