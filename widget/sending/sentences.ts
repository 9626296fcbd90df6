import type { AttachmentLimits, Question, QuestionType } from '../../proxy/contract/definition.ts';
import type { Rule } from '../../proxy/contract/enquiry.ts';
import type { FilesWords } from '../messages/en-files.ts';
import type { Later } from '../messages/en-later.ts';
import type { PhotosWords } from '../messages/en-photos.ts';
import type { Say } from '../messages/speak.ts';

/** Those about photos are there when a photo is. */
export type SayLater = Say<Later & FilesWords & PhotosWords>;

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
export function problemSentence(say: SayLater, name: string, question: Question, rule: Rule): string {
  const { type, max_length, min, max } = question;
  const isDate = type === 'date';
  const limit = (bound: number | string | undefined) =>
    bound === 'today' ? say('today') : isDate && bound ? new Date(bound) : (bound ?? '');
  switch (rule) {
    case 'required':
      return say((Object.hasOwn(contactNeeds, name) && contactNeeds[name]) || needs[type] || 'need_text');
    case 'not_an_email':
      return say('need_email');
    case 'too_long':
      return say(rule, { count: max_length ?? 0 });
    case 'too_small':
      return say(isDate ? 'too_early' : rule, { limit: limit(min) });
    case 'too_large':
      return say(isDate ? 'too_late' : rule, { limit: limit(max) });
    case 'not_a_number':
    case 'not_a_date':
    case 'not_an_option':
    case 'not_allowed':
      return say(rule);
    default:
      return say('refused');
  }
}

/** The same where the label is not beside it. What names its field by itself stays as it is. */
export function problemLine(say: SayLater, name: string, question: Question, rule: Rule): string {
  const problem = problemSentence(say, name, question, rule);
  const { label } = question;
  if (Object.hasOwn(contactNeeds, name) && rule === 'required') return problem;
  if (problem === say('need_email')) return problem;
  return /[?.!:؟]$/.test(label) ? `${label} ${problem}` : say('problemOf', { label, problem });
}

/** Why a file isn't sent, and the way out; by the proxy's code where there is one. */
export function fileSentence(
  say: SayLater,
  code: string,
  name: string,
  { max_files, max_bytes }: AttachmentLimits,
): string {
  switch (code) {
    case 'empty':
      return say('file_empty');
    case 'unreadable':
      return say('file_unreadable');
    case 'changed':
      return say('file_changed');
    case 'media':
      return say('file_media');
    case 'unsupported-media-type':
      return /\.(pdf|png|gif|jpe?g)$/i.test(name)
        ? say('file_not_inside', { name: name.replace(/\p{Bidi_Control}/gu, '') })
        : say('file_kind');
    case 'too-large':
      return say('file_too_large', { size: size(say, max_bytes) });
    case 'too-many-attachments':
      return say('file_too_many', { count: max_files });
    case 'cancelled':
      return say('file_cancelled');
    case 'duplicate':
      return say('file_duplicate');
    case 'not-ready':
      return say('file_not_ready');
    default:
      // The part that makes photos ready says its words by their own names.
      if (code.startsWith('photo_')) return say(code as keyof PhotosWords, { size: size(say, max_bytes) });
      return say('file_failed');
  }
}

/** Bytes as people read them: `2.4 MB`. */
export function size(say: SayLater, bytes: number): string {
  return bytes < 1_000_000
    ? say('kilobytes', { count: Math.ceil(bytes / 1024) })
    : say('megabytes', { count: Number((bytes / 1_048_576).toFixed(1)) });
}
