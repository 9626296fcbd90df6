// Journeys across several pages of a site, with attribution="session" or "persist".
import { follows, goesBackTo, opens } from '../../../pages/journey.ts';
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
    name: 'session: the visit continues after Back',
    steps: [
      opens(landing, { attributionJs: 'session' }),
      follows('/form', { forms: [session] }),
      follows('/about', { attributionJs: 'session' }),
      goesBackTo('/form'),
    ],
    arrives: kept,
  },
];
