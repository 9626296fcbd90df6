import type { AmountMessages } from './en-amounts.ts';
import type { AttachmentMessages } from './en-attachments.ts';
import type { ChooserMessages } from './en-chooser.ts';
import type { FormMessages } from './en-form.ts';
import type { LastResortMessages } from './en-last-resort.ts';
import type { MeasurementMessages } from './en-measurement.ts';
import type { PhotoMessages } from './en-photos.ts';
import type { RareMessages } from './en-rare.ts';
import type { ReceiptMessages } from './en-receipt.ts';
import type { StepsMessages } from './en-steps.ts';
import type { SubmissionMessages } from './en-submission.ts';
import type { Message, MessageOverride } from './format.ts';

/** Every message of the widget in one language. */
export type Messages = Record<
  | keyof FormMessages
  | keyof RareMessages
  | keyof SubmissionMessages
  | keyof LastResortMessages
  | keyof ReceiptMessages
  | keyof AmountMessages
  | keyof AttachmentMessages
  | keyof PhotoMessages
  | keyof MeasurementMessages
  | keyof StepsMessages
  | keyof ChooserMessages,
  Message
>;
/** A site's own messages, which replace the widget's. */
export type MessageOverrides = Partial<Record<keyof Messages, MessageOverride>>;
