// Journeys with unusual values, and with values that must not arrive.
import { comesFrom, opens } from '../../../pages/journey.ts';
import type { Journey } from './journey-row.ts';

const clickIds =
  'gclid gbraid wbraid dclid msclkid fbclid ttclid twclid li_fat_id epik ScCid rdt_cid utm_medium utm_id'.split(
    ' ',
  );

export const valueJourneys: Journey[] = [
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
];
