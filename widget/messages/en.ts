// Every word of the form. What stands in a case type's definition is the site owner's.
import {
  type AttachmentLimits,
  type ContactField,
  contactLength,
  lineLength,
  type Question,
  type QuestionType,
  textareaLength,
} from '../../proxy/contract/definition.ts';
import type { Rule } from '../../proxy/contract/enquiry.ts';

const contact: Record<ContactField, string> = {
  forename: 'First name',
  surname: 'Last name',
  telephone_mobile: 'Mobile number',
  email: 'Email address',
};

const email = 'Enter an email address, like name@example.com';
const required: Partial<Record<QuestionType, string>> = {
  email,
  tel: 'Enter a phone number',
  number: 'Enter a number',
  date: 'Enter a date',
  select: 'Choose an option',
  radio: 'Choose an option',
  checkboxes: 'Choose at least one option',
  yes_no: 'Choose yes or no',
  consent: 'Tick the box to go on',
};

/** A limit as people read it: `today`, `1 February 2026`, `1,000`. */
function limit(bound: number | string | undefined): string {
  const isDate = typeof bound === 'string' && /-\d/.test(bound);
  return isDate
    ? new Date(bound).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    : (bound ?? '').toLocaleString('en-GB');
}

export const messages = {
  contact,
  optional: '(optional)',
  error: 'Error: ',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose…',
  readInFull: 'Read it in full',
  newTab: ' (opens in a new tab)',

  files: 'Photos or documents',
  drop: 'Drop files here, or choose',
  chooseFiles: 'Choose files',
  filesLimits: ({ max_files, max_bytes }: AttachmentLimits) =>
    `PDF, JPEG, PNG or GIF · up to ${Number((max_bytes / 1_048_576).toFixed(1))} MB each · ${max_files === 1 ? 'one file' : `at most ${max_files} files`}`,

  send: 'Send enquiry',
  sending: 'Sending…',
  failed: 'We couldn’t send it. Everything you typed is still here.',
  changed:
    'Some questions have changed since you opened this page. Please check your answers and send again.',
  filesFailed: 'Files can’t be added just now. Please choose them again.',
  unavailable: 'The form can’t be shown just now.',
  tryAgain: 'Try again',

  problems: (count: number) =>
    count === 1
      ? 'One thing needs your attention'
      : `${['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][count] ?? count} things need your attention`,
  /** What to do about a problem, said at its field. */
  problem({ id, type, max_length, min, max }: Question, rule: Rule): string {
    const isContact = Object.hasOwn(contact, id);
    const usual = isContact ? contactLength : type === 'textarea' ? textareaLength : lineLength;
    const isDate = type === 'date';
    const needed = isContact && type !== 'email' && `Enter your ${contact[id as ContactField].toLowerCase()}`;
    const sentences: Partial<Record<Rule, string>> = {
      required: needed || (required[type] ?? 'Enter an answer'),
      too_long: `Keep it to ${limit(max_length ?? usual)} characters or fewer`,
      not_an_email: email,
      not_a_number: 'Enter a number, like 12 or 12.5',
      not_a_date: 'Enter a real date, with day, month and year',
      not_an_option: 'Choose one of the options',
      not_allowed: 'Type it again: it has characters that can’t be sent',
      too_small: `Enter ${limit(min)} or ${isDate ? 'a later date' : 'more'}`,
      too_large: `Enter ${limit(max)} or ${isDate ? 'an earlier date' : 'less'}`,
    };
    return sentences[rule] ?? 'This was not accepted. Check it, or put it another way';
  },
  /** The same where the label is not beside it. */
  problemOf: (label: string, problem: string) =>
    / your |name@/.test(problem) ? problem : `${label}${/[?.!:]$/.test(label) ? '' : ':'} ${problem}`,
  /** A problem with something that the form does not ask for. */
  elsewhere: 'Something else was not accepted. Please contact us another way.',
};
