import { expect, test } from 'vitest';
import { capitalise } from './receipt-copy.ts';

test.each([
  ['ada', 'Ada'],
  ['ADA', 'Ada'],
  ['anne-marie', 'Anne-Marie'],
  ['MARY JANE', 'Mary Jane'],
  ['o’neill', 'O’Neill'],
  ["O'NEILL", "O'Neill"],
  ['sa’id', 'Sa’id'],
  ['ʻokina', 'ʻOkina'],
  ['MCDONALD', 'McDonald'],
  ['van der berg', 'Van der Berg'],
  ['JAN VAN DER BERG', 'Jan van der Berg'],
  ['anna k. smith', 'Anna K. Smith'],
  ['a.j.', 'A.J.'],
  ['j', 'J'],
  ['élodie', 'Élodie'],
  ['strauß', 'Strauß'],
  ['ΓΙΩΡΓΟΣ', 'Γιωργος'],
  ['ольга', 'Ольга'],
])('“%s” is greeted as “%s”', (name, greeted) => {
  expect(capitalise(name)).toBe(greeted);
});

test.each([
  ['has both small and capital letters', 'McGuinness', 'von Weizsäcker', 'Te\u2019Shawn', 'DeShawn'],
  ['may be initials', 'JJ', 'A'],
  ['is in a script without capitals at the start of a name', 'გიორგი', 'علي', '小明', 'אדה'],
  ['has letters that don’t survive the change', 'İBRAHİM'],
  ['has no letters', '', '–', '1'],
])('a name that %s is as the visitor writes it', (_, ...names) => {
  for (const name of names) expect(capitalise(name)).toBe(name);
});
