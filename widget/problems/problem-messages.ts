import { isContactField } from '../../proxy/contract/asked.ts';
import type { Question } from '../../proxy/contract/definition.ts';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import { type MissingMessage, maxLengthOf, traitsOf } from '../../proxy/contract/question-types.ts';
import { type DateFault, localeOf } from '../answers/answer-text.ts';
import type { Translate } from '../messages/format.ts';

/** A problem that the form or the proxy has found. */
export interface FoundProblem extends Problem {
  /** By how many characters an answer is too long, if the form has found that. */
  over?: number;
  /** A possible answer, if the form has found that this one isn't a number. */
  example?: number | string;
  /** What is missing from a date in parts, if it is one thing. */
  fault?: DateFault | undefined;
  /** The questions of which one must be answered, and the language that lists them. */
  oneOf?: { questions: Question[]; lang: string };
}

type TranslateProblem = Translate<SubmissionMessages>;

/** The problem message at a field, which says what the visitor should do. The site owner's own message wins. */
export function problemMessage(translate: TranslateProblem, found: FoundProblem, question: Question): string {
  return ownMessage(found, question) || translate(...messageFor(found, question));
}

/** The same for the error summary: with the label, unless the message already names the field, and is the only such one of
 * all `messages`. */
export function problemLine(
  translate: TranslateProblem,
  { found, question }: { found: FoundProblem; question: Question },
  messages: string[],
): string {
  const problem = problemMessage(translate, found, question);
  const { label } = question;
  const isContactRequired = found.rule === 'required' && isContactField(question.id);
  const namesField = isContactRequired || /^(one_required|not_an_email|not_a_phone_number)$/.test(found.rule);
  const isOnly = messages.filter(each => each === problem).length < 2;
  if (isOnly && (namesField || ownMessage(found, question))) return problem;
  if (question.type === 'consent') return translate('tickToConfirm', { label });
  return /[?.!:؟]$/.test(label) ? `${label} ${problem}` : translate('problemWithLabel', { label, problem });
}

function ownMessage({ rule }: FoundProblem, { error }: Question): string | undefined {
  return typeof error === 'string' ? error : error?.[rule];
}

function messageFor(
  { rule, over, fault, example = 12, oneOf }: FoundProblem,
  question: Question,
): Parameters<TranslateProblem> {
  const { id, type, min, max, options } = question;
  const isDate = type === 'date';
  const limit = (bound: number | string | undefined) => (isDate && bound ? new Date(bound) : (bound ?? ''));
  switch (rule) {
    case 'required':
      if (id === 'email') return ['required_your_email'];
      // As that type says.
      return [`required_${isContactField(id) ? id : (traitsOf(type).whenMissing ?? type)}` as MissingMessage];
    case 'one_required':
      return [rule, { fields: listLabels(oneOf ?? { questions: [question], lang: '' }) }];
    case 'too_long':
      // Only the form counts the characters.
      return over ? [rule, { count: maxLengthOf(question), over }] : ['refused'];
    case 'too_small':
      if (min === 'today') return ['before_today'];
      return [isDate ? 'too_early' : rule, { limit: limit(min) }];
    case 'too_large':
      if (max === 'today') return ['after_today'];
      return [isDate ? 'too_late' : rule, { limit: limit(max) }];
    case 'not_a_number':
      return [rule, { example }];
    case 'not_a_phone_number':
      // Ofcom has reserved this number for drama, so that it isn't anyone's.
      return [rule, { example: '07700 900123' }];
    case 'not_a_postcode':
      return [rule, { example: 'LS1 4AP' }];
    case 'not_a_date':
      return [fault ?? rule];
    case 'exclusive':
      return [rule, { option: options?.find(({ exclusive }) => exclusive)?.label ?? '' }];
    case 'not_an_email':
    case 'wrong_format':
    case 'not_an_option':
    case 'not_allowed':
      return [rule];
    default:
      rule satisfies 'ends' | 'unknown' | 'refused'; // TypeScript reports a new rule. A newer proxy may have others.
      return ['refused'];
  }
}

/** Lists questions, such as “Mobile number or Email address”. */
function listLabels({ questions, lang }: NonNullable<FoundProblem['oneOf']>): string {
  const labels = questions.map(({ label }) => label);
  return new Intl.ListFormat(localeOf(lang), { type: 'disjunction' }).format(labels);
}
