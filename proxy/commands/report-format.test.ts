import { expect, test } from 'vitest';
import { formatCsv, formatTable } from './report-format.ts';

test('a table is aligned and has a total', () => {
  const rows = [
    { value: 'spring sale', enquiries: 1_200 },
    { value: '', enquiries: 7 },
  ];
  expect(formatTable('campaign', rows)).toBe(
    'campaign     enquiries\nspring sale       1200\n(none)               7\ntotal             1207\n',
  );
  expect(formatTable('case_type', [{ value: 'injury', enquiries: 1 }])).toContain('case type  enquiries\n');
});

test.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['spring, summer', '"spring, summer"'],
  ['the "big" sale', '"the ""big"" sale"'],
  ['=HYPERLINK("https://evil.example")', '"\'=HYPERLINK(""https://evil.example"")"'],
  ['+44', '"\'+44"'],
  ['-1+1', '"\'-1+1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['＝1+1', '"\'＝1+1"'],
  ["'=1", '"\'=1"'],
  ['', ''],
])('the value %s is safe in a spreadsheet', (value, cell) => {
  expect(formatCsv('campaign', [{ value, enquiries: 3 }])).toBe(`\ufeffcampaign,enquiries\r\n${cell},3\r\n`);
});
