import type { Signal } from './signal.ts';

/** A visitor may send a text twice, from two addresses or for two people. */
const mostSenders = 3;

/** The same long text comes from many senders within a day. */
export const repeatedText: Signal = {
  name: 'repeated_text',
  weight: 4,
  isForgeable: false,
  fires: ({ sendersOfText }) => sendersOfText > mostSenders,
};
