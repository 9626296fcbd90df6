/** Messages of the pages that work without JavaScript. No visitor's browser loads them. */
export const pageMessages = {
  // Before a question that is asked only under a condition. The other texts are what `{condition}` may be.
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
  checkAndSend:
    'Your enquiry hasn’t been sent yet. Check your answers, then send it from here. If you chose files, choose them again.',

  /** On the receipt. */
  keepReceipt: 'Print this page or make a note of your reference. We’ll show it here for an hour.',

  // In place of the form: a heading, and what to do.
  openForm: 'Go to the form',
  unknownForm: 'Sorry, we couldn’t find this form',
  unknownFormHelp: 'The address may be incomplete, or the form may have been removed. Check the address.',
  receiptExpired: 'This receipt isn’t shown any more',
  receiptExpiredHelp:
    'To protect your privacy, we show a receipt for one hour. If you saw it after you sent your enquiry, we’ve received your enquiry, and you don’t need to send it again.',
  pageMissing: 'Sorry, we couldn’t find this page',
  pageMissingHelp: 'The address may be incomplete. Check the address.',
  wrongMethod: 'Sorry, this page can’t be opened in this way',
  wrongMethodHelp: 'Open the form and fill it in there.',
  notReadable: 'Sorry, we couldn’t read your enquiry',
  notReadableHelp:
    'We haven’t received it. Go back to the form and send it again. If you chose files, try without them.',
  tooLarge: 'Sorry, your enquiry is too large',
  tooLargeHelp:
    'We haven’t received it. Go back to the form, choose fewer or smaller files, and send it again.',
  otherSite: 'Sorry, we couldn’t accept your enquiry from that site',
  otherSiteHelp: 'We haven’t received it. Open the form here and send it again.',
  tooMany: 'Please wait a minute',
  tooManyHelp:
    'We’re getting a lot of enquiries from your connection, so we haven’t accepted this one yet. Wait a minute, then reload this page to send it again.',
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
