import type { Definition } from '../contract/definition.ts';
import type { CaseTypeConfig } from '../settings/config.ts';
import { defaultSeparator, type QuestionConfig } from '../settings/question-config.ts';

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

/** The keys of the config that set sent names. */
const keys = ['send_as', 'label_as', 'send', 'separator', 'meta'];

/** A copy of a case type, question or option without what sets its sent names. */
export function withoutSentNames<Part extends object>(part: Part): Part {
  const own = Object.entries(part).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(own) as Part; // All keys that are left out are optional.
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
