/** Messages about choosing and uploading files. */
export const attachmentMessages = {
  kilobytes: '{count} kB',
  megabytes: '{count} MB',
  preparing: 'Preparing…',
  waiting: 'Waiting to upload',
  sent: 'Sent',
  remove: 'Remove',
  cancel: 'Cancel',
  skipFile: 'Skip this file',
  missing: 'Not sent before you left or reloaded this page.',
  chooseAgain: 'Choose again',
  addMoreFiles: 'Add more files',

  // Announced.
  added: '{name} added.',
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
  someFilesFailed: 'We’ve received your enquiry, but not all of your files.',

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
  file_duplicate: 'You’ve already added this file.',
  file_not_ready: 'We couldn’t prepare this photo because the connection failed. Try again.',

  // Said of a file on the receipt, where no other file can be chosen.
  file_changed:
    'This file was changed, moved or deleted after you chose it, so we couldn’t send it. Please send it another way.',
  file_unsafe:
    'This file contains something we can’t accept, such as a script. Please send the information another way.',
  file_closed: 'We can’t add files to this enquiry any more. Please send this file another way.',
  file_cancelled: 'Cancelled',
  file_failed: 'Upload failed',
};
export type AttachmentMessages = typeof attachmentMessages;
