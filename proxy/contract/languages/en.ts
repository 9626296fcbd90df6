// English, and the comments for translators. The widget loads the messages of each part with the part.
import { type EnquiryTexts, type Message, onTwelveHourClock, sentence } from './language.ts';

/** Messages for the form's initial view and for errors before a lazy part has loaded. The texts of a case type come
 * with its definition. */
export const formMessages = {
  optional: '(optional)',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose…',
  // The parts of a date.
  day: 'Day',
  month: 'Month',
  year: 'Year',
  readPrivacyNotice: 'Read our privacy notice',
  /** The link of a consent question. */
  readTerms: 'Read the terms',
  opensInNewTab: '(opens in a new tab)',

  files: 'Photos or documents',
  dropFiles: 'Drag files here or choose them',
  chooseFiles: 'Choose files',
  takePhoto: 'Take a photo',
  fileLimits: {
    one: '1 PDF or photo, up to {megabytes}\u00a0MB.',
    other: 'Up to {count} PDFs or photos, {megabytes}\u00a0MB each.',
  },

  /** The link to a page with ways to reach the firm. */
  contactUs: 'Contact us',
  send: 'Send enquiry',
  sending: 'Sending…',
  /** A heading. */
  failed: 'Sorry, we couldn’t send your enquiry',
  answersKept: 'Your answers are still here.',
  filesFailed: 'Sorry, we couldn’t add your files. Choose them again.',
  unavailable: 'Sorry, we couldn’t load this form.',
  tryAgain: 'Try again',
};
export type FormMessages = typeof formMessages;

/** Messages for fields that few forms have. */
export const rareMessages = {
  oneOfThese: 'Fill in at least one of these: {fields}.',
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  town: 'Town or city',
  postcode: 'Postcode',
  // An answer that ends the form. The heading of the note; its link.
  cannotHelp: 'Sorry, we can’t help with this',
  whoCanHelp: 'Find out who can help',
  /** The row that opens the drop zone. */
  addFiles: 'Add photos or documents',
};
export type RareMessages = typeof rareMessages;

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
  one_required: 'Fill in at least one of these: {fields}',
  not_an_email: 'Enter an email address in the right format, like name@example.com',
  not_a_phone_number: 'Enter a phone number, like {example}',
  not_a_postcode: 'Enter a postcode, like {example}',
  not_a_number: 'Enter a number, like {example}',
  not_a_date: 'Enter a real date, with a day, month and year',
  // A date in parts.
  no_day: 'The date must include a day',
  no_month: 'The date must include a month, as a number or a name',
  no_year: 'The date must include a year',
  short_year: 'Write the year with four digits',
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
    one: 'We’ll try again in {count} second. Keep this page open.',
    other: 'We’ll try again in {count} seconds. Keep this page open.',
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
  reference: 'Your reference',
  addMoreFiles: 'Add files',
  yourFiles: 'Your files',
  newEnquiry: 'Start a new enquiry',
  /** Leads to `success-url` when some files could not be sent. */
  continueWithoutFiles: 'Continue without these files',

  // What a visitor can keep of a receipt.
  keepCopy: 'Keep a copy',
  changeNumber: 'Change the number',
  changeEmail: 'Change the email address',
  cannotChange:
    'We can’t change an enquiry after you send it. You can correct your details and send a second enquiry.',
  correctDetails: 'Correct my details',
  copy: 'Copy the reference',
  copied: 'Copied',
  /** The subject of the message, or the name of the file. The reference may be the enquiry’s number. */
  copyTitle: '{firm} – enquiry {reference}',
  yourAnswers: 'Your answers',
  /** In the text that is kept. */
  sentWith: { one: 'Sent with it: 1 file', other: 'Sent with it: {count} files' },
  share: 'Share',
  saveCopy: 'Save a copy',
  /** Below `share`. */
  shareAnswers: 'Share with my answers',
  /** Below `saveCopy`. */
  saveAnswers: 'Save with my answers',
  print: 'Print',

  // The link that adds files to the enquiry.
  /** Below `addMoreFiles`: until when a link on the receipt adds files. */
  filesUntil: 'Now, or from any device until {date}.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  shareLink: 'Share link',
  /** Of the code, for screen readers. */
  qrCode: 'QR code of the link',
};
export type SubmissionMessages = typeof submissionMessages;

/** Messages about the proxy’s own page, where this one can’t send. */
export const lastResortMessages = {
  continueOnPage: 'Try on our secure page',
  /** Follows `continueOnPage`. */
  answersFollow: '(your answers will be filled in there)',
  /** In place of `answersFollow`. */
  answersStay: 'Your answers can’t be filled in there. They’ll stay on this page, so you can copy them.',
  // Once the visitor has gone on to that page.
  continuedInTab: 'You’ve continued in another tab',
  closeThisTab: 'Once it’s sent there, you can close this one.',
  openPageAgain: 'Open that page again',
};
export type LastResortMessages = typeof lastResortMessages;

/** Words in numbers. */
export const amountMessages = {
  /** What visitors write after a number for thousand; million; each currency, with its sign and code. In capitals only if
   * small letters mean something else. */
  numberWords:
    'k, thousand; m, mn, million; £, gbp, pounds, pound, pounds sterling; €, eur, euros, euro; $, usd, dollars',
};
export type AmountMessages = typeof amountMessages;

/** Messages about choosing and uploading files. */
export const attachmentMessages = {
  // A number and its unit stay on one line.
  kilobytes: '{count}\u00a0kB',
  megabytes: '{count}\u00a0MB',
  preparing: 'Preparing…',
  waiting: 'Waiting to upload',
  /** An upload that is repeated. */
  connectionLost: 'Connection lost. Trying again…',
  /** When all bytes are uploaded, but the proxy hasn’t responded. */
  finishing: 'Finishing…',
  sent: 'Sent',
  /** Followed by the reason. */
  notSent: 'Not sent.',
  remove: 'Remove',
  cancel: 'Cancel',
  skipFile: 'Skip this file',
  /** Below the picker: how many files are chosen, of how many that can be sent. */
  fileCount: { one: '{chosen} of {count} file', other: '{chosen} of {count} files' },
  /** Above the button that sends the form. */
  filesUnsent: { one: '{name} won’t be sent.', other: '{count} files won’t be sent.' },
  /** After a reload of the receipt. */
  missing: 'You left or reloaded this page before we received this file. Choose the file again.',
  chooseAgain: 'Choose again',

  // Announced.
  added: '{name} added.',
  /** Several files; a single one is announced by its name. */
  filesAdded: { one: '{count} file added.', other: '{count} files added.' },
  /** `{unsent}` is `unsentCount`. */
  someFilesAdded: { one: '{count} file added, {unsent}.', other: '{count} files added, {unsent}.' },
  unsentCount: '{count} can’t be sent',
  removed: '{name} removed.',
  /** At 25, 50 and 75 percent. */
  percentUploaded: '{percent}% of your files uploaded.',

  // On the receipt.
  /** Beside the bar for all files: sizes, as `kilobytes` and `megabytes` write them. */
  uploadedOf: '{uploaded} of {total} uploaded',
  uploading: 'We’re uploading your files. Keep this page open.',
  uploadsOffline: 'You’re offline. Your uploads will continue when you’re back online. Keep this page open.',
  filesSent: {
    one: 'Your file was sent.',
    2: 'Both files were sent.',
    other: 'All {count} files were sent.',
  },
  someFilesSent: { one: '{count} of {total} files was sent.', other: '{count} of {total} files were sent.' },
  noFilesSent: { one: 'Your file wasn’t sent.', other: 'None of your {count} files were sent.' },
  /** Instead of the sentences above, if the proxy has no room for files. */
  filesNoRoom: 'We’ve received your enquiry, but we can’t store more files at the moment.',

  // Why a file can’t be sent, and what to do.
  file_empty: 'This file is empty. Choose another one.',
  file_unreadable: 'We can’t read this file. If it’s a folder, choose the files inside it.',
  file_media: 'You can’t send video or audio. Send a screenshot instead.',
  file_type: 'We can’t accept this type of file. Save it as a PDF, then choose the PDF.',
  file_wrong_content: '“{name}” isn’t really a PDF or photo. Open it, save it as a PDF, then choose the PDF.',
  file_too_large: 'This file is larger than {size}. Choose a smaller one.',
  file_too_many: {
    one: 'You can send 1 file. To add this one, remove the other first.',
    other: 'You can send up to {count} files. To add this one, remove another first.',
  },
  /** On the receipt, where no other file can be removed. */
  file_too_many_sent: {
    one: 'You can only send 1 file here. Please send this one another way.',
    other: 'You can only send {count} files here. Please send this one another way.',
  },
  file_not_ready: 'We couldn’t prepare this photo because the connection failed. Try again.',

  file_changed: 'This file changed after you chose it. Choose the file again.',
  file_unsafe:
    'This file contains something we can’t accept, such as a script. Print it to a PDF, then choose that PDF.',
  file_closed: 'We can’t add files to this enquiry any more. Please send this file another way.',
  file_cancelled: 'Cancelled',
  file_no_room: 'We couldn’t store this file. Try again later.',
  file_failed: 'Upload failed',
};
export type AttachmentMessages = typeof attachmentMessages;

/** Messages of the part that prepares photos for sending. */
export const photoMessages = {
  // The changes to a photo, shown next to its size.
  locationRemoved: 'Location removed',
  detailsRemoved: 'Hidden details removed',
  convertedToJpeg: 'Converted to JPEG',
  reducedInSize: 'Reduced in size',

  // Why a photo can’t be sent, and what to do. `{size}` is the largest size allowed.
  photo_broken: 'We can’t open this image. It may be damaged. Choose another one, or send a screenshot.',
  photo_pixels: 'This image has more than 250 megapixels. Save a smaller copy, then choose the copy.',
  photo_animated: 'This animation is larger than {size}. Choose a shorter one, or send a screenshot.',
  photo_canvas:
    'Your browser’s privacy settings stop us from converting this image. Save it as a JPEG, then choose the JPEG.',
  photo_heic: 'This browser can’t open HEIC photos. Save the photo as a JPEG, then choose the JPEG.',
  photo_heic_android:
    'This browser can’t open HEIC photos. Send a screenshot instead. For new photos, turn off “High efficiency” in your camera settings.',
  photo_heic_iphone:
    'This browser can’t open HEIC photos. Choose this photo from Photo Library instead of Files, so your iPhone converts it to a JPEG.',
};
export type PhotoMessages = typeof photoMessages;

/** Messages of test mode, which only the people who test the form see. */
export const measurementMessages = {
  testMode: 'Test: nothing will be delivered',
  parameterIgnored: '{parameter} is ignored: the tag says {value}',
  testLinkInvalid:
    'This test link isn’t valid or has expired. This is the ordinary form, and your enquiry will be delivered as usual.',
  testLinkUnchecked:
    'We couldn’t check this test link. This is the ordinary form, and your enquiry will be delivered as usual.',
  previewLost: 'We couldn’t load the preview. This is the current form. Please create another preview.',
};
export type MeasurementMessages = typeof measurementMessages;

/** Messages of `layout="steps"`. */
export const stepsMessages = {
  checkAnswers: 'Check your answers',
  stepCount: 'Step {step} of {steps}',
  back: 'Back',
  continue: 'Continue',
  change: 'Change',
  notAnswered: 'Not answered',
  /** In place of file names. */
  none: 'None',
  /** Questions that appeared because the visitor changed an answer. */
  newQuestions: { one: '1 new question', other: '{count} new questions' },
  /** With `advance`: where a tap or click on an answer leads to the next step. */
  chooseToContinue: 'Tap or click an answer to continue.',
};
export type StepsMessages = typeof stepsMessages;

/** Messages of the choice between several case types. */
export const chooserMessages = {
  aboutWhat: 'What is it about?',
  /** Announced when the visitor has chosen what the form is about. */
  formBelow: 'The form “{label}” is below.',
};
export type ChooserMessages = typeof chooserMessages;

/** All messages of the form, as a translation has them. It is a call, because bundlers can leave an unused call out of a part,
 * but not an unused spread. */
export const messages = /* @__PURE__ */ (() => ({
  ...formMessages,
  ...rareMessages,
  ...submissionMessages,
  ...lastResortMessages,
  ...amountMessages,
  ...attachmentMessages,
  ...photoMessages,
  ...measurementMessages,
  ...stepsMessages,
  ...chooserMessages,
}))();
export type EnglishMessages = typeof messages;
/** A translation of them. */
export type Messages = Record<keyof EnglishMessages, Message>;

/** Messages of the pages that work without JavaScript. No visitor's browser loads them. */
export const pageMessages = {
  // Before a question that is asked only under a condition. The other texts are what `{condition}` may be: they follow the
  // word for "if", which decides the position of the verb in some languages.
  ifCondition: 'If {condition}:',
  answerIs: 'you answered {answer} to {question}',
  answerIsNot: 'you didn’t answer {answer} to {question}',
  answerGiven: 'you answered {question}',
  answerMissing: 'you didn’t answer {question}',
  ticked: 'you ticked {question}',
  notTicked: 'you didn’t tick {question}',
  answerBelow: 'your answer to {question} is less than {limit}',
  answerNotBelow: 'your answer to {question} isn’t less than {limit}',
  answerAbove: 'your answer to {question} is more than {limit}',
  answerNotAbove: 'your answer to {question} isn’t more than {limit}',
  dateBefore: 'your answer to {question} is before {limit}',
  dateNotBefore: 'your answer to {question} isn’t before {limit}',
  dateAfter: 'your answer to {question} is after {limit}',
  dateNotAfter: 'your answer to {question} isn’t after {limit}',
  /** An answer or a question in a sentence. */
  quoted: '“{text}”',

  // Above the form.
  checkAndSend: 'Your answers are here. Check them, then press Send.',

  /** On the receipt. */
  keepReceipt: 'Print this page or make a note of your reference. You can open this page again for 1 hour.',

  // In place of the form: a heading, and what to do.
  openForm: 'Go to the form',
  unknownForm: 'Sorry, we couldn’t find this form',
  unknownFormHelp: 'The address may be incomplete, or the form may have been removed. Check the address.',
  receiptExpired: 'This receipt is no longer available',
  receiptExpiredHelp:
    'To protect your privacy, we show a receipt for 1 hour. If you saw it after you sent your enquiry, we’ve received your enquiry, and you don’t need to send it again.',
  pageMissing: 'Sorry, we couldn’t find this page',
  pageMissingHelp: 'The address may be incomplete. Check the address.',
  wrongMethod: 'Sorry, this page can’t be opened like this',
  wrongMethodHelp: 'Open the form and fill it in there.',
  notReadable: 'Sorry, we couldn’t read your enquiry',
  notReadableHelp:
    'We haven’t received it. Check your answers, then send it again. If you chose files, try without them.',
  tooLarge: 'Sorry, your enquiry is too large',
  tooLargeHelp:
    'We haven’t received it. Shorten your answers, or choose fewer or smaller files, then send it again.',
  otherSite: 'Sorry, we couldn’t accept your enquiry from that site',
  otherSiteHelp: 'We haven’t received it. Open the form here and send it again.',
  tooMany: 'Please wait a minute',
  tooManyHelp:
    'We’re getting a lot of enquiries from your connection, so we haven’t accepted this one yet. Wait a minute, then send it again.',
  inProgress: 'We’re still sending your enquiry',
  inProgressHelp: 'Wait a few seconds, then reload this page. We’ll only count your enquiry once.',
  notStored: 'Sorry, we couldn’t send your enquiry',
  notStoredHelp:
    'Something went wrong on our side. Wait a minute, then reload this page to send it again. We’ll only count it once.',
  noRoom: 'Sorry, we can’t store files at the moment',
  noRoomHelp: 'Go back to the form and send your enquiry without files.',
  broken: 'Sorry, something went wrong',
  brokenHelp:
    'Reload this page. If you were sending an enquiry, that sends it again, and we’ll only count it once.',
};
export type PageMessages = typeof pageMessages;

/** Messages of the page that adds files to an enquiry. */
export const filesPageMessages = {
  /** The heading, and the title of the document. */
  addFiles: 'Add photos or documents',
  addFilesTo: 'They’ll be added to the enquiry you sent. Your reference is {reference}.',
  /** When all files were sent. */
  mayClose: 'You can close this page now, or add more files.',
  mayCloseFull: 'You can close this page now.',
  /** When the enquiry already has all files that it can have. */
  noMoreFiles:
    'We’ve received all the files that we can accept for this enquiry. Please send any others another way.',
  linkIncomplete: 'Part of this link is missing.',
  linkIncompleteHelp: 'Copy the whole link from your receipt, or scan the QR code again.',
  linkExpired: 'This link doesn’t work any more.',
  linkExpiredHelp: 'Your enquiry is safe. Please send your files another way.',
  pageFailed: 'Sorry, we couldn’t load this page.',
  /** In a browser without JavaScript. */
  needsScript: 'This page needs JavaScript. Turn on JavaScript in your browser, then reload the page.',
};
export type FilesPageMessages = typeof filesPageMessages;

/** What the proxy writes in enquiries and receipts. */
export const enquiryTexts: EnquiryTexts = {
  contact: {
    heading: 'Your contact details',
    forename: 'First name',
    surname: 'Last name',
    telephone_mobile: 'Mobile number',
    email: 'Email address',
  },
  entryLabels: {
    form_version: 'Form version',
    site: 'Site',
    client: 'Application',
    language: 'Language',
    landing_page: 'Landing page',
    parameter: name => `Parameter ${name}`,
    first_landing_page: 'First visit: landing page',
    first_referrer: 'First visit: referrer',
    first_parameter: name => `First visit: parameter ${name}`,
    sources: 'Sources of the values',
    possible_duplicate_of: 'Possible duplicate of',
    suspected_spam: 'Possible spam',
    received: 'Received',
    promised: 'Promised to the visitor',
    channel: 'Preferred channel',
  },
  orCall: 'Or call',
  callBack: {
    call: (to, when) => sentence('We’ll call you', to && `on ${to}`, when),
    reply: (to, when) => sentence('We’ll reply', to && `to ${to}`, when),
    today: 'today',
    tomorrow: 'tomorrow',
    on: 'on ',
    date: (weekday, day, month) => `${weekday} ${day}\u00a0${month}`,
    // Many people don't know whether 12 pm is midday or midnight.
    from: (hour, minutes) =>
      hour === 12 && minutes === '00'
        ? 'from midday'
        : `from ${onTwelveHourClock(hour, minutes, hour < 12 ? 'am' : 'pm')}`,
  },
};
