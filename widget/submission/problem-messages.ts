import type { Question, QuestionType } from '../../proxy/contract/definition.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { FoundProblem } from './problems.ts';

type TranslateProblem = Translate<SubmissionMessages>;

const requiredMessages: Partial<Record<QuestionType, keyof SubmissionMessages>> = {
  email: 'required_email',
  tel: 'required_tel',
  number: 'required_number',
  date: 'required_date',
  select: 'required_choice',
  radio: 'required_choice',
  checkboxes: 'required_checkboxes',
  yes_no: 'required_yes_no',
  consent: 'required_consent',
};
const requiredContactMessages: Partial<Record<string, keyof SubmissionMessages>> = {
  forename: 'required_forename',
  surname: 'required_surname',
  telephone_mobile: 'required_telephone_mobile',
};

/** The problem message at a field, which says what the visitor should do. */
export function problemMessage(
  translate: TranslateProblem,
  { field, rule, over }: FoundProblem,
  { type, max_length, min, max }: Question,
): string {
  const isDate = type === 'date';
  const limit = (bound: number | string | undefined) => (isDate && bound ? new Date(bound) : (bound ?? ''));
  switch (rule) {
    case 'required':
      return translate(
        (Object.hasOwn(requiredContactMessages, field) && requiredContactMessages[field]) ||
          requiredMessages[type] ||
          'required_text',
      );
    case 'not_an_email':
      return translate('required_email');
    case 'too_long':
      // Only the form counts the characters.
      return over ? translate(rule, { count: max_length ?? 0, over }) : translate('refused');
    case 'too_small':
      if (min === 'today') return translate('before_today');
      return translate(isDate ? 'too_early' : rule, { limit: limit(min) });
    case 'too_large':
      if (max === 'today') return translate('after_today');
      return translate(isDate ? 'too_late' : rule, { limit: limit(max) });
    case 'not_a_number':
    case 'not_a_date':
    case 'not_an_option':
    case 'not_allowed':
      return translate(rule);
    default:
      return translate('refused');
  }
}

/** The same for the error summary: with the label, unless the message already names the field. */
export function problemLine(translate: TranslateProblem, found: FoundProblem, question: Question): string {
  const problem = problemMessage(translate, found, question);
  const { label } = question;
  if (Object.hasOwn(requiredContactMessages, found.field) && found.rule === 'required') return problem;
  if (problem === translate('required_email')) return problem;
  return /[?.!:؟]$/.test(label) ? `${label} ${problem}` : translate('problemWithLabel', { label, problem });
}
