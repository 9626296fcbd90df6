import type { Signal } from './signal.ts';

/** People need more time to read a form and send it, even with autofill. */
const fastMs = 3_000;

/** The enquiry was sent very soon after the first touch of the form. */
export const fastSend: Signal = {
  name: 'fast_send',
  weight: 4,
  isForgeable: true,
  fires: ({ client: { first_touch_ms } }) => first_touch_ms !== undefined && first_touch_ms < fastMs,
};

/** No person caused any of the form's input events. Only scripts fill in a form in this way, so this signal alone causes
 * a challenge. */
export const untrustedInput: Signal = {
  name: 'untrusted_input',
  weight: 6,
  isForgeable: true,
  fires: ({ client: { is_trusted } }) => is_trusted === false,
};
