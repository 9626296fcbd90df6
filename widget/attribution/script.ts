// `attribution.js`: remembers the visit on pages without a form. It is a classic script.
import { describePage, modes, readConsent, remember } from './record.ts';

/** The names of all parameters, separated by spaces. The build inserts the default ones, and the proxy those of the
 * config. */
declare const parameterList: string;

// These are read immediately, because the address may change and `currentScript` is only set now.
const address = location.href;
// An element of the page may be called `currentScript`, so this may not be the script.
const given = document.currentScript?.dataset?.attribution;
const mode = modes.find(each => each === given) ?? 'session';

let consent: boolean | undefined;

const update = (event?: Event) => {
  consent = readConsent(event) ?? consent;
  if (!document.prerendering) remember(mode, consent, describePage([address]), parameterList.split(' '));
};

update();
// The listeners are on the window and capture, because the events don't bubble.
addEventListener('prerenderingchange', update, true);
addEventListener('enquiry-consent', update, true);
