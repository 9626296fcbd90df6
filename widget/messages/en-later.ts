// Every word that is said once the visitor has begun: problems, files, the receipt.
import type { AttachmentLimits, Question, QuestionType } from '../../proxy/contract/definition.ts';
import type { Rule } from '../../proxy/contract/enquiry.ts';

const email = 'Enter an email address, like name@example.com';
const contact: Partial<Record<string, string>> = {
  forename: 'Enter your first name',
  surname: 'Enter your last name',
  telephone_mobile: 'Enter your mobile number',
  email,
};
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
  error: 'Error: ',
  problems: (count: number) =>
    count === 1
      ? 'One thing needs your attention'
      : `${['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][count] ?? count} things need your attention`,
  /** What to do about a problem, said at its field. */
  problem(name: string, { type, max_length, min, max }: Question, rule: Rule): string {
    const own = Object.hasOwn(contact, name) ? contact[name] : undefined;
    const isDate = type === 'date';
    const sentences: Partial<Record<Rule, string>> = {
      required: own ?? required[type] ?? 'Enter an answer',
      too_long: `Keep it to ${limit(max_length)} characters or fewer`,
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

  // When the enquiry was not sent.
  failed: 'We couldn’t send it. Everything you typed is still here.', // As in en.ts.
  changed:
    'Some questions have changed since you opened this page. Please check your answers and send again.',
  retryIn: (seconds: number) => `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  /** Said once to those who hear the page, who are not told the seconds. */
  retrying: 'Not sent yet. We keep trying by ourselves.',
  offline: 'You are offline. We send it as soon as you are back.',
  tryNow: 'Try now',
  gaveUp: 'We have stopped trying by ourselves.',
  notSentYet: 'It was not sent yet. Send it when you are ready.',

  // What was typed before the page was loaded again.
  kept: 'We kept what you typed last time.',
  filesNotKept: 'Please choose your files again.',
  startAgain: 'Start again',

  thanks: (forename: string) => `Thank you, ${forename}. We have your enquiry.`,
  number: 'Your enquiry number',
  reference: 'Your reference',
  copy: 'Copy',
  copied: 'Copied',
  next: 'What happens next.',

  size,
  remove: 'Remove',
  removed: (name: string) => `${name} removed.`,
  waiting: 'Waiting',
  sent: 'Sent',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  leaveOut: 'Leave it out',
  goingUp: 'Your files are still going up. Please keep this page open.',
  allUp: (count: number) => (count === 1 ? 'Your file was sent, too.' : 'Your files were sent, too.'),
  filesOffline: 'You are offline. Your files go on when you are back. Please keep this page open.',
  filesLost:
    'The files you had chosen were not sent, because the page was loaded again. Your enquiry is safe.',
  goOn: 'Continue',
  someNot: 'Not every file went through. Your enquiry is safe.',

  /** Why a file isn't sent, and the way out; by the proxy's code where there is one. */
  fileProblem(code: string, name: string, { max_files, max_bytes }: AttachmentLimits): string {
    switch (code) {
      case 'empty':
        return 'This file is empty. Choose it again, or another one.';
      case 'unreadable':
        return 'This can’t be read. If it is a folder, choose the files in it.';
      case 'media':
        return 'Video and audio can’t be sent. Put a still in a PDF, or describe it above.';
      case 'unsupported-media-type':
        return /\.(pdf|png|gif|jpe?g)$/i.test(name)
          ? `“${name}” isn’t a PDF, JPEG, PNG or GIF inside. Open it, save it as a PDF, and choose that.`
          : 'This kind of file can’t be sent. Save it as a PDF, and choose that.';
      case 'too-large':
        return `This is over ${size(max_bytes)}. Make it smaller, or send a part of it.`;
      case 'too-many-attachments':
        return max_files === 1
          ? 'Only one file can be sent. Remove the other to make room for this one.'
          : `Only ${max_files} files can be sent. Remove another to make room for this one.`;
      case 'cancelled':
        return 'Not sent. Your enquiry is safe.';
      default:
        return 'Didn’t go through. Your enquiry is safe.';
    }
  },
};

/** Bytes as people read them: `2.4 MB`. */
function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / 1_048_576).toFixed(1))} MB`;
}
