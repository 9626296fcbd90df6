// Journeys whose values come from the form's own page, its tag or its referrer.
import {
  addsForm,
  comesFrom,
  follows,
  goesBackTo,
  opens,
  pushesAddress,
  reloads,
} from '../../../pages/journey.ts';
import type { Journey } from './journey-row.ts';

export const onePageJourneys: Journey[] = [
  {
    name: 'a visitor who types the address has only a landing page',
    steps: [opens('/form', { forms: [''] })],
    arrives: { landing_page: '{site}/form' },
  },
  {
    name: 'the four marketing fields are taken from the address',
    steps: [
      opens('/form?utm_campaign=spring&utm_source=news&utm_term=boots&utm_content=banner', { forms: [''] }),
    ],
    arrives: {
      campaign: 'spring',
      referer: 'news',
      keywords: 'boots',
      detail: 'banner',
      landing_page: '{site}/form',
      sources:
        'marketing_campaign: address, marketing_lead_referer: address, marketing_keywords: address, marketing_detail: address',
    },
  },
  {
    name: 'utm_source takes precedence over the referrer',
    steps: [comesFrom('/article', '/form?utm_source=news', { forms: [''] })],
    arrives: {
      referer: 'news',
      landing_page: '{site}/form',
      sources: 'marketing_lead_referer: address',
    },
  },
  {
    name: 'the tag takes precedence over the address, value by value',
    steps: [
      opens('/form?utm_campaign=spring&utm_source=news', {
        forms: ['campaign="tag" keywords="from the tag"'],
      }),
    ],
    arrives: {
      campaign: 'tag',
      referer: 'news',
      keywords: 'from the tag',
      utm_campaign: 'spring',
      landing_page: '{site}/form',
      sources:
        'marketing_campaign: tag, marketing_lead_referer: address, marketing_keywords: tag, utm_campaign: address',
    },
  },
  {
    name: 'an empty attribute on the tag takes precedence over address and referrer',
    steps: [
      comesFrom('/article', '/form?utm_campaign=spring&utm_term=boots', {
        forms: ['campaign="" referer=""'],
      }),
    ],
    arrives: {
      keywords: 'boots',
      utm_campaign: 'spring',
      landing_page: '{site}/form',
      sources: 'marketing_keywords: address, utm_campaign: address',
    },
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
    name: 'the landing values are kept if a single-page app navigates after the form exists',
    steps: [opens('/landing?utm_campaign=spring&gclid=g', { forms: [''] }), pushesAddress('/contact')],
    arrives: {
      campaign: 'spring',
      gclid: 'g',
      landing_page: '{site}/landing',
      sources: 'marketing_campaign: address, gclid: address',
    },
  },
  {
    name: 'in a single-page app, the current address takes precedence over the landing page, value by value',
    steps: [
      opens('/landing?utm_campaign=spring&utm_term=boots&gclid=g', { hasWidget: true }),
      pushesAddress('/contact?utm_campaign=summer'),
      addsForm(''),
    ],
    arrives: {
      campaign: 'summer',
      keywords: 'boots',
      gclid: 'g',
      landing_page: '{site}/landing',
      sources: 'marketing_campaign: address, marketing_keywords: earlier page, gclid: earlier page',
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
  {
    name: 'a reload keeps the values of the address',
    steps: [opens('/form?utm_campaign=spring&gclid=g', { forms: [''] }), reloads()],
    arrives: {
      campaign: 'spring',
      gclid: 'g',
      landing_page: '{site}/form',
      sources: 'marketing_campaign: address, gclid: address',
    },
  },
  {
    name: 'Back to a single-page app’s landing page keeps its values',
    steps: [
      opens('/landing?utm_campaign=spring', { hasWidget: true }),
      pushesAddress('/contact'),
      addsForm(''),
      goesBackTo('/landing?utm_campaign=spring'),
    ],
    arrives: {
      campaign: 'spring',
      landing_page: '{site}/landing',
      sources: 'marketing_campaign: address',
    },
  },
  {
    name: 'attribution="off" sends only the tag’s values',
    steps: [
      comesFrom('/article', '/form?utm_campaign=spring&gclid=g', {
        forms: ['attribution="off" detail="from the tag"'],
      }),
    ],
    arrives: { detail: 'from the tag', sources: 'marketing_detail: tag' },
  },
  {
    name: 'two forms on a page have their own tags and modes',
    steps: [
      opens('/form?utm_campaign=spring&gclid=g', {
        forms: ['campaign="first" keywords="boots"', 'attribution="off" campaign="second"'],
      }),
    ],
    arrives: [
      {
        campaign: 'first',
        keywords: 'boots',
        utm_campaign: 'spring',
        gclid: 'g',
        landing_page: '{site}/form',
        sources: 'marketing_campaign: tag, marketing_keywords: tag, utm_campaign: address, gclid: address',
      },
      { campaign: 'second', sources: 'marketing_campaign: tag' },
    ],
  },
];
