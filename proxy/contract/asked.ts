import { type ContactField, contactFields, type Definition, type Question } from './definition.ts';
import { traitsOf } from './question-types.ts';

/** A question with its defaults filled in: whether it is required, and the maximum length of an answer in characters
 * (code points). */
export type AskedQuestion = Question & { required: boolean; max_length: number };

/** A contact field or a question of a case type, as the form asks for it and as `check()` judges it. */
export interface AskedField {
  /** The field's name in a problem and in the form: the contact field's own name, or `answers.<question id>`. */
  name: string;
  kind: 'contact' | 'question';
  /** The question asked. For a contact field, the id is the field's name, and the label is empty because the widget
   * has it in every language. */
  question: AskedQuestion;
}

const contactMaxLength = 200;
const usualMaxLength = 500;

/** The contact fields that are not plain text. */
const contactTypes: Partial<Record<ContactField, Question['type']>> = {
  telephone_mobile: 'tel',
  email: 'email',
};

/** Lists all fields of a case type in the order of the form: the contact fields that the config doesn't hide, then
 * every question, whether or not its condition is met. Maximum lengths: 200 characters for a contact field, 10,000 for a
 * textarea, 500 for any other question, unless the question has its own. Required by default: only the forename (spec
 * 2.1). */
export function asked({ contact, questions }: Definition): AskedField[] {
  return [
    ...contactFields.flatMap((name): AskedField | [] => {
      const requirement = name === 'forename' ? 'required' : contact[name];
      const required = requirement === 'required';
      const question = {
        id: name,
        type: contactTypes[name] ?? 'text',
        label: '',
        required,
        max_length: contactMaxLength,
      };
      return requirement === 'hidden' ? [] : { name, kind: 'contact', question };
    }),
    ...questions.map((question): AskedField => {
      const max_length = traitsOf(question.type).maxLength ?? usualMaxLength;
      const name = toFieldName(question.id);
      return { name, kind: 'question', question: { required: false, max_length, ...question } };
    }),
  ];
}

const answerPrefix = 'answers.';

/** Converts a question's id to the field name of its answer, `answers.<question id>`. */
export function toFieldName(questionId: string): string {
  return answerPrefix + questionId;
}

/** The inverse of `toFieldName`: the id of the question; undefined for a contact field's name. */
export function toQuestionId(fieldName: string): string | undefined {
  return fieldName.startsWith(answerPrefix) ? fieldName.slice(answerPrefix.length) : undefined;
}
