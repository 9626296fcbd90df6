import { contactFields, type Definition } from '../contract/definition.ts';
import type { CreateBody } from './create-body.ts';

/** The text that is the same for two enquiries if a visitor sent the same one twice: the case type, the contact details
 * and the answers as they are delivered, without white space around them. Marketing fields, labels and the entries that
 * the proxy adds aren't part of it. */
export function toFingerprintText({ questions }: Definition, body: CreateBody): string {
  const contact = contactFields.map(field => body[field] ?? '');
  const answers = body.meta.filter(({ id }) => questions.some(question => question.id === id));
  return JSON.stringify([body.case_type, contact, answers.map(({ id, value }) => [id, value])]);
}
