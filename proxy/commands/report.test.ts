import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { createProgramUnderTest, type ProgramUnderTest } from '../../tools/testing/proxy/program.ts';
import { formatCsv, formatTable } from './report.ts';

const dayMs = 24 * 3_600_000;
const dayAt = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

let program: ProgramUnderTest;
let run: ProgramUnderTest['run'];
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ run } = program);
});
afterEach(() => program.stop());

/** Adds enquiries on three days. The counts of the first two days are folded. */
async function addEnquiries() {
  const campaigns = [
    [40, '=1+1'],
    [2, 'spring'],
    [0, 'spring'],
    [0, ''],
  ] as const;
  for (const [n, [daysAgo, marketing_campaign]] of campaigns.entries()) {
    const outbox = await openSqliteOutbox(join(program.folder, 'data'), () => Date.now() - daysAgo * dayMs);
    await outbox.archive.foldCounts(0);
    const enquiry = newEnquiry(n);
    await outbox.intake.add({ ...enquiry, content: { ...enquiry.content, marketing_campaign } });
    await outbox.close();
  }
}

test('counts the enquiries of the last 30 days by day, with a total', async () => {
  await addEnquiries();
  const { out, code } = await run('report');
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(32);
  expect(lines[0]).toBe('day         enquiries');
  expect(lines.slice(-4)).toEqual([
    `${dayAt(2)}          1`,
    `${dayAt(1)}          0`,
    `${dayAt(0)}          2`,
    'total               3',
  ]);
});

test('counts by another dimension, since any day, as CSV and as JSON', async () => {
  await addEnquiries();
  const since = `--since ${dayAt(40)}`;
  expect((await run(`report --by campaign ${since} --csv`)).out).toBe(
    'campaign,enquiries\r\nspring,2\r\n,1\r\n"\'=1+1",1\r\n',
  );
  expect((await run(`report --by case-type ${since} --json`)).out).toBe(
    '{"case_type":"other","enquiries":4}\n',
  );
  expect((await run('report --by site --since 1d')).out).toBe(
    'site                     enquiries\nhttps://www.example.com          2\ntotal                            2\n',
  );
});

test('begins with the first day whose counts are kept', async () => {
  await addEnquiries();
  const { out } = await run('report --since 1026-02-01');
  expect(out.split('\n')[1]).toBe(`${dayAt(1_096)}          0`);
});

test('says when there were no enquiries', async () => {
  await run('check');
  const { out, code } = await run('report');
  expect(code).toBe(0);
  expect(out).toBe(`No enquiries were accepted since ${dayAt(29)} (UTC).\n`);
  const csv = await run('report --csv');
  expect(csv).toMatchObject({ code: 0, out: 'day,enquiries\r\n' });
  expect(csv.err).toContain('No enquiries were accepted');
  expect((await run('report --json')).out).toBe('[]\n');
});

test.each([
  ['report --since yesterday', '--since must be a number of days such as 30d, or a day such as 2026-02-01.'],
  ['report --since 0d', '--since must be'],
  ['report --since 2026-02-30', '--since must be'],
  ['report --by colour', '--by must be one of day, site, case-type, campaign, referer.'],
  ['report --csv --json', 'Use either --csv or --json, not both.'],
  ['report weekly', '"report" takes no arguments.'],
])('explains how to correct "%s"', async (words, advice) => {
  const { err, code } = await run(words);
  expect(code).toBe(2);
  expect(err).toContain(advice);
});

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
