import type { AttachmentLimits, Question, QuestionType } from '../../proxy/contract/definition.ts';
import type { Rule } from '../../proxy/contract/enquiry.ts';
import type { FilesMessages } from '../messages/en-files.ts';
import type { Later } from '../messages/en-later.ts';
import type { PhotosMessages } from '../messages/en-photos.ts';
import type { Translate } from '../messages/format.ts';

/** Those about photos are there when a photo is. */
export type TranslateLater = Translate<Later & FilesMessages & PhotosMessages>;

const needs: Partial<Record<QuestionType, keyof Later>> = {
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
const contactNeeds: Partial<Record<string, keyof Later>> = {
  forename: 'need_forename',
  surname: 'need_surname',
  telephone_mobile: 'need_telephone_mobile',
};

/** What to do about a problem, said at its field. */
export function problemSentence(
  translate: TranslateLater,
  name: string,
  question: Question,
  rule: Rule,
): string {
  const { type, max_length, min, max } = question;
  const isDate = type === 'date';
  const limit = (bound: number | string | undefined) =>
    bound === 'today' ? translate('today') : isDate && bound ? new Date(bound) : (bound ?? '');
  switch (rule) {
    case 'required':
      return translate(
        (Object.hasOwn(contactNeeds, name) && contactNeeds[name]) || needs[type] || 'need_text',
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

/** The same where the label is not beside it. What names its field by itself stays as it is. */
export function problemLine(translate: TranslateLater, name: string, question: Question, rule: Rule): string {
  const problem = problemSentence(translate, name, question, rule);
  const { label } = question;
  if (Object.hasOwn(contactNeeds, name) && rule === 'required') return problem;
  if (problem === translate('need_email')) return problem;
  return /[?.!:؟]$/.test(label) ? `${label} ${problem}` : translate('problemOf', { label, problem });
}

/** Why a file isn't sent, and the way out; by the proxy's code where there is one. */
export function fileSentence(
  translate: TranslateLater,
  code: string,
  name: string,
  { max_files, max_bytes }: AttachmentLimits,
): string {
  switch (code) {
    case 'empty':
      return translate('file_empty');
    case 'unreadable':
      return translate('file_unreadable');
    case 'changed':
      return translate('file_changed');
    case 'media':
      return translate('file_media');
    case 'unsupported-media-type':
      return /\.(pdf|png|gif|jpe?g)$/i.test(name)
        ? translate('file_not_inside', { name: name.replace(/\p{Bidi_Control}/gu, '') })
        : translate('file_kind');
    case 'too-large':
      return translate('file_too_large', { size: size(translate, max_bytes) });
    case 'too-many-attachments':
      return translate('file_too_many', { count: max_files });
    case 'cancelled':
      return translate('file_cancelled');
    case 'duplicate':
      return translate('file_duplicate');
    case 'not-ready':
      return translate('file_not_ready');
    default:
      // The part that makes photos ready says its words by their own names.
      if (code.startsWith('photo_'))
        return translate(code as keyof PhotosMessages, { size: size(translate, max_bytes) });
      return translate('file_failed');
  }
}

/** Bytes as people read them: `2.4 MB`. */
export function size(translate: TranslateLater, bytes: number): string {
  return bytes < 1_000_000
    ? translate('kilobytes', { count: Math.ceil(bytes / 1024) })
    : translate('megabytes', { count: Number((bytes / 1_048_576).toFixed(1)) });
}
