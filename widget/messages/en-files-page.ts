/** Messages of the page that adds files to an enquiry. `widget/page/files-page.ts` has the translations, because
 * only this page needs them. */
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
