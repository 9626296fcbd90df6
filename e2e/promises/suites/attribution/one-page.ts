// Journeys whose values come from the form's own page, its tag or its referrer.
import { addsForm, comesFrom, follows, opens, pushesAddress } from '../../../pages/journey.ts';
import type { Journey } from './journey-row.ts';

export const onePageJourneys: Journey[] = [
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
];
