import type { Step } from '../../../pages/journey.ts';

/** An address at which visits begin, with marketing parameters. */
export const landing = '/landing?utm_campaign=spring&gclid=g';
/** The values that arrive from a later page of a visit that began at `landing`. */
export const kept = {
  campaign: 'spring',
  gclid: 'g',
  landing_page: '{site}/landing',
  sources: 'marketing_campaign: earlier page, gclid: earlier page',
};

/** A row of a table of journeys. */
export interface Journey {
  name: string;
  /** What the visitor does before sending the forms of the last page. */
  steps: Step[];
  /** The values that arrive from each form: the marketing fields by the names of the tag's attributes, and the meta
   * entries without `attribution_`. `{site}` and `{elsewhere}` stand for origins. Other fields must be empty, and other
   * entries must be missing, except `site` and `language`. */
  arrives: Record<string, string> | Record<string, string>[];
}
