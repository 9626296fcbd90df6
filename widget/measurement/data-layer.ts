import { marketingFields } from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { EventDetails } from '../form/events.ts';
import type { AcceptedDetail, FormContext } from '../form/form-context.ts';

/** The members that the details of these events can have. */
type Detail = Partial<
  AcceptedDetail &
    EventDetails['enquiry-refused'] &
    EventDetails['enquiry-failed'] &
    EventDetails['enquiry-step'] &
    EventDetails['enquiry-contact'] & { test: true }
>;

/** The members of a detail that are pushed as they are. */
const names = ['case_type', 'reference', 'step', 'steps', 'way', 'where', 'code', 'test'] as const;

/** The maximum time for which a tag manager's tags delay the redirect. */
const eventTimeoutMs = 2_000;

/** Pushes the form's events, except `enquiry-accepted`, to the array that the `data-layer` attribute names, without any
 * text that the visitor has typed. `readAttribution` returns the attribution of an enquiry that is sent now. */
export function pushEvents(context: FormContext, readAttribution: () => Partial<Enquiry>): void {
  for (const name of ['view', 'start', 'step', 'contact', 'refused', 'failed']) {
    context.host.addEventListener(`enquiry-${name}`, event => {
      const { type, detail } = event as CustomEvent<Detail>; // The form dispatches these events.
      pushEvent(context, type, detail, readAttribution);
    });
  }
}

/** Pushes an event, whose name in the data layer has underscores. A redirect that is due waits for what `waitUntil` of the
 * detail gets. */
export function pushEvent(
  { host, visit }: FormContext,
  type: string,
  detail: Detail,
  readAttribution: () => Partial<Enquiry>,
): void {
  const name = host.getAttribute('data-layer');
  if (name === null) return;
  try {
    const enquiry = readAttribution();
    const values = {
      ...enquiry.attribution?.parameters,
      ...Object.fromEntries(marketingFields.map(field => [field, enquiry[field] ?? ''])),
      // The values of the event come last, because a parameter may have the same name.
      ...Object.fromEntries(names.map(each => [each, detail[each]])),
      // This is a text, because a tag manager merges an array with an earlier one.
      fields: detail.fields?.join(),
      ...(host.hasAttribute('data-layer-number') && { enquiry_id: detail.enquiry_id }),
      event: type.replaceAll('-', '_'),
    };
    for (const each of Object.keys(values)) visit.pushedNames.add(each);
    // A tag manager remembers each value until another push replaces it.
    const unset = Object.fromEntries([...visit.pushedNames].map(each => [each, undefined]));
    const entry = { ...unset, ...values };
    const layer = findLayer(name);
    // If `push` isn't that of an array, a tag manager reads the entries.
    const isRead = layer.push !== Array.prototype.push;
    if (detail.waitUntil && isRead) detail.waitUntil(pushAndWait(layer, entry));
    else layer.push(entry);
  } catch (error) {
    // The error is in the page or in its tag manager. The form works without the push.
    console.error(`enquiry-form: can't push to the data layer "${name}"`, error);
  }
}

/** Finds the page's data layer, an array whose `push` a tag manager may have replaced, or creates it if it is missing. Throws
 * if the page uses the name for something that isn't a data layer. */
function findLayer(attribute: string): unknown[] {
  // React writes an attribute without a value as "true".
  const name = /^(true)?$/.test(attribute) ? 'dataLayer' : attribute;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) throw new Error('not a name of a variable');
  const page = globalThis as unknown as Record<string, unknown[] | undefined>; // The type is checked below.
  page[name] ??= [];
  if (typeof page[name].push !== 'function') throw new Error('not an array');
  return page[name];
}

/** Pushes an entry. Resolves when the tags that it triggers have ended: Google Tag Manager then calls `eventCallback`.
 * Throws if the push throws. */
function pushAndWait(layer: unknown[], entry: object): Promise<unknown> {
  let eventCallback: ((containerId: string) => unknown) | undefined;
  const haveEnded = new Promise(resolve => {
    // The Google tags that Google Tag Manager loads have containers of their own, which may call this earlier.
    eventCallback = containerId => /^GTM/.test(containerId) && resolve(containerId);
  });
  layer.push({ ...entry, eventCallback, eventTimeout: eventTimeoutMs });
  return haveEnded;
}
