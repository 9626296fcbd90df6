import { answersOf, isContactField } from '../contract/asked.ts';
import { maxAttributionLength } from '../contract/attribution.ts';
import { getValues, listShownQuestions } from '../contract/conditions.ts';
import { type Definition, marketingFields, type Question } from '../contract/definition.ts';
import type { Enquiry } from '../contract/enquiry.ts';
import type { CaseTypeConfig } from '../settings/config.ts';
import { defaultSeparator, type QuestionConfig } from '../settings/question-config.ts';

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

/** Converts an enquiry without problems into the body for the enquiry API. Names and labels come from the definition, so
 * clients can't forge questions. `added` are the `meta` entries after the answers and the constants. */
export function buildCreateBody(
  definition: SentDefinition,
  enquiry: Enquiry,
  added: MetaEntry[] = [],
): CreateBody {
  const { sent } = definition;
  const body: CreateBody = { forename: '', case_type: sent.case_type, meta: [], marketing_keywords: '' };
  const { meta } = body;
  for (const { question, values } of listAnswers(definition, enquiry)) {
    if (isContactField(question.id)) {
      body[question.id] = values[0]!; // It has an answer.
      continue;
    }
    const { id, label = question.label, values: names, separator } = sent.questions.get(question.id)!;
    const given = names.size > 0 ? values.filter(value => names.has(value)) : values;
    const value = given.map(each => names.get(each) ?? each).join(separator);
    if (value !== '') meta.push({ id, label, value });
  }
  meta.push(...sent.meta, ...added);
  for (const field of marketingFields) {
    const clean = field === 'marketing_detail' ? cleanDetail : cleanText;
    const value = clean(enquiry[field] ?? '');
    if (value) body[field] = value;
  }
  return body;
}

/** The `meta` entry that names the enquiry. */
export const referenceEntry = (reference: string): MetaEntry => ({
  id: 'enquiry_reference',
  label: 'Reference',
  value: reference,
});

/** Lists the answers to the questions that the visitor saw, in our own values: trimmed, checkboxes in the order of the
 * options, and a consent that isn't given as `no`. Without questions that have no answer. */
export function listAnswers({ questions }: Definition, enquiry: Enquiry) {
  const answers = answersOf(enquiry);
  return listShownQuestions(questions, answers).flatMap(question => {
    const values = toOwnValues(question, getValues(answers, question.id));
    return values.length > 0 ? [{ question, values }] : [];
  });
}

function toOwnValues({ type, options }: Question, given: string[]): string[] {
  if (type === 'checkboxes')
    return (options ?? []).map(({ value }) => value).filter(each => given.includes(each));
  if (type === 'consent') return [given[0] === 'yes' ? 'yes' : 'no'];
  return options ? given : given.map(value => value.trim().replaceAll('\r\n', '\n'));
}

/** Makes a text safe to store and to send, for texts that the visitor didn't type and therefore can't correct: control
 * characters become spaces, lone surrogates become U+FFFD, and the text is cut at 500 characters. */
export function cleanText(text: string): string {
  return cut(clean(text));
}

/** As `cleanText`, but a text that is too long is cut after a word and ends with "…". */
function cleanDetail(text: string): string {
  const detail = clean(text);
  const start = cut(detail);
  // The ellipsis takes the place of the last word, or of one character of a single word.
  return start === detail ? detail : `${start.replace(/(?:\s+\S*|.)$/su, '')}…`;
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

function cut(text: string): string {
  if (text.length <= maxAttributionLength) return text;
  const start = text.slice(0, 2 * maxAttributionLength); // Long enough: a character has one or two code units.
  return [...start].slice(0, maxAttributionLength).join('');
}

// The back office may have other names than the config. Only the enquiry API's body has them: conditions, drafts, metrics,
// logs and the outbox use the config's own names.

/** A definition with the names that the enquiry API gets. Browsers never get these. */
export interface SentDefinition extends Definition {
  sent: SentNames;
}

/** The names of a case type at the enquiry API. */
export interface SentNames {
  case_type: string;
  /** The constant entries. */
  meta: NonNullable<CaseTypeConfig['meta']>;
  /** By the questions' own ids. */
  questions: Map<string, SentQuestion>;
}

/** The names of a question at the enquiry API. */
interface SentQuestion {
  id: string;
  /** Default: the label that the visitor saw. */
  label: string | undefined;
  /** The values that the question's own values (options, or `yes` and `no`) are sent as; without those that aren't sent.
   * Empty for a question that is answered with a text. */
  values: Map<string, string>;
  /** Joins the values of checkboxes. */
  separator: string;
}

/** The names that a case type is sent with: the config's own, where it sets no others. */
export function toSentNames({
  case_type,
  send_as = case_type,
  meta = [],
  questions,
}: Pick<CaseTypeConfig, 'send_as' | 'meta' | 'questions'> & { case_type: string }): SentNames {
  return {
    case_type: send_as,
    meta,
    questions: new Map(questions.map(question => [question.id, toSentQuestion(question)])),
  };
}

function toSentQuestion(question: QuestionConfig): SentQuestion {
  const { id, send_as = id } = question;
  const { label_as: label } = question.type === 'consent' ? {} : question;
  const { separator = defaultSeparator } = question.type === 'checkboxes' ? question : {};
  return { id: send_as, label, values: new Map(listSentValues(question)), separator };
}

function listSentValues(question: QuestionConfig): [own: string, sent: string][] {
  if ('options' in question)
    return question.options.map(({ value, send_as = value.trim() }) => [value, send_as]);
  if (question.type !== 'yes_no' && question.type !== 'consent') return [];
  // A consent that isn't given is only sent if the config has a value for that.
  const { yes = 'yes', no = question.type === 'yes_no' ? 'no' : undefined } = question.send ?? {};
  return Object.entries({ yes, ...(no !== undefined && { no }) });
}
