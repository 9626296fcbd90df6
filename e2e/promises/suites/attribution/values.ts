// Journeys with unusual values, and with values that must not arrive.
import { comesFrom, opens } from '../../../pages/journey.ts';
import type { Journey } from './journey-row.ts';

const clickIds =
  'gclid gbraid wbraid dclid msclkid fbclid ttclid twclid li_fat_id epik ScCid rdt_cid utm_medium utm_id'.split(
    ' ',
  );
const long = 'x'.repeat(600);
const cut = 'x'.repeat(500);

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
  {
    name: 'values of 600 characters are cut at 500, and the detail after a word',
    steps: [
      opens(`/${long}?utm_campaign=${long}&gclid=${long}`, { forms: [`detail="${'word '.repeat(120)}"`] }),
    ],
    arrives: {
      campaign: cut,
      detail: `${'word '.repeat(99)}word…`,
      gclid: cut,
      landing_page: `{site}/${long}`,
      sources: 'marketing_campaign: address, marketing_detail: tag, gclid: address',
    },
  },
  {
    name: 'control characters are removed',
    steps: [opens('/form?utm_campaign=a%00b%1Fc&gclid=%07g%0Dh%7F', { forms: ['detail="d&#10;e"'] })],
    arrives: {
      campaign: 'a b c',
      detail: 'd e',
      gclid: 'g h',
      landing_page: '{site}/form',
      sources: 'marketing_campaign: address, marketing_detail: tag, gclid: address',
    },
  },
  {
    name: 'markup, quotes and other scripts arrive unchanged',
    steps: [
      opens(`/form?utm_campaign=${encodeURIComponent('<b>"Frühling" & 春</b>')}&gclid=%F0%9F%91%8D`, {
        forms: [''],
      }),
    ],
    arrives: {
      campaign: '<b>"Frühling" & 春</b>',
      gclid: '👍',
      landing_page: '{site}/form',
      sources: 'marketing_campaign: address, gclid: address',
    },
  },
  {
    name: 'an enquiry from a translated page has its language',
    steps: [opens('/form?gclid=g', { lang: 'cy', forms: [''] })],
    arrives: { language: 'cy', gclid: 'g', landing_page: '{site}/form', sources: 'gclid: address' },
  },
  {
    name: 'if a case type isn’t in the page’s language, the enquiry has the language that was shown',
    steps: [opens('/form', { lang: 'pl', forms: [''] })],
    arrives: { language: 'en', landing_page: '{site}/form' },
  },
];
