/** Messages for the form's initial view and for errors before a lazy part has loaded. The texts of a case type come
 * with its definition. */
export const formMessages = {
  forename: 'First name',
  surname: 'Last name',
  telephone_mobile: 'Mobile number',
  email: 'Email address',
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
