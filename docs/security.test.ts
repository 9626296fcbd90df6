import { expect, test } from 'vitest';
import { citedTags } from './cited-tags.ts';
import { read, rowsIn } from './markdown.ts';

const rows = rowsIn(read('docs/asvs.md'));

test('every claim has tests, evidence or a reason, and every claim that is met has a document', () => {
  const results = ['tested', 'met', 'platform', 'operator', 'n/a', 'not met'];
  expect(
    rows.filter(
      ([, , result = '', evidence = '']) =>
        !results.includes(result) ||
        (result !== 'tested' && evidence === '') ||
        (result === 'met' && !evidence.includes('](')),
    ),
  ).toEqual([]);
  expect(citedTags('asvs').length).toBeGreaterThan(70);
});

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. They come first in each section. */
const counts =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 ' +
  '8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 ' +
  '11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 ' +
  '16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';
const numbersOf = (part: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `${part}.${first + at}`);

test('every requirement of levels 1 and 2 is listed once', () => {
  const all = counts.split(' ').flatMap(each => {
    const [part = '', count] = each.split(':');
    return numbersOf(part, 1, Number(count));
  });
  const listed = rows.flatMap(([numbers = '']) =>
    numbers.split(', ').flatMap(each => {
      const [first = '', last = first] = each.split('–');
      const at = (number: string) => Number(number.split('.')[2]);
      return numbersOf(first.split('.', 2).join('.'), at(first), at(last));
    }),
  );
  expect(all).toHaveLength(253);
  expect(listed.toSorted()).toEqual(all.toSorted());
});
