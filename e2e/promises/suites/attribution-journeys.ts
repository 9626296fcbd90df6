// Where enquiries come from: journeys, and the values that arrive at the end of each.
import {
  addsForm,
  comesFrom,
  consents,
  follows,
  goesBackTo,
  opens,
  pushesAddress,
  type Step,
  setsAttribute,
} from '../../pages/journey.ts';

const session = 'attribution="session"';
const persist = 'attribution="persist"';

/** An address at which visits begin, with marketing parameters. */
const landing = '/landing?utm_campaign=spring&gclid=g';
/** The values that arrive from a later page of a visit that began at `landing`. */
const kept = {
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

export const journeys: Journey[] = [
  {
    name: 'the landing values are kept if a single-page app navigates before the form exists',
    steps: [
      comesFrom('/article', '/landing?utm_campaign=spring&gclid=g', { hasWidget: true }),
      pushesAddress('/contact'),
      addsForm(''),
    ],
    arrives: {
      campaign: 'spring',
      referer: '{elsewhere}/article',
      gclid: 'g',
      landing_page: '{site}/landing',
      sources: 'marketing_campaign: earlier page, marketing_lead_referer: referrer, gclid: earlier page',
    },
  },
  // Several pages of a site.
  {
    name: 'session: the values of the first of three pages arrive',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      follows('/about', { attributionJs: 'session' }),
      follows('/form', { forms: [session] }),
    ],
    arrives: kept,
  },
  // With attribution="persist", which needs consent to keep values, and with a changed attribute.
  {
    name: 'persist: with consent, the values arrive from the next page',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      follows('/form', { forms: [persist] }),
    ],
    arrives: kept,
  },
  {
    name: 'persist: withdrawn consent erases the values for later pages',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      follows('/about', { attributionJs: 'persist' }),
      consents(false),
      opens('/form', { forms: [persist] }),
    ],
    arrives: { landing_page: '{site}/form' },
  },
  {
    name: 'persist: consent that is withdrawn on another page also applies to a form that Back restores',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      follows('/form', { forms: [persist] }),
      follows('/about', { attributionJs: 'persist' }),
      consents(false),
      goesBackTo('/form'),
    ],
    arrives: {
      referer: '{site}/landing',
      landing_page: '{site}/form',
      sources: 'marketing_lead_referer: referrer',
    },
  },
  {
    name: 'a form that a page switches to session gets the earlier pages',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      follows('/form', { forms: [''] }),
      setsAttribute('attribution', 'session'),
    ],
    arrives: kept,
  },
];
