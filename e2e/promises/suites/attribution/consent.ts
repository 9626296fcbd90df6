// Journeys with attribution="persist", which needs consent to keep values, and journeys with refused consent.
import { addsForm, consents, follows, goesBackTo, opens, setsAttribute } from '../../../pages/journey.ts';
import { type Journey, kept, landing } from './journey-row.ts';

const session = 'attribution="session"';
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
    name: 'persist: values arrive 89 days later',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      opens('/form', { daysLater: 89, forms: [persist] }),
    ],
    arrives: { ...kept, landing_page: '{site}/form' },
  },
  {
    name: 'persist: values are forgotten 91 days later',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      opens('/form', { daysLater: 91, forms: [persist] }),
    ],
    arrives: { landing_page: '{site}/form' },
  },
  {
    name: 'persist: a visit on another day keeps its values without asking again',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      opens('/sale?utm_campaign=summer', { daysLater: 60, attributionJs: 'persist' }),
      opens('/form', { daysLater: 120, forms: [persist] }),
    ],
    arrives: {
      campaign: 'summer',
      gclid: 'g',
      landing_page: '{site}/form',
      sources: 'marketing_campaign: earlier page, gclid: earlier page',
    },
  },
  {
    name: 'persist: with consent at the form, no earlier values are lost',
    steps: [
      opens(landing, { forms: [persist] }),
      consents(true),
      opens('/form', { daysLater: 1, forms: [persist] }),
    ],
    arrives: { ...kept, landing_page: '{site}/form' },
  },
  {
    name: 'persist: consent before the form exists is used',
    steps: [
      opens(landing, { hasWidget: true }),
      consents(true),
      addsForm(persist),
      opens('/form', { daysLater: 1, forms: [persist] }),
    ],
    arrives: { ...kept, landing_page: '{site}/form' },
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
    name: 'persist: consent that is withdrawn at the form erases earlier pages immediately',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      opens('/form?utm_term=boots', { forms: [persist] }),
      consents(false),
    ],
    arrives: { keywords: 'boots', landing_page: '{site}/form', sources: 'marketing_keywords: address' },
  },
  {
    name: 'session: refused consent erases earlier pages immediately',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      opens('/form?utm_term=boots', { forms: [session] }),
      consents(false),
    ],
    arrives: { keywords: 'boots', landing_page: '{site}/form', sources: 'marketing_keywords: address' },
  },
  {
    name: 'session: consent that is refused on an earlier page erases its values for later pages',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      consents(false),
      opens('/form', { forms: [session] }),
    ],
    arrives: { landing_page: '{site}/form' },
  },
  {
    name: 'persist: a form that a page switches to off sends no stored values',
    steps: [
      opens(landing, { attributionJs: 'persist' }),
      consents(true),
      opens('/form', { forms: [persist] }),
      setsAttribute('attribution', 'off'),
    ],
    arrives: {},
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
