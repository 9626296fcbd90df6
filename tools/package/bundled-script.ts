// Takes the place of `widget/served-script.ts` in the package. There, the address of the script says nothing about the
// proxy, and code that renders on a server may import it.
import type { Visit } from '../../widget/form/form-context.ts';

/** No proxy: the element needs the attribute. */
export const home = '';

/** Shared by all forms on the page, from the script's first evaluation on. */
export const visit: Visit = { address: globalThis.location?.href ?? '', pushedNames: new Set() };
globalThis.addEventListener?.(
  'enquiry-consent',
  event => {
    visit.consent = event as CustomEvent;
  },
  true,
);
