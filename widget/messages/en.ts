// Every word of the form as it is first seen; `en-later.ts` has the others. What stands in a case type's
// definition is the site owner's.
export const first = {
  forename: 'First name',
  surname: 'Last name',
  telephone_mobile: 'Mobile number',
  email: 'Email address',
  optional: '(optional)',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose…',
  readInFull: 'Read it in full',
  newTab: '(opens in a new tab)',

  files: 'Photos or documents',
  drop: 'Drop files here, or choose',
  chooseFiles: 'Choose files',
  takePhoto: 'Take a photo',
  /** `megabytes` of each file, `count` files. */
  filesLimits: {
    one: 'PDF, JPEG, PNG or GIF · up to {megabytes} MB · one file',
    other: 'PDF, JPEG, PNG or GIF · up to {megabytes} MB each · at most {count} files',
  },

  send: 'Send enquiry',
  sending: 'Sending…',
  failed: 'We couldn’t send it. Everything you typed is still here.',
  filesFailed: 'Files can’t be added just now. Please choose them again.',
  unavailable: 'The form can’t be shown just now.',
  tryAgain: 'Try again',
};
export type First = typeof first;
