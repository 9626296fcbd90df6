import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { answerText } from '../answers/answer-text.ts';
import type { EnquiryRequest } from '../client/enquiry.ts';
import type { FormContext } from '../form/form-context.ts';
import { toFormData } from '../form/values.ts';

/** An enquiry that the proxy has acknowledged. */
export interface AcceptedEnquiry {
  caseType: string;
  receipt: Receipt;
  proxy: string;
  /** When it was accepted, in milliseconds since 1970. */
  sentAt: number;
  isTest: boolean;
  /** What the visitor typed; undefined after a reload, which keeps none of it. */
  typed: TypedEnquiry | undefined;
}

/** The enquiry as the visitor typed it. */
export interface TypedEnquiry {
  forename: string;
  email: string;
  telephone: string;
  /** Every visible answer in the order of the form. */
  answers: { label: string; text: string }[];
  /** The values of all controls, for another enquiry. */
  values: FormData;
}

/** Reads what was sent. The form must still be there. */
export function readTyped({ model, localizer }: FormContext, { body }: EnquiryRequest): TypedEnquiry {
  const { definition: _, ...enquiry } = JSON.parse(body) as Enquiry;
  const sent = toFormData(enquiry);
  const fields = model.fields.filter(({ isHidden }) => !isHidden);
  // The site may have filled in a contact field that it doesn't show. That may not be the visitor's.
  const contact = (name: string) =>
    fields.some(field => field.name === name) ? String(sent.get(name) ?? '').trim() : '';
  const lang = model.source.definition?.lang ?? '';
  return {
    forename: (enquiry.forename ?? '').trim(),
    email: contact('email'),
    telephone: contact('telephone_mobile'),
    answers: fields
      .map(field => ({
        label: field.question.label,
        text: sent.has(field.name) ? answerText(localizer.translate, field, sent, lang) : '',
      }))
      .filter(({ text }) => text),
    values: model.read(),
  };
}
