// Every word about choosing and sending files that `en-later.ts` has not.
export const files = {
  preparing: 'Getting it ready…',
  added: '{name} added.',
  file_duplicate: 'You have chosen this already. It is sent once.',
  file_changed:
    'This was changed, moved or deleted after it was chosen, and can’t be sent. Your enquiry is safe.',
  file_contents:
    'This holds something that can’t be accepted, like a script. Your enquiry is safe. Please send this file another way.',
  file_not_ready: 'We couldn’t get this photo ready: the connection failed.',
  /** One bar for all files: their sizes as `kilobytes` and `megabytes` say them. */
  upOf: '{up} of {total} sent',
  /** Said to those who hear the page, at 25, 50 and 75. */
  percentUp: '{percent}% of your files sent.',
};
export type FilesMessages = typeof files;
