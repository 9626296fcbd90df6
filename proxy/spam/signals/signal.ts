import type { ClientSignals } from '../../contract/proof.ts';

/** The facts about an enquiry that signals use. */
export interface Evidence {
  /** The first and last name. */
  names: string[];
  /** The answers that visitors write themselves. */
  texts: string[];
  /** The number of enquiries in the last ten minutes from the same IPv4 address or IPv6 /64, this one included.
   * Undefined if the address isn't known. */
  fromAddress: number | undefined;
  /** The same for the IPv4 /24 or IPv6 /48. */
  fromNetwork: number | undefined;
  /** Whether this process has received more enquiries in the last minute than `ENQUIRY_RATE`. */
  isOverRate: boolean;
  /** The number of senders who have sent the same long text within a day, this one included. */
  sendersOfText: number;
  client: ClientSignals;
}

/** A sign that an enquiry may be spam. */
export interface Signal {
  /** Must not change, because it is a key of the config, a label of metrics and part of `suspected_spam`. */
  name: string;
  /** The default weight. */
  weight: number;
  /** Whether the signal uses facts from the browser, which can be forged. It then counts with half its weight. */
  isForgeable: boolean;
  fires: (evidence: Evidence) => boolean;
}
