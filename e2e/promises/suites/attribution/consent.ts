// Journeys with attribution="persist", which needs consent to keep values, and journeys with refused consent.
import { consents, follows, goesBackTo, opens, setsAttribute } from '../../../pages/journey.ts';
import { type Journey, kept, landing } from './journey-row.ts';

const persist = 'attribution="persist"';

export const consentJourneys: Journey[] = [
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
