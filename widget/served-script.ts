import { proxyUrlFrom } from './form/definition-source.ts';
import type { Visit } from './form/form-context.ts';

/** The address of the proxy that served this script. */
export const home = proxyUrlFrom(import.meta.url);

/** Shared by all forms on the page, from the script's first evaluation on. */
export const visit: Visit = { address: location.href, pushedNames: new Set() };
// The listener captures, because the event doesn't bubble. The event is kept until the lazy part that needs it is loaded.
addEventListener('enquiry-consent', event => (visit.consent = event as CustomEvent), true);
