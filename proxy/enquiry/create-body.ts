import { maxAttributionLength } from '../contract/attribution.ts';
import { getValues, listShownQuestions } from '../contract/check.ts';
import { contactFields, type Definition, marketingFields, type Question } from '../contract/definition.ts';
import type { Enquiry } from '../contract/enquiry.ts';

/** An answer as the enquiry API receives it (spec 2.2). */
export interface MetaEntry {
  id: string;
  label: string;
  value: string;
}

/** The body of the enquiry API's create operation (spec 2.1). Empty fields are omitted, except `meta` and
 * `marketing_keywords`. */
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

/** The `meta` entries that the proxy adds after the answers. */
interface AddedEntries {
  /** Default: none. */
  reference?: string | undefined;
  /** Those after the reference. Default: none. */
  more?: MetaEntry[];
}

/** Converts an enquiry without problems into the body for the enquiry API. Labels come from the definition, so clients
 * can't forge questions. */
export function buildCreateBody(
  definition: Definition,
  enquiry: Enquiry,
  { reference, more = [] }: AddedEntries = {},
): CreateBody {
  const answers = enquiry.answers ?? {};
  const meta = listShownQuestions(definition.questions, answers).flatMap(question => {
    const value = answerText(question, getValues(answers, question.id));
    return value === '' ? [] : [{ id: question.id, label: question.label, value }];
  });
  if (reference) meta.push({ id: 'enquiry_reference', label: 'Reference', value: reference });
  // A definition that an earlier release published may have a question with an id that is reserved now.
  meta.push(...more.filter(({ id }) => !definition.questions.some(question => question.id === id)));

  const body: CreateBody = { forename: '', case_type: definition.case_type, meta, marketing_keywords: '' };
  for (const field of contactFields) {
    const value = enquiry[field]?.trim();
    if (value) body[field] = value;
  }
  for (const field of marketingFields) {
    const value = cleanText(enquiry[field] ?? '');
    if (value) body[field] = value;
  }
  return body;
}

function answerText({ type, options }: Question, values: string[]): string {
  const value = values[0] ?? '';
  if (type === 'checkboxes') {
    return (options ?? []).flatMap(option => (values.includes(option.value) ? option.value : [])).join(', ');
  }
  if (options) return value;
  if (type === 'consent') return value === 'yes' ? value : '';
  return value.trim().replaceAll('\r\n', '\n');
}

/** Makes a text safe to store and to send, for texts that the visitor didn't type and therefore can't correct: control
 * characters become spaces, lone surrogates become U+FFFD, and the text is cut at 500 characters. */
export function cleanText(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  if (clean.length <= maxAttributionLength) return clean;
  const start = clean.slice(0, 2 * maxAttributionLength); // Long enough: a character has one or two code units.
  return [...start].slice(0, maxAttributionLength).join('');
}
