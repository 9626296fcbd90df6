import type { Question, QuestionType } from '../../proxy/contract/definition.ts';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import type { Later } from '../messages/en-later.ts';
import type { Translate } from '../messages/format.ts';

type TranslateProblem = Translate<Later>;

const requiredMessages: Partial<Record<QuestionType, keyof Later>> = {
  email: 'need_email',
  tel: 'need_tel',
  number: 'need_number',
  date: 'need_date',
  select: 'need_choice',
  radio: 'need_choice',
  checkboxes: 'need_checkboxes',
  yes_no: 'need_yes_no',
  consent: 'need_consent',
};
const requiredContactMessages: Partial<Record<string, keyof Later>> = {
  forename: 'need_forename',
  surname: 'need_surname',
  telephone_mobile: 'need_telephone_mobile',
};

/** What the visitor should do about a problem, for the message at its field. */
export function problemMessage(
  translate: TranslateProblem,
  { field, rule }: Problem,
  { type, max_length, min, max }: Question,
): string {
  const isDate = type === 'date';
  const limit = (bound: number | string | undefined) =>
    bound === 'today' ? translate('today') : isDate && bound ? new Date(bound) : (bound ?? '');
  switch (rule) {
    case 'required':
      return translate(
        (Object.hasOwn(requiredContactMessages, field) && requiredContactMessages[field]) ||
          requiredMessages[type] ||
          'need_text',
      );
    case 'not_an_email':
      return translate('need_email');
    case 'too_long':
      return translate(rule, { count: max_length ?? 0 });
    case 'too_small':
      return translate(isDate ? 'too_early' : rule, { limit: limit(min) });
    case 'too_large':
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
export function problemLine(translate: TranslateProblem, found: Problem, question: Question): string {
  const problem = problemMessage(translate, found, question);
  const { label } = question;
  if (Object.hasOwn(requiredContactMessages, found.field) && found.rule === 'required') return problem;
  if (problem === translate('need_email')) return problem;
  return /[?.!:؟]$/.test(label) ? `${label} ${problem}` : translate('problemOf', { label, problem });
}
