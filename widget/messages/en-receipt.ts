/** Messages about what a visitor can keep of a receipt. */
export const receiptMessages = {
  copy: 'Copy',
  copied: 'Copied',
  /** The subject of the message, or the name of the file. The reference may be the enquiry’s number. */
  copyTitle: 'Enquiry {reference}',
  share: 'Share',
  saveCopy: 'Save a copy',
  /** A tick box below `share`. */
  shareAnswers: 'Share my answers as well',
  /** A tick box below `saveCopy`. */
  saveAnswers: 'Save my answers as well',
};
export type ReceiptMessages = typeof receiptMessages;
