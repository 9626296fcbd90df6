import { loadPart } from '../lazy-part.ts';
import type { AttachmentMessages } from './en-attachments.ts';
import type { FormMessages } from './en-form.ts';
import type { PhotoMessages } from './en-photos.ts';
import type { StepsMessages } from './en-steps.ts';
import type { SubmissionMessages } from './en-submission.ts';
import type { Message, MessageOverride } from './format.ts';

/** Every message of the widget in one language. */
export type Messages = Record<
  | keyof FormMessages
  | keyof SubmissionMessages
  | keyof AttachmentMessages
  | keyof PhotoMessages
  | keyof StepsMessages,
  Message
>;
/** Messages that a site uses in place of ours; any of them. */
export type MessageOverrides = Partial<Record<keyof Messages, MessageOverride>>;

const languages: Record<string, () => Promise<{ messages: Messages }>> = {
  ar: () => import('./ar.ts'),
  cy: () => import('./cy.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pl: () => import('./pl.ts'),
};

/** Loads the messages of a language (a BCP 47 tag); undefined: there is no translation. */
export async function loadMessages(lang: string): Promise<Messages | undefined> {
  const part = languages[lang.toLowerCase().split('-')[0] ?? ''];
  return part && (await loadPart(part)).messages;
}
