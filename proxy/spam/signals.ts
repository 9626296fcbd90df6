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
  /** The time from the first touch of the form to Send, as the browser saw it. Undefined if it isn't known. */
  firstTouchMs: number | undefined;
}

/** A sign that an enquiry may be spam. */
export interface Signal {
  /** How much it counts. */
  weight: number;
  fires: (evidence: Evidence) => boolean;
}

/** A family may send a few enquiries, and the people in an office may send twenty after a talk. */
const mostFromAddress = 20;
/** The phones of one provider share networks, so a network may have many people. */
const mostFromNetwork = 60;
/** People who sell or let a house may send an advertisement and two or three more pages. */
const mostLinks = 3;
/** People need more time to read a form and send it, even with autofill. */
const fastMs = 3_000;

/** The start of a link, an HTML tag or BBCode. A single `<` doesn't count, because people write "<3" and "< 5 years". */
const linkStart =
  /https?:\/\/(?:www\.)?|www\.[a-z\d-]|<\/?[a-z][a-z\d]{0,15}[\s>/]|\[\/?(?:url|link|img|b|i|u|size|color)[=\]]/giu;
/** A link without a scheme, such as "bit.ly/x". In answers, people write "st.mary/st.john"; as names, "J.Smith/A.Jones". */
const domainWithPath = /[\p{L}\d-]\.(?!\p{Lu}\p{Ll})\p{L}{2,24}\//u;

/** Every signal by its name, in the order in which they are named. A name must not change, because it is a
 * label of metrics and part of `suspected_spam`. */
export const signals = {
  /** Many enquiries come from one IPv4 address or IPv6 /64. */
  rate_address: { weight: 3, fires: ({ fromAddress = 0 }) => fromAddress > mostFromAddress },
  /** Many enquiries come from one IPv4 /24 or IPv6 /48. */
  rate_network: { weight: 3, fires: ({ fromNetwork = 0 }) => fromNetwork > mostFromNetwork },
  /** More enquiries arrive in total than `ENQUIRY_RATE`. */
  rate_overall: { weight: 3, fires: ({ isOverRate }) => isOverRate },
  /** A name contains a link, HTML or BBCode. No real name does, so the enquiry is a suspect even with a proof. */
  link_in_name: {
    weight: 12,
    fires: ({ names }) => names.some(name => countLinks(name) > 0 || domainWithPath.test(name)),
  },
  /** The answers contain many links. */
  many_links: {
    weight: 4,
    fires: ({ texts }) => texts.reduce((sum, text) => sum + countLinks(text), 0) > mostLinks,
  },
  /** The enquiry was sent very soon after the first touch of the form. The time can be forged, and autofill is fast, so
   * this signal alone doesn't make an enquiry a suspect. */
  fast_send: {
    weight: 2,
    fires: ({ firstTouchMs }) => firstTouchMs !== undefined && firstTouchMs < fastMs,
  },
} satisfies Record<string, Signal>;

/** How suspicious an enquiry is. */
export interface Suspicion {
  /** The sum of the signals' weights. */
  score: number;
  /** The names of the signals that fired. */
  signals: string[];
}

/** Adds the weights of the signals that fire. */
export function computeScore(evidence: Evidence): Suspicion {
  const fired = Object.entries<Signal>(signals).filter(([, { fires }]) => fires(evidence));
  return {
    score: fired.reduce((sum, [, { weight }]) => sum + weight, 0),
    signals: fired.map(([name]) => name),
  };
}

function countLinks(text: string): number {
  return text.match(linkStart)?.length ?? 0;
}
