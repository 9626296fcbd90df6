import { z } from 'zod';
import { openingHours } from './hours-config.ts';
import { contactQuestion } from './question-config.ts';
import {
  httpUrl,
  type LocalisedText,
  language,
  text,
  unlessMissing,
  urlLabel,
  urlLabelNeedsUrl,
  withoutRepeats,
} from './texts.ts';

// The settings that are for all case types, and that a case type may replace: `attachments` by its keys, and the others as a
// whole.

const controlCharacters = 'must not contain a line break or another control character';
const isOnOneLine = (texts: LocalisedText) =>
  (typeof texts === 'string' ? [texts] : Object.values(texts)).every(each => !/\p{Cc}/u.test(each));

const contact = z
  .array(contactQuestion)
  .describe(
    'The questions about contact details, at the end of each case type’s own questions or in place of "contact" among them.',
  );
const atLeastOneOf = z
  .array(z.string())
  .min(2)
  .check(withoutRepeats)
  .describe('The ids of questions of which the visitor must answer at least one.');

const defaultContact: z.input<typeof contact> = [
  { field: 'forename', required: true },
  { field: 'surname', required: true },
  { field: 'telephone_mobile' },
  { field: 'email', required: true },
];

/** A size such as `10MB`, as the form writes it: 1 kB has 1,024 bytes. */
const size = /^(\d+(?:\.\d+)?)\s?(kB|MB)$/i;
const sizeError = 'must be a whole number of bytes, or a size, like "10MB"';
const maxBytes = z
  .union([z.int(), z.string().regex(size, sizeError)], { error: sizeError })
  .transform(given => {
    const [, count, unit = ''] = size.exec(String(given)) ?? [];
    return count === undefined
      ? Number(given)
      : Math.floor(Number(count) * (unit.toLowerCase() === 'mb' ? 1_048_576 : 1_024));
  })
  .refine(bytes => bytes >= 1 && bytes <= 104_857_600, 'must be at least 1 byte and at most 100MB');

/** Those that a case type may replace. They have defaults at the top only. */
const ownAttachmentKeys = {
  max_files: z.int().min(0).max(50).describe('Files per enquiry, 0 to 50. 0: the form has no file picker.'),
  max_bytes: maxBytes.describe(
    'The largest file: a size such as "10MB" or "500kB", or a number of bytes. Up to 100MB; 1 MB is 1,048,576 bytes. Default: 10MB.',
  ),
  look: z
    .enum(['zone', 'row'])
    .describe(
      '"zone": the form shows a drop zone. "row": it shows one row that opens the drop zone, for files that few visitors have.',
    ),
};
const attachmentKeys = {
  max_files: ownAttachmentKeys.max_files.default(5),
  max_bytes: ownAttachmentKeys.max_bytes.default(10_485_760),
  look: ownAttachmentKeys.look.default('zone'),
  strip_metadata: z
    .enum(['location', 'all', 'none'])
    .default('location')
    .describe('What is removed from photos, whoever sends them: "location", "all" or "none".'),
  add_later_days: z
    .int()
    .min(0)
    .max(3_650)
    .default(7)
    .describe(
      'Days for which a link on the receipt adds files from any device. 0: no link. At most delivery.keep_days.',
    ),
};

const privacy = z
  .strictObject({
    text: text.describe('The notice.'),
    url: httpUrl.describe('The full text: an http or https address.').exactOptional(),
    url_label: urlLabel.exactOptional(),
  })
  .check(urlLabelNeedsUrl)
  .describe('The privacy notice above the Send button.');

const receiptKeys = {
  contact: text
    .describe('How visitors can correct their contact details after sending, such as a phone number.')
    .exactOptional(),
};

/** A phone number as people read it: with at most 15 digits (ITU-T E.164), which two numbers exceed. */
export const phoneNumber = z
  .string()
  .regex(
    /^(?=(?:\D*\d){3,15}\D*$)\(?\+?[\d ()./-]+$/,
    'must be one phone number, like "01632 960001": digits with spaces, -, ., / and brackets, and + at the start',
  );

/** The email address of the site owner. */
export const emailAddress = z.email('must be an email address, like "enquiries@example.com"');

const urlError =
  'must be an http or https URL, like "https://www.example.com/contact", or an object with a URL for each language, like {"en": "…"}';
/** The schema of URLs removes line breaks, so they are looked for before. */
const oneLineUrl = z.string().refine(isOnOneLine, controlCharacters).pipe(httpUrl);

const contactUs = z
  .strictObject({
    phone: phoneNumber
      .describe('One phone number as people read it, such as "01632 960001", with at most 15 digits.')
      .exactOptional(),
    email: emailAddress.describe('An email address.').exactOptional(),
    url: z
      .union([oneLineUrl, z.record(language, oneLineUrl)], { error: unlessMissing(urlError) })
      .describe('A page with ways to reach you: an http or https address, or one for each language.')
      .exactOptional(),
    text: text
      .refine(isOnOneLine, controlCharacters)
      .describe(
        'The text before the link below the Send button, such as "Rather talk?". Default: "Or call" before a phone number.',
      )
      .exactOptional(),
  })
  .refine(
    ({ phone, email, url }) => phone !== undefined || email !== undefined || url !== undefined,
    'must have a way to reach you: add "phone", "email" or "url"',
  )
  .describe('How visitors reach you without the form. Needs phone, email or url.');

const newEnquiries = z.boolean().default(false).describe('Whether alerts tell of new enquiries.');
const alerts = z
  .strictObject({ new_enquiries: newEnquiries })
  .describe('With { "new_enquiries": true }, alerts tell of new enquiries within a minute.');

/** The schemas of the settings for all case types, with their defaults. */
export const topSettings = {
  contact: contact.prefault(defaultContact),
  at_least_one_of: atLeastOneOf.exactOptional(),
  attachments: z.strictObject(attachmentKeys).prefault({}).describe('What visitors can attach.'),
  privacy: privacy.exactOptional(),
  receipt: z.strictObject(receiptKeys).prefault({}).describe('What the receipt shows.'),
  contact_us: contactUs.exactOptional(),
  hours: openingHours.exactOptional(),
  alerts: alerts.prefault({}),
};

/** A setting that replaces the one at the top, as a whole. */
const whole = <Schema extends z.ZodType>(name: string, schema: Schema) =>
  schema.describe(`Replaces ${name} at the top.`).exactOptional();
/** The schemas of the settings of one case type. */
export const ownSettings = {
  contact: whole('contact and at_least_one_of', contact),
  at_least_one_of: whole('at_least_one_of', atLeastOneOf),
  attachments: whole(
    'single keys of attachments',
    z.strictObject({
      max_files: ownAttachmentKeys.max_files.exactOptional(),
      max_bytes: ownAttachmentKeys.max_bytes.exactOptional(),
      look: ownAttachmentKeys.look.exactOptional(),
    }),
  ),
  privacy: whole('privacy', privacy),
  contact_us: whole('contact_us', contactUs),
  hours: whole('hours', openingHours),
  alerts: whole('alerts', alerts),
};
