// Journeys across several pages of a site, with attribution="session" or "persist".
import {
  comesFrom,
  consents,
  follows,
  goesBackTo,
  opens,
  reloads,
  replacesStorage,
} from '../../../pages/journey.ts';
import { type Journey, kept, landing } from './journey-row.ts';

const session = 'attribution="session"';

export const visitJourneys: Journey[] = [
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
    name: 'session: a form on each page replaces attribution.js',
    steps: [
      opens(landing, { forms: [session] }),
      follows('/about', { forms: [session] }),
      follows('/form', { forms: [session] }),
    ],
    arrives: kept,
  },
  {
    name: 'session: a visit begins at the first page that has a script',
    steps: [
      opens(landing),
      follows('/about?utm_term=boots', { attributionJs: 'session' }),
      follows('/form', { forms: [session] }),
    ],
    arrives: {
      keywords: 'boots',
      referer: '{site}/landing',
      landing_page: '{site}/about',
      sources: 'marketing_lead_referer: referrer, marketing_keywords: earlier page',
    },
  },
  {
    name: 'session: tag, address, earlier page and referrer take precedence in this order, value by value',
    steps: [
      opens('/landing?utm_campaign=early&utm_term=early&utm_content=early', { attributionJs: 'session' }),
      comesFrom('/article', '/form?utm_campaign=now&utm_term=now', { forms: [`${session} campaign="tag"`] }),
    ],
    arrives: {
      campaign: 'tag',
      keywords: 'now',
      detail: 'early',
      referer: '{elsewhere}/article',
      utm_campaign: 'now',
      landing_page: '{site}/form',
      sources:
        'marketing_campaign: tag, marketing_keywords: address, marketing_detail: earlier page, marketing_lead_referer: referrer, utm_campaign: address',
    },
  },
  {
    name: 'session: an empty attribute on the tag takes precedence over earlier pages',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      follows('/form', { forms: [`${session} campaign=""`] }),
    ],
    arrives: {
      utm_campaign: 'spring',
      gclid: 'g',
      landing_page: '{site}/landing',
      sources: 'utm_campaign: earlier page, gclid: earlier page',
    },
  },
  {
    name: 'session: the visit continues after reloads',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      reloads(),
      follows('/form', { forms: [session] }),
      reloads(),
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
  {
    name: 'session: another campaign begins another visit and replaces only its own values',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      opens('/sale?utm_campaign=summer', { attributionJs: 'session' }),
      follows('/form', { forms: [session] }),
    ],
    arrives: {
      campaign: 'summer',
      gclid: 'g',
      landing_page: '{site}/sale',
      sources: 'marketing_campaign: earlier page, gclid: earlier page',
    },
  },
  {
    name: 'session: a link from another site begins another visit',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      comesFrom('/article', '/sale', { attributionJs: 'session' }),
      follows('/form', { forms: [session] }),
    ],
    arrives: {
      ...kept,
      referer: '{elsewhere}/article',
      landing_page: '{site}/sale',
      sources: 'marketing_campaign: earlier page, marketing_lead_referer: referrer, gclid: earlier page',
    },
  },
  {
    name: 'session: of two forms on a page, one forgets earlier pages',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      follows('/form', { forms: [`${session} detail="first"`, 'attribution="page" detail="second"'] }),
    ],
    arrives: [
      { ...kept, detail: 'first', sources: `${kept.sources}, marketing_detail: tag` },
      {
        detail: 'second',
        referer: '{site}/landing',
        landing_page: '{site}/form',
        sources: 'marketing_lead_referer: referrer, marketing_detail: tag',
      },
    ],
  },
  ...['not JSON', '[]', '{"version":1,"values":{"gclid":{"a":1}},"first":7}'].map(
    (garbage): Journey => ({
      name: `session: ${garbage} in storage is ignored and replaced`,
      steps: [
        opens(landing, { attributionJs: 'session' }),
        replacesStorage(garbage),
        opens('/sale?gclid=h', { attributionJs: 'session' }),
        follows('/form', { forms: [session] }),
      ],
      arrives: { gclid: 'h', landing_page: '{site}/sale', sources: 'gclid: earlier page' },
    }),
  ),
  ...(['page', 'session', 'persist'] as const).map(
    (mode): Journey => ({
      name: `${mode}: the enquiry arrives where storage is forbidden`,
      steps: [
        opens('/landing?utm_term=boots', { storage: 'forbidden', attributionJs: mode }),
        opens('/form?gclid=g', { storage: 'forbidden', forms: [`attribution="${mode}"`] }),
        consents(true),
      ],
      arrives: { gclid: 'g', landing_page: '{site}/form', sources: 'gclid: address' },
    }),
  ),
  {
    name: 'session: the enquiry arrives where storage is full',
    steps: [
      opens('/landing?utm_term=boots', { storage: 'full', attributionJs: 'session' }),
      opens('/form?gclid=g', { storage: 'full', forms: [session] }),
    ],
    arrives: { gclid: 'g', landing_page: '{site}/form', sources: 'gclid: address' },
  },
];
