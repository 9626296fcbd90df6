import type { Receipt } from '../../proxy/contract/enquiry.ts';

/** The element's events and their details, as its doc block describes them. */
interface EventDetails {
  'enquiry-start': AboutEnquiry;
  'enquiry-accepted': AboutEnquiry &
    Pick<Receipt, 'reference' | 'status'> & { enquiry_id: number | undefined };
  'enquiry-refused': AboutEnquiry & { fields: string[] };
  'enquiry-failed': AboutEnquiry & { code: string };
  'attachment-sent': { reference: string; count: number };
  'attachment-failed': { reference: string; code: string };
}

interface AboutEnquiry {
  case_type: string | null | undefined;
}

/** Dispatches one of the element's events. */
export type Emit = <Type extends keyof EventDetails>(type: Type, detail: EventDetails[Type]) => void;

export function createEmit(element: Element): Emit {
  return (type, detail) => {
    element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };
}
