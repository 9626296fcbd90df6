import type { Signal } from './signal.ts';

/** Even with autofill, people need longer to read a form and send it. */
const fastMs = 3_000;

/** The enquiry was sent very soon after the first touch of the form. */
export const fastSend: Signal = {
  name: 'fast_send',
  weight: 4,
  isForgeable: true,
  fires: ({ client: { first_touch_ms } }) => first_touch_ms !== undefined && first_touch_ms < fastMs,
};

/** No person has caused any of the form's input events. Only scripts fill in and send a form that way, so this alone
 * is enough for a challenge. */
export const untrustedInput: Signal = {
  name: 'untrusted_input',
  weight: 6,
  isForgeable: true,
  fires: ({ client: { is_trusted } }) => is_trusted === false,
};
