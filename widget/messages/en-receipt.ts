/** Messages about what a visitor can keep of a receipt. */
export const receiptMessages = {
  copy: 'Copy',
  copied: 'Copied',
  /** The subject of the message, or the name of the file. The reference may be the enquiry’s number. */
  copyTitle: '{firm} – enquiry {reference}',
  /** In the text that is kept. */
  sentWith: { one: 'Sent with it: 1 file', other: 'Sent with it: {count} files' },
  share: 'Share',
  saveCopy: 'Save a copy',
  /** Below `share`. */
  shareAnswers: 'Share with my answers',
  /** Below `saveCopy`. */
  saveAnswers: 'Save with my answers',

  // The link that adds files to the enquiry.
  addLater: 'Add files later',
  /** Below `addLater`, beside a QR code. */
  scanLater:
    'Scan the code to add photos straight from your phone, or use the link on any device. The link works until {date}.',
  /** The same without a QR code. */
  linkLater: 'Use this link to add photos or documents from any device. It works until {date}.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  shareLink: 'Share link',
  /** Of the code, for screen readers. */
  qrCode: 'QR code of the link',
};
export type ReceiptMessages = typeof receiptMessages;
