/** Messages about choosing and uploading files. */
export const attachmentMessages = {
  // A number and its unit stay on one line.
  kilobytes: '{count}\u00a0kB',
  megabytes: '{count}\u00a0MB',
  preparing: 'Preparing…',
  waiting: 'Waiting to upload',
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
  allDuplicates: 'You’ve already added these files.',
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
  file_duplicate: 'You’ve already added this file.',
  file_not_ready: 'We couldn’t prepare this photo because the connection failed. Try again.',

  file_changed: 'This file changed after you chose it. Choose the file again.',
  file_unsafe:
    'This file contains something we can’t accept, such as a script. Please send the information another way.',
  file_closed: 'We can’t add files to this enquiry any more. Please send this file another way.',
  file_cancelled: 'Cancelled',
  file_no_room: 'We couldn’t store this file. Try again later.',
  file_failed: 'Upload failed',
};
export type AttachmentMessages = typeof attachmentMessages;
