import type { Signal } from './signal.ts';

/** A family sends a few enquiries, and an office after a talk perhaps twenty. */
const mostFromAddress = 20;
/** Phones of one provider share networks, so many people may be in one. */
const mostFromNetwork = 60;

/** Many enquiries come from one IPv4 address or IPv6 /64. */
export const rateOfAddress: Signal = {
  name: 'rate_address',
  weight: 3,
  isForgeable: false,
  fires: ({ fromAddress = 0 }) => fromAddress > mostFromAddress,
};

/** Many enquiries come from one IPv4 /24 or IPv6 /48. */
export const rateOfNetwork: Signal = {
  name: 'rate_network',
  weight: 3,
  isForgeable: false,
  fires: ({ fromNetwork = 0 }) => fromNetwork > mostFromNetwork,
};

/** More enquiries arrive in all than `ENQUIRY_RATE`. */
export const rateOverall: Signal = {
  name: 'rate_overall',
  weight: 3,
  isForgeable: false,
  fires: ({ isOverRate }) => isOverRate,
};
