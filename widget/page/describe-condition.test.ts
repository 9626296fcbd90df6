import { expect, test } from 'vitest';
import type { Condition, Question } from '../../proxy/contract/definition.ts';
import { describeCondition } from './describe-condition.ts';
import { translatorFor } from './page-language.ts';

const questions: Question[] = [
  { id: 'hurt', type: 'yes_no', label: 'Were you injured?' },
  {
    id: 'place',
    type: 'select',
    label: 'Where did it happen?',
    options: [
      { value: 'road', label: 'On the road' },
      { value: 'work', label: 'At work' },
    ],
  },
  { id: 'loss', type: 'number', label: 'How much?', unit: '£' },
  { id: 'far', type: 'number', label: 'How far?', unit: 'miles' },
  { id: 'when', type: 'date', label: 'When?' },
  { id: 'terms', type: 'consent', label: 'I agree' },
  { id: 'from', type: 'hidden', label: 'From', from: 'address:ref' },
];
const describeIn = (lang: string, condition: Condition, from = '') =>
  describeCondition(condition, questions, { from }, translatorFor(lang));

const hurt: Condition = { question: 'hurt', is: 'yes' };
const road: Condition = { question: 'place', is: 'road' };
const work: Condition = { question: 'place', is: 'work' };
const isFromPoster: Condition = { question: 'from', is: 'poster' };

test.each<[Condition, string | boolean]>([
  [hurt, 'If you answered “Yes” to “Were you injured?”:'],
  [{ not: hurt }, 'If you didn’t answer “Yes” to “Were you injured?”:'],
  [{ not: { not: hurt } }, 'If you answered “Yes” to “Were you injured?”:'],
  [
    { question: 'place', is: ['road', 'work'] },
    'If you answered “On the road” or “At work” to “Where did it happen?”:',
  ],
  [{ question: 'loss', less_than: 1000 }, 'If your answer to “How much?” is less than £1,000:'],
  [{ not: { question: 'loss', less_than: 1000 } }, 'If your answer to “How much?” isn’t less than £1,000:'],
  [{ question: 'far', more_than: 2.5 }, 'If your answer to “How far?” is more than 2.5 miles:'],
  [{ question: 'when', less_than: '2026-02-01' }, 'If your answer to “When?” is before 1 February 2026:'],
  [{ question: 'when', more_than: '2026-02-01' }, 'If your answer to “When?” is after 1 February 2026:'],
  [
    { not: { question: 'when', more_than: '2026-02-01' } },
    'If your answer to “When?” isn’t after 1 February 2026:',
  ],
  [{ question: 'when', answered: true }, 'If you answered “When?”:'],
  [{ question: 'when', answered: false }, 'If you didn’t answer “When?”:'],
  [{ not: { question: 'when', answered: false } }, 'If you answered “When?”:'],
  [{ question: 'terms', answered: true }, 'If you ticked “I agree”:'],
  [{ question: 'terms', is: 'no' }, 'If you didn’t tick “I agree”:'],
  [
    { all: [hurt, work] },
    'If you answered “Yes” to “Were you injured?” and you answered “At work” to “Where did it happen?”:',
  ],
  [
    { not: { any: [hurt, work] } },
    'If you didn’t answer “Yes” to “Were you injured?” and you didn’t answer “At work” to “Where did it happen?”:',
  ],
  [
    { all: [hurt, { any: [road, { question: 'far', more_than: 1 }] }] },
    'If you answered “Yes” to “Were you injured?” and ' +
      '(you answered “On the road” to “Where did it happen?” or your answer to “How far?” is more than 1 miles):',
  ],
  // The answer to a hidden question is known.
  [isFromPoster, false],
  [{ not: isFromPoster }, true],
  [{ any: [isFromPoster, hurt] }, 'If you answered “Yes” to “Were you injured?”:'],
  [{ all: [isFromPoster, hurt] }, false],
])('%j is worded as %s', (condition, text) => {
  expect(describeIn('en', condition)).toBe(text);
});

test('a condition that only the address decides is met by it', () => {
  expect(describeIn('en', { all: [isFromPoster, { not: { question: 'from', is: 'web' } }] }, 'poster')).toBe(
    true,
  );
});

test.each([
  [
    'ar',
    '\u2068أجبت عن \u2068\u200f«\u2068Were you injured?\u2069»\u2069 بـ \u2068\u200f«\u2068نعم\u2069»\u2069\u2069',
  ],
  ['cy', 'Os mai “Ie” yw eich ateb i “Were you injured?”:'],
  ['de', 'Wenn Sie auf „Were you injured?“ mit „Ja“ geantwortet haben:'],
  ['es', 'Si ha respondido «Sí» a «Were you injured?»:'],
  ['fr', 'Si vous avez répondu «\u00a0Oui\u00a0» à «\u00a0Were you injured?\u00a0»\u00a0:'],
  ['pl', 'Jeśli odpowiedź na pytanie „Were you injured?” to „Tak”:'],
])('in the language %s, too', (lang, text) => {
  expect(describeIn(lang, hurt)).toContain(text);
});
