// `form-page.js`: the classic script in the proxy's own page of a form, below the form. It takes over an enquiry that
// another page couldn't send, and tells the page around a frame how tall the form is.

import { marketingParameters } from '../../proxy/contract/attribution.ts';
import { contactFields, marketingFields } from '../../proxy/contract/definition.ts';
import { type CarriedEnquiry, carriedStart, maxCarriedLength } from '../../proxy/contract/page.ts';

const { hash, pathname, search } = location;
const form = document.querySelector('enquiry-form');
/** The allowed origins, separated by spaces, if the page is meant for a frame; whether the form keeps no drafts; the names of
 * its consents, separated by spaces. */
const { origins, drafts, consents = '' } = document.currentScript?.dataset ?? {};
const visitKey = 'enquiry-attribution';

/** Calls `use`, and ignores what it throws. */
function attempt(use: () => void): void {
  try {
    use();
  } catch {
    // The fragment is malformed, or the visitor blocks storage.
  }
}

/** Removes an enquiry from the address and from the history. */
function hideEnquiry(): void {
  if (location.hash.startsWith(carriedStart)) history.replaceState(history.state, '', pathname + search);
}

const texts = (value: unknown): string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string');

/** Fills in the form from the fragment. Anybody can have written it, so it does no more than a visitor could by typing:
 * the form doesn't send, no consent is ticked, a draft can be brought back, and if it has other answers than the enquiry
 * when the visitor sends it, the key isn't used. */
function takeOver(element: Element): void {
  const encoded = hash.slice(carriedStart.length).replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Uint8Array.from(atob(encoded), character => character.charCodeAt(0));
  const { key, enquiry, has_files }: CarriedEnquiry = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  );
  const caseType = element.getAttribute('case-type');
  if (enquiry.case_type !== caseType) return;
  const { client, test, ...sent } = enquiry; // How another page was used is no evidence about this one.
  const values: Record<string, string[]> = Object.create(null);
  for (const name of contactFields) values[name] = texts(enquiry[name]);
  for (const [id, answer] of Object.entries(enquiry.answers ?? {})) values[`answers.${id}`] = texts(answer);
  for (const name of consents.split(' ')) delete values[name];
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key);
  const proxy = new URL('../', location.href).href;
  const request = isUuid ? { proxy, key, body: JSON.stringify(sent) } : undefined;
  attempt(() => rememberVisit(enquiry));
  const { shadowRoot } = element;
  const lacksControl = (name: string) => shadowRoot?.querySelector(`[name="${CSS.escape(name)}"]`) === null;
  const fillIn = (names: string[]) => {
    const given = names.filter(name => values[name]!.length).map(name => [name, values[name]]);
    if (given.length) element.setAttribute('values', JSON.stringify(Object.fromEntries(given)));
  };
  const names = Object.keys(values);
  try {
    if (drafts) throw 0;
    // The format of `widget/drafts/form-storage.ts`.
    const draftKey = `enquiry-form ${pathname} ${caseType}`;
    const replaced = JSON.parse(sessionStorage.getItem(draftKey) ?? '[]')[0];
    const draft = { values, request, hadFiles: !!has_files, at: Date.now(), replaced };
    sessionStorage.setItem(draftKey, JSON.stringify({ 0: draft }));
    fillIn(names.filter(lacksControl)); // The answers to hidden questions.
  } catch {
    fillIn(names);
  }
}

/** Makes this page one of the visit that the enquiry came from. */
function rememberVisit({ attribution = {}, ...enquiry }: CarriedEnquiry['enquiry']): void {
  const { landing_page, parameters, sources, first } = attribution;
  const marketing = marketingFields.filter(field => enquiry[field]);
  const isLink = (field: string) => sources?.[field] === 'referrer';
  const referrer = marketing.filter(isLink).map(field => enquiry[field])[0];
  const named = marketing
    .filter(field => !isLink(field))
    .map(field => [marketingParameters[field], enquiry[field]]);
  const values = { ...parameters, ...Object.fromEntries(named) };
  // The format of `widget/attribution/record.ts`, which checks all of it.
  const record = {
    version: 1,
    updated: Date.now(),
    document: performance.timeOrigin,
    landing_page,
    referrer,
    values,
    first: first ?? { landing_page, referrer, parameters: values },
  };
  sessionStorage.setItem(visitKey, JSON.stringify(record));
}

if (form) {
  if (hash.startsWith(carriedStart)) {
    hideEnquiry();
    if (hash.length <= maxCarriedLength) attempt(() => takeOver(form));
  }
  addEventListener('hashchange', hideEnquiry);
  attempt(() => sessionStorage.getItem(visitKey) && form.setAttribute('attribution', 'session'));
}

if (origins !== undefined && parent !== window) {
  const allowed = [location.origin, ...origins.split(' ')];
  // Firefox before version 150 doesn't reveal the parent's origin. Browsers drop messages for another origin.
  const parentOrigin = location.ancestorOrigins?.[0];
  const targets = parentOrigin === undefined ? allowed : allowed.filter(each => each === parentOrigin);
  const root = document.documentElement;
  const tellHeight = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    for (const target of targets) parent.postMessage({ type: 'enquiry-height', height }, target);
  };
  new ResizeObserver(tellHeight).observe(root);
}
