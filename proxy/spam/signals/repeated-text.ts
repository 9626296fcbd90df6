import type { Signal } from './signal.ts';

/** One visitor may send a text from several addresses or for several people. */
const mostSenders = 3;

/** The same long text comes from many senders within a day. */
export const repeatedText: Signal = {
  name: 'repeated_text',
  weight: 4,
  isForgeable: false,
  fires: ({ sendersOfText }) => sendersOfText > mostSenders,
};
