import { type ContactField, contactFields, type Definition, type Question } from './definition.ts';
import type { Answers, Enquiry } from './enquiry.ts';

/** A question, with whether it is required. */
export type AskedQuestion = Question & { required: boolean };

/** A question of a case type, as the form asks it and as `check()` judges it. */
export interface AskedField {
  /** The field's name in a problem and in the form: that of a contact field, or `answers.<question id>`. */
  name: string;
  question: AskedQuestion;
}

/** Lists all fields of a case type in the order of the form, whether or not their conditions are met. */
export function asked({ questions }: Pick<Definition, 'questions'>): AskedField[] {
  return questions.map(question => ({
    name: toFieldName(question.id),
    question: { required: false, ...question },
  }));
}

/** The names of the fields that only the visitor may fill in: a consent that another page or a link has given is none. */
export function listConsents({ questions }: Definition): string[] {
  return questions.filter(({ type }) => type === 'consent').map(({ id }) => toFieldName(id));
}

/** Precedes the id of a question in the name of its field, unless it asks for a contact field. */
export const answerPrefix = 'answers.';

/** Whether a question asks for a contact field, which is a member of its own in an enquiry. */
export const isContactField = (questionId: string): questionId is ContactField =>
  (contactFields as readonly string[]).includes(questionId);

/** Converts a question's id to the field name of its answer: `answers.<question id>`, or the name of a contact field. */
export function toFieldName(questionId: string): string {
  return isContactField(questionId) ? questionId : answerPrefix + questionId;
}

/** The contact details and the answers of an enquiry, by the ids of the questions. */
export function answersOf({ answers, ...enquiry }: Pick<Enquiry, ContactField | 'answers'>): Answers {
  const contact = contactFields.map(name => [name, enquiry[name] ?? ''] as const);
  return { ...answers, ...Object.fromEntries(contact) };
}

/** The inverse of `answersOf`: the members that an enquiry has for these answers. */
export function toMembers(all: Answers): Pick<Enquiry, ContactField | 'answers'> {
  const answers = { ...all };
  const members: Partial<Record<ContactField, string>> = {};
  for (const name of contactFields) {
    if (answers[name]) members[name] = `${answers[name]}`;
    delete answers[name];
  }
  return { ...members, answers };
}

/** The name that an input of a field in parts has on a page: the field's name, and its position from 1. `at` is from 0. */
export function toPartName(fieldName: string, at: number): string {
  return `${fieldName}.${at + 1}`;
}
