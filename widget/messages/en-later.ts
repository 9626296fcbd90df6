// Every word that is said once the visitor has begun: problems, files, the receipt.
export const later = {
  error: 'Error:',
  problems: {
    1: 'One thing needs your attention',
    2: 'Two things need your attention',
    3: 'Three things need your attention',
    4: 'Four things need your attention',
    5: 'Five things need your attention',
    6: 'Six things need your attention',
    7: 'Seven things need your attention',
    8: 'Eight things need your attention',
    9: 'Nine things need your attention',
    other: '{count} things need your attention',
  },
  /** In the summary, where the question is not beside it. */
  problemOf: '{label}: {problem}',

  // What to do about a problem, said at its field. `need_…`: nothing was given.
  need_forename: 'Enter your first name',
  need_surname: 'Enter your last name',
  need_telephone_mobile: 'Enter your mobile number',
  need_text: 'Enter an answer',
  need_email: 'Enter an email address, like name@example.com',
  need_tel: 'Enter a phone number',
  need_number: 'Enter a number',
  need_date: 'Enter a date',
  need_choice: 'Choose an option',
  need_checkboxes: 'Choose at least one option',
  need_yes_no: 'Choose yes or no',
  need_consent: 'Tick the box to go on',
  too_long: { one: 'Keep it to {count} character', other: 'Keep it to {count} characters or fewer' },
  not_a_number: 'Enter a number, like 12 or 12.5',
  not_a_date: 'Enter a real date, with day, month and year',
  not_an_option: 'Choose one of the options',
  not_allowed: 'Type it again: it has characters that can’t be sent',
  too_small: 'Enter {limit} or more',
  too_large: 'Enter {limit} or less',
  too_early: 'Enter {limit} or a later date',
  too_late: 'Enter {limit} or an earlier date',
  today: 'today',
  refused: 'This was not accepted. Check it, or put it another way',
  /** A problem with something that the form does not ask for. */
  elsewhere: 'Something else was not accepted. Please contact us another way.',

  // When the enquiry was not sent.
  failed: 'We couldn’t send it. Everything you typed is still here.', // As in en.ts.
  changed:
    'Some questions have changed since you opened this page. Please check your answers and send again.',
  retryIn: { one: 'Trying again in {count} second.', other: 'Trying again in {count} seconds.' },
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

  thanks: 'Thank you, {name}. We have your enquiry.',
  number: 'Your enquiry number',
  reference: 'Your reference',
  copy: 'Copy',
  copied: 'Copied',
  next: 'What happens next.',
  goOn: 'Continue',

  kilobytes: '{count} kB',
  megabytes: '{count} MB',
  remove: 'Remove',
  appeared: { one: 'One more question', other: '{count} more questions' },
  removed: '{name} removed.',
  waiting: 'Waiting',
  sent: 'Sent',
  cancel: 'Cancel',
  tryAgain: 'Try again', // As in en.ts.
  leaveOut: 'Leave it out',
  goingUp: 'Your files are still going up. Please keep this page open.',
  allUp: { one: 'Your file was sent, too.', other: 'Your files were sent, too.' },
  filesOffline: 'You are offline. Your files go on when you are back. Please keep this page open.',
  filesLost:
    'The files you had chosen were not sent, because the page was loaded again. Your enquiry is safe.',
  someNot: 'Not every file went through. Your enquiry is safe.',

  // Why a file isn't sent, and the way out.
  file_empty: 'This file is empty. Choose it again, or another one.',
  file_unreadable: 'This can’t be read. If it is a folder, choose the files in it.',
  file_media: 'Video and audio can’t be sent. Put a still in a PDF, or describe it above.',
  file_kind: 'This kind of file can’t be sent. Save it as a PDF, and choose that.',
  file_not_inside:
    '“{name}” isn’t a PDF, JPEG, PNG or GIF inside. Open it, save it as a PDF, and choose that.',
  file_too_large: 'This is over {size}. Make it smaller, or send a part of it.',
  file_too_many: {
    one: 'Only one file can be sent. Remove the other to make room for this one.',
    other: 'Only {count} files can be sent. Remove another to make room for this one.',
  },
  file_cancelled: 'Not sent. Your enquiry is safe.',
  file_failed: 'Didn’t go through. Your enquiry is safe.',
};
export type Later = typeof later;
