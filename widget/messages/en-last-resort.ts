/** Messages about the proxy’s own page, where this one can’t send. */
export const lastResortMessages = {
  continueOnPage: 'Try on our secure page',
  /** Follows `continueOnPage`. */
  answersFollow: '(your answers will be filled in there)',
  /** In place of `answersFollow`. */
  answersStay: 'Your answers can’t be filled in there. They’ll stay on this page, so you can copy them.',
  // Once the visitor has gone on to that page.
  continuedInTab: 'You’ve continued in another tab',
  closeThisTab: 'Once it’s sent there, you can close this one.',
  openPageAgain: 'Open that page again',
};
export type LastResortMessages = typeof lastResortMessages;
