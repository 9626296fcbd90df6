import { type ContactField, contactFields, type Definition, type Question } from './definition.ts';

/** A question, with whether it is required. */
export type AskedQuestion = Question & { required: boolean };

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

/** The contact fields that are not plain text. */
const contactTypes: Partial<Record<ContactField, Question['type']>> = {
  telephone_mobile: 'tel',
  email: 'email',
};

/** Lists all fields of a case type in the order of the form: the contact fields that the config doesn't hide and every
 * question, whether or not its condition is met. The contact fields come first or last. Answers to them have at most 200
 * characters. Required by default: only the forename (spec 2.1). */
export function asked({ contact, questions }: Definition): AskedField[] {
  const fields = [
    contactFields
      .filter(name => name === 'forename' || contact[name] !== 'hidden')
      .map((name): AskedField => {
        const required = name === 'forename' || contact[name] === 'required';
        const type = contactTypes[name] ?? 'text';
        return {
          name,
          kind: 'contact',
          question: { id: name, type, label: '', required, max_length: contactMaxLength },
        };
      }),
    questions.map((question): AskedField => {
      const name = toFieldName(question.id);
      return { name, kind: 'question', question: { required: false, ...question } };
    }),
  ];
  if (contact.position) fields.reverse();
  return fields.flat();
}

/** The names of the fields that only the visitor may fill in: a consent that another page or a link has given is none. */
export function listConsents({ questions }: Definition): string[] {
  return questions.filter(({ type }) => type === 'consent').map(({ id }) => toFieldName(id));
}

const answerPrefix = 'answers.';

/** Converts a question's id to the field name of its answer, `answers.<question id>`. */
export function toFieldName(questionId: string): string {
  return answerPrefix + questionId;
}

/** The name that an input of a field in parts has on a page: the field's name, and its position from 1. `at` is from 0. */
export function toPartName(fieldName: string, at: number): string {
  return `${fieldName}.${at + 1}`;
}

/** The inverse of `toFieldName`: the id of the question; undefined for a contact field's name. */
export function toQuestionId(fieldName: string): string | undefined {
  return fieldName.startsWith(answerPrefix) ? fieldName.slice(answerPrefix.length) : undefined;
}
