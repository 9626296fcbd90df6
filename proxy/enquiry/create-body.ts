import { given, shown } from '../contract/check.ts';
import { contactFields, type Definition, marketingFields, type Question } from '../contract/definition.ts';
import type { Enquiry } from '../contract/enquiry.ts';

/** One dynamic detail of an enquiry (spec 2.2). */
export interface MetaEntry {
  id: string;
  label: string;
  value: string;
}

/** The body of the enquiry API's create (spec 2.1). Fields that nobody filled are left out, but `meta` and
 * `marketing_keywords` are always sent. */
export interface CreateBody {
  forename: string;
  surname?: string;
  telephone_mobile?: string;
  email?: string;
  case_type: string;
  meta: MetaEntry[];
  marketing_lead_referer?: string;
  marketing_campaign?: string;
  marketing_keywords: string;
  marketing_detail?: string;
}

/** Characters of a marketing field; what is longer is cut, for it must never cost the lead. */
const marketingLength = 500;

/** What the enquiry API is sent for an enquiry that `check()` found nothing wrong with. The labels are the
 * definition's, so that nobody can forge a question; `reference`, when given, is added for the back office. */
export function compose(definition: Definition, enquiry: Enquiry, reference?: string): CreateBody {
  const answers = enquiry.answers ?? {};
  const meta = shown(definition.questions, answers).flatMap(question => {
    const value = answerOf(question, given(answers, question.id));
    return value === '' ? [] : [{ id: question.id, label: question.label, value }];
  });
  if (reference) meta.push({ id: 'enquiry_reference', label: 'Reference', value: reference });

  const body: CreateBody = { forename: '', case_type: definition.case_type, meta, marketing_keywords: '' };
  for (const field of contactFields) {
    const value = enquiry[field]?.trim();
    if (value) body[field] = value;
  }
  for (const field of marketingFields) {
    const value = cut(enquiry[field] ?? '');
    if (value) body[field] = value;
  }
  return body;
}

function answerOf({ type, options }: Question, values: string[]): string {
  const value = values[0] ?? '';
  if (type === 'checkboxes') {
    return (options ?? []).flatMap(option => (values.includes(option.value) ? option.value : [])).join(', ');
  }
  if (options) return value;
  if (type === 'consent') return value === 'yes' ? value : '';
  return value.trim().replaceAll('\r\n', '\n');
}

function cut(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return [...clean].slice(0, marketingLength).join('');
}
