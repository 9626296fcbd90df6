// Journeys with other parameters and the first touch in the config.
import { comesFrom, follows, opens } from '../../../pages/journey.ts';
import type { Journey } from './journey-row.ts';

const session = 'attribution="session"';

export const firstTouchConfig = { first_touch: true, parameters: ['gclid', 'partner'] };

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
