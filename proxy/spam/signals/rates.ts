import type { Signal } from './signal.ts';

/** A family may send a few enquiries, and the people in an office may send twenty after a talk. */
const mostFromAddress = 20;
/** The phones of one provider share networks, so a network may have many people. */
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

/** More enquiries arrive in total than `ENQUIRY_RATE`. */
export const rateOverall: Signal = {
  name: 'rate_overall',
  weight: 3,
  isForgeable: false,
  fires: ({ isOverRate }) => isOverRate,
};
