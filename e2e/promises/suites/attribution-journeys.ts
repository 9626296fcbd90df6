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

const clickIds =
  'gclid gbraid wbraid dclid msclkid fbclid ttclid twclid li_fat_id epik ScCid rdt_cid utm_medium utm_id'.split(
    ' ',
  );

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
  // The values come from the form's own page, its tag or its referrer.
  {
    name: 'a visitor who types the address has only a landing page',
    steps: [opens('/form', { forms: [''] })],
    arrives: { landing_page: '{site}/form' },
  },
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

  {
    name: 'attribution="page" forgets earlier pages, even with attribution.js on them',
    steps: [
      comesFrom('/article', '/landing?utm_campaign=spring&gclid=g', { attributionJs: 'page' }),
      follows('/about', { attributionJs: 'page' }),
      opens('/form?utm_term=boots', { forms: ['attribution="page"'] }),
    ],
    arrives: { keywords: 'boots', landing_page: '{site}/form', sources: 'marketing_keywords: address' },
  },
  // Unusual values, and values that must not arrive.
  {
    name: 'every click id arrives under its own name',
    steps: [opens(`/form?${clickIds.map(id => `${id}=of-${id}`).join('&')}`, { forms: [''] })],
    arrives: {
      ...Object.fromEntries(clickIds.map(id => [id, `of-${id}`])),
      landing_page: '{site}/form',
      sources: clickIds.map(id => `${id}: address`).join(', '),
    },
  },
  {
    name: 'the page that linked here is the referer, and no query arrives of it or of the landing page',
    steps: [
      comesFrom('/article?reader=ada@example.com', '/form?email=ada@example.com&gclid=g#ada', {
        forms: [''],
      }),
    ],
    arrives: {
      referer: '{elsewhere}/article',
      gclid: 'g',
      landing_page: '{site}/form',
      sources: 'marketing_lead_referer: referrer, gclid: address',
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

  {
    name: 'session: the visit continues after Back',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      follows('/form', { forms: [session] }),
      follows('/about', { attributionJs: 'session' }),
      goesBackTo('/form'),
    ],
    arrives: kept,
  },
  // With attribution="persist", which needs consent to keep values, and with a changed attribute.
  {
    name: 'persist: without consent, earlier pages are forgotten',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      opens('/form?utm_term=boots', { forms: [persist] }),
    ],
    arrives: { keywords: 'boots', landing_page: '{site}/form', sources: 'marketing_keywords: address' },
  },
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

export const firstTouchConfig = { first_touch: true, parameters: ['gclid', 'partner'] };

/** With other parameters and the first touch in the config. */
export const firstTouchJourneys: Journey[] = [
  {
    name: 'the config’s own parameters arrive, and no others',
    steps: [opens('/form?partner=example&gclid=g&fbclid=f&utm_medium=cpc', { forms: [''] })],
    arrives: {
      gclid: 'g',
      partner: 'example',
      landing_page: '{site}/form',
      sources: 'gclid: address, partner: address',
      first_landing_page: '{site}/form',
      first_gclid: 'g',
      first_partner: 'example',
    },
  },
  {
    name: 'session: the first of two visits arrives in addition to the last',
    steps: [
      comesFrom('/article?reader=ada@example.com', '/landing?utm_campaign=spring&gclid=g', {
        attributionJs: 'session',
      }),
      comesFrom('/search', '/sale?utm_campaign=summer&utm_source=ads&partner=example', {
        attributionJs: 'session',
      }),
      follows('/form', { forms: [session] }),
    ],
    arrives: {
      campaign: 'summer',
      referer: 'ads',
      gclid: 'g',
      partner: 'example',
      landing_page: '{site}/sale',
      sources:
        'marketing_campaign: earlier page, marketing_lead_referer: earlier page, gclid: earlier page, partner: earlier page',
      first_landing_page: '{site}/landing',
      first_referrer: '{elsewhere}/article',
      first_utm_campaign: 'spring',
      first_gclid: 'g',
    },
  },
];
