/** Words in numbers. */
export const amountMessages = {
  /** What visitors write after a number for thousand; million; each currency, with its sign and code. In capitals only if
   * small letters mean something else. */
  numberWords:
    'k, thousand; m, mn, million; £, gbp, pounds, pound, pounds sterling; €, eur, euros, euro; $, usd, dollars',
};
export type AmountMessages = typeof amountMessages;
