// Every word of the form as it is first seen; `en-later.ts` has the others. What stands in a case type's
// definition is the site owner's.
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';

export const messages = {
  contact: {
    forename: 'First name',
    surname: 'Last name',
    telephone_mobile: 'Mobile number',
    email: 'Email address',
  },
  optional: ' (optional)',
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
  filesFailed: 'Files can’t be added just now. Please choose them again.',
  unavailable: 'The form can’t be shown just now.',
  tryAgain: 'Try again',
};
