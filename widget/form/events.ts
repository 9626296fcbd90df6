import type { Receipt } from '../../proxy/contract/enquiry.ts';

/** The element's events and their details, as its doc block describes them. */
export interface EventDetails {
  'enquiry-view': AboutEnquiry;
  'enquiry-start': AboutEnquiry;
  'enquiry-step': AboutEnquiry & { step: number; steps: number };
  'enquiry-accepted': AboutEnquiry &
    Pick<Receipt, 'reference' | 'status'> & {
      enquiry_id: number | undefined;
      waitUntil(promise: PromiseLike<unknown>): void;
    };
  'enquiry-contact': AboutEnquiry & { way: 'call' | 'email' | 'page'; where: 'form' | 'note' | 'receipt' };
  'enquiry-refused': AboutEnquiry & { fields: string[] };
  'enquiry-failed': AboutEnquiry & { code: string };
  'attachment-sent': { reference: string; count: number };
  'attachment-failed': { reference: string; code: string };
}

interface AboutEnquiry {
  case_type: string | null | undefined;
}

/** Dispatches one of the element's events; not `enquiry-accepted`, because the enquiry that was sent may be a test even if
 * the page isn't in test mode any more. */
export type Emit = <Type extends Exclude<keyof EventDetails, 'enquiry-accepted'>>(
  type: Type,
  detail: EventDetails[Type] & { test?: true },
) => void;

/** Marks the events of a test. */
export function createEmit(element: Element, isTest: () => boolean | undefined): Emit {
  return (type, about) => {
    const detail = isTest() ? { ...about, test: true } : about;
    element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };
}
