/** The sources of a value, in order of precedence: the tag's attribute, the address of the form's page, an earlier page
 * of the visit, and the page on another origin that linked here. */
export const attributionSources = ['tag', 'address', 'earlier page', 'referrer'] as const;
/** One of the sources of a value. */
export type AttributionSource = (typeof attributionSources)[number];

/** The query parameter that each marketing field is read from, by the name of the field. */
export const marketingParameters = {
  marketing_lead_referer: 'utm_source',
  marketing_campaign: 'utm_campaign',
  marketing_keywords: 'utm_term',
  marketing_detail: 'utm_content',
} as const;

/** Where an enquiry comes from, in addition to the marketing fields. It never makes the proxy refuse an enquiry:
 * unknown and malformed members are ignored, and long values are cut. */
export interface Attribution {
  /** The origin and path of the page where the visit began. */
  landing_page?: string;
  /** The values of the config's parameters, and of the marketing fields' parameters that the tag overrides with other
   * values, by name. */
  parameters?: Record<string, string>;
  /** The source of each value, by the name of the marketing field or parameter. */
  sources?: Record<string, AttributionSource>;
  /** The visitor's first visit that the browser remembers. Sent if the definition asks for it. */
  first?: FirstTouch;
}

/** Where a visitor's first visit came from. */
export interface FirstTouch {
  /** The origin and path of the page where the visit began. */
  landing_page?: string;
  /** The origin and path of the page that linked there. */
  referrer?: string;
  /** The values of the config's parameters and of the marketing fields' parameters, by name. */
  parameters?: Record<string, string>;
}

/** The parts of a definition's attribution that differ from the defaults. */
export interface AttributionSettings {
  /** The names of the parameters. Default: `defaultParameters`. */
  parameters?: string[];
  /** Whether to send the first touch. Default: no. */
  first_touch?: true;
}

/** The parameters that are kept unless the config lists others. Those of the marketing fields are always kept. */
export const defaultParameters = [
  ...['utm_medium', 'utm_id', 'gclid', 'gbraid', 'wbraid', 'dclid', 'msclkid', 'fbclid', 'ttclid', 'twclid'],
  ...['li_fat_id', 'epik', 'ScCid', 'rdt_cid'],
];

/** Longer values are cut to this many characters, because the visitor can't correct them. */
export const maxAttributionLength = 500;
