import type { AttributionSettings } from '../../proxy/contract/attribution.ts';
import { type Mode, modes } from './memory.ts';
import { attribute, type TagValues } from './precedence.ts';
import type { VisitRecord } from './record.ts';

/** The facts about a form's visit that don't come from the tag. */
export interface FormEvidence {
  /** The addresses of the form's page, the latest one first. */
  addresses: string[];
  record: VisitRecord;
  settings: AttributionSettings | undefined;
}

/** Decides where the enquiry in this form comes from. */
export function attributeForm(
  element: Element & TagValues,
  { addresses, record, settings }: FormEvidence,
): ReturnType<typeof attribute> {
  const isOff = readMode(element) === 'off';
  return attribute({
    tag: readTag(element),
    addresses: isOff ? [] : addresses,
    visit: isOff ? undefined : record,
    settings,
  });
}

/** The mode on the tag. */
export function readMode(element: Element): Mode {
  const given = element.getAttribute('attribution');
  return modes.find(mode => mode === given) ?? 'page';
}

/** A property that the page has set takes precedence over its attribute. */
function readTag(element: Element & TagValues): TagValues {
  const read = (name: keyof TagValues) => element[name] ?? element.getAttribute(name);
  return {
    campaign: read('campaign'),
    referer: read('referer'),
    keywords: read('keywords'),
    detail: read('detail'),
  };
}
