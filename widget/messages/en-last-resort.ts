/** Messages about the proxy’s own page, where this one can’t send. */
export const lastResortMessages = {
  continueOnPage: 'Continue on our secure page',
  /** Follows `continueOnPage`. */
  answersFollow: 'Your answers will be filled in there.',
  /** In place of `answersFollow`. */
  answersStay: 'Your answers can’t be filled in there. They’ll stay on this page, so you can copy them.',
};
export type LastResortMessages = typeof lastResortMessages;
