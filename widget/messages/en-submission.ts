/** Messages about answers, problems, sending, drafts and the receipt. */
export const submissionMessages = {
  // While the visitor answers.
  /** Removes the choice of a radio button. Followed by the question for screen readers. */
  clearChoice: 'Clear',
  /** Announced. */
  choiceCleared: 'Your choice has been cleared.',
  didYouMean: 'Did you mean {address}?',
  /** About a British mobile number with ten digits. */
  digitMissing: 'Is a digit missing?',
  charactersLeft: { one: 'You have 1 character left', other: 'You have {count} characters left' },
  charactersOver: { one: 'You have 1 character too many', other: 'You have {count} characters too many' },
  // An answer that ends the form. The heading of the note; its link.
  cannotHelp: 'Sorry, we can’t help with this',
  whoCanHelp: 'Find out who can help',

  /** Announced before the message for a problem. */
  error: 'Error:',
  problems: { one: 'There’s a problem with 1 answer', other: 'There are problems with {count} answers' },
  /** In place of `problems`, if nothing is wrong but missing. */
  unanswered: { one: '1 question still needs an answer', other: '{count} questions still need an answer' },
  /** A line of the problem summary, where the question isn’t next to it. */
  problemWithLabel: '{label}: {problem}',
  /** The same for a consent. */
  tickToConfirm: 'Tick to confirm: {label}',

  // A problem, by its rule; `required_*` by the field or the type of question.
  required_forename: 'Enter your first name',
  required_surname: 'Enter your last name',
  required_telephone_mobile: 'Enter your mobile number',
  required_text: 'Answer this question',
  required_your_email: 'Enter your email address',
  required_email: 'Enter an email address',
  required_tel: 'Enter a phone number',
  required_number: 'Enter a number',
  required_date: 'Enter a date',
  required_choice: 'Choose an option',
  required_checkboxes: 'Choose at least one option',
  required_yes_no: 'Choose yes or no',
  required_consent: 'Tick the box to continue',
  too_long: {
    one: 'Your answer must be {count} character or fewer. You have {over} too many.',
    other: 'Your answer must be {count} characters or fewer. You have {over} too many.',
  },
  required_postcode: 'Enter a postcode',
  required_address: 'Enter an address',
  /** Shown at the first of several fields if the visitor has filled in none of them. */
  one_required: 'Enter {fields}',
  // As `{fields}` lists them: “a mobile number or an email address”.
  one_of_surname: 'a last name',
  one_of_telephone_mobile: 'a mobile number',
  one_of_email: 'an email address',
  not_an_email: 'Enter an email address in the right format, like name@example.com',
  not_a_phone_number: 'Enter a phone number, like {example}',
  not_a_postcode: 'Enter a postcode, like {example}',
  not_a_number: 'Enter a number, like {example}',
  not_a_date: 'Enter a real date, with a day, month and year',
  // A date in parts.
  no_day: 'The date must include a day',
  no_month: 'The date must include a month, as a number or a name',
  no_year: 'The date must include a year',
  short_year: 'Enter the year with 4 digits',
  wrong_format: 'Check your answer. It isn’t in the format we need.',
  exclusive: 'Choose either “{option}” or your other options, not both',
  not_an_option: 'Choose one of the options',
  not_allowed: 'Your answer contains a character we can’t accept. Type your answer instead of pasting it.',
  too_small: 'Enter {limit} or more',
  too_large: 'Enter {limit} or less',
  too_early: 'The date must be {limit} or later',
  too_late: 'The date must be {limit} or earlier',
  before_today: 'The date must be today or in the future',
  after_today: 'The date must be today or in the past',
  refused: 'We couldn’t accept this answer. Check it and try again.',
  /** A problem with something that isn’t in the form. */
  enquiryRefused: 'Sorry, we couldn’t accept your enquiry. Please contact us another way.',

  // Why the enquiry hasn’t been sent; `failed` is one of the form’s messages.
  questionsChanged:
    'Some questions have changed since you opened this page. Check your answers, then send your enquiry again.',
  notSentHeading: 'Not sent yet',
  answersSafe: 'Your answers are safe on this page.',
  retryIn: {
    one: 'We’ll try again in {count} second. Keep the page open.',
    other: 'We’ll try again in {count} seconds. Keep the page open.',
  },
  dontWait: 'Don’t want to wait?',
  call: 'Call {phone}',
  emailAnswers: 'Email your answers to us',
  /** Ends an email with answers that are too long for a link. */
  answersCut: '(The rest is missing because the text was too long for this email.)',
  stillSending: 'Still sending…',
  /** Also announced. */
  slow: 'Your connection is slow. Keep this page open.',
  /** In place of `failed` and `notSentHeading` if the proxy has responded but the response can’t be read. Also announced. */
  outcomeUnknown: 'We don’t know yet whether your enquiry arrived.',
  /** Announced once in place of `retryIn`, which changes every second. */
  retrying: 'Not sent yet. We’ll keep trying. Keep this page open.',
  offline: 'You’re offline. We’ll send your enquiry when you’re back online. Keep this page open.',
  tryNow: 'Try now',
  /** Follows `answersKept`. */
  stoppedTrying: 'We’ve stopped trying. You can try again, or contact us another way.',
  contactAnotherWay: 'Please contact us another way.',
  notSentYet: 'Your enquiry hasn’t been sent yet. Send it when you’re ready.',

  /** Shown when the proxy refuses a test because its link isn't valid. */
  testRefused:
    'We didn’t send your test, because its test link is no longer valid. Open a new test link and try again.',

  // After a reload.
  answersRestored: 'We’ve restored your answers.',
  chooseFilesAgain: 'Choose your files again.',
  clearAnswers: 'Clear answers and start again',
  answersCleared: 'Answers cleared.',
  undo: 'Undo',

  /** Announced when answers make more questions appear. */
  moreQuestions: { one: 'There’s 1 more question.', other: 'There are {count} more questions.' },

  thanks: 'Thank you, {name}. We’ve received your enquiry.',
  received: 'We’ve received your enquiry.',
  sentAt: 'You sent this at {time}.',
  sentOn: 'Sent on {date}',
  enquiryNumber: 'Your enquiry number',
  reference: 'Your reference',
  wrongNumber: 'Wrong number?',
  wrongEmail: 'Wrong email address?',
  cannotChange:
    'We can’t change an enquiry after you send it. You can correct your details and send a second enquiry.',
  correctDetails: 'Correct my details',
  addMoreFiles: 'Add more files',
  yourFiles: 'Your files',
  yourAnswers: 'Your answers',
  print: 'Print',
  newEnquiry: 'Start a new enquiry',
  /** Leads to `success-url` when some files could not be sent. */
  continueWithoutFiles: 'Continue without these files',
};
export type SubmissionMessages = typeof submissionMessages;
