import { describe, expect, test } from 'vitest';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { findEndingHours, findFull, type Space } from './inspection.ts';

describe('closed days whose dates run out', () => {
  const week = { mon: ['09:00-17:30'] };
  const hoursWith = (closed: string[], time_zone = 'Europe/London') => ({ time_zone, week, closed });
  const foundAt = (at: string, config: object) =>
    findEndingHours(validConfig({ ...exampleConfig, ...config }), Date.parse(at));

  test.each<[string, string[], string, string | undefined]>([
    ['a day ago', ['2026-04-03', '2026-04-06', '2026-01-02'], '2026-04-07T00:00Z', 'has passed'],
    ['years ago', ['2026-04-06', '12-25'], '2029-01-01T00:00Z', 'has passed'],
    ['today', ['2026-04-06'], '2026-04-06T22:59Z', 'is less than 30 days ahead'],
    ['29 days ahead', ['2026-04-06', '2025-12-25'], '2026-03-08T00:00Z', 'is less than 30 days ahead'],
    ['30 days ahead', ['2025-12-25', '2026-04-06'], '2026-03-07T23:59Z', undefined],
    ['of each year', ['12-25', '01-01'], '2026-12-25T00:00Z', undefined],
    ['nowhere, because there is none', [], '2026-12-25T00:00Z', undefined],
  ])('the last one is %s', (_, closed, at, problem) => {
    const found = foundAt(at, { hours: hoursWith(closed) });
    expect(found.map(each => each.problem)).toEqual(
      problem === undefined
        ? []
        : [expect.stringContaining(`The last date in hours.closed, 2026-04-06, ${problem}`)],
    );
  });

  test('the firm’s clock decides which day it is', () => {
    const at = '2026-04-06T13:00Z'; // Already the 7th in Auckland.
    for (const [zone, problem] of [
      ['Pacific/Auckland', 'has passed'],
      ['Pacific/Honolulu', 'is less than'],
    ] as const)
      expect(foundAt(at, { hours: hoursWith(['2026-04-06'], zone) })).toMatchObject([
        { problem: expect.stringContaining(problem) },
      ]);
  });

  test('each list is named once: the one at the top, and those of case types', () => {
    const { injury, other } = exampleConfig.case_types;
    const config = {
      hours: hoursWith(['2026-04-06']),
      case_types: { injury, other: { ...other, hours: hoursWith(['2026-05-04']) } },
    };
    expect(foundAt('2026-06-01T12:00Z', config).map(({ problem }) => problem.split(',')[0])).toEqual([
      'The last date in hours.closed',
      'The last date in case_types.other.hours.closed',
    ]);
    expect(foundAt('2026-06-01T12:00Z', { case_types: config.case_types })).toHaveLength(1);
  });
});

describe('space that runs out', () => {
  const GiB = 2 ** 30;
  const disk = (freeBytes: number): Space => ({ limit: 'disk', used: 40 * GiB - freeBytes, most: 40 * GiB });

  test.each<[string, Space, object[]]>([
    ['a disk with room', disk(GiB), []],
    [
      'a disk that is nearly full',
      disk(GiB / 3),
      [{ subject: 'disk', level: 'warning', command: 'df -h /data' }],
    ],
    [
      'a disk that is too full for files',
      disk(GiB / 5),
      [{ level: 'failed', problem: expect.stringContaining('too full for files: 205 MiB of 40 GiB free') }],
    ],
    ['a disk with inodes', { limit: 'inodes', used: 60_000, most: 65_536 }, []],
    [
      'a disk that has nearly no inodes',
      { limit: 'inodes', used: 64_000, most: 65_536 },
      [{ which: 'inodes', level: 'warning', command: 'df -i /data' }],
    ],
    [
      'a disk that has no inodes',
      { limit: 'inodes', used: 65_536, most: 65_536 },
      [{ level: 'failed', problem: expect.stringContaining('too full for files: 0 of 65,536 inodes free') }],
    ],
    ['a limit that is used to 89 %', { limit: 'ENQUIRY_OUTBOX_MOST', used: 89, most: 100 }, []],
    [
      'a limit that is used to 90 %',
      { limit: 'ENQUIRY_OUTBOX_MOST', used: 90, most: 100 },
      [{ subject: 'limit', level: 'warning', command: 'npx enquiry-form outbox list' }],
    ],
    ['a limit that is reached', { limit: 'ENQUIRY_OUTBOX_MOST', used: 10, most: 10 }, [{ level: 'failed' }]],
  ])('%s', (_, space, found) => {
    expect(findFull([space], { folder: '/data', isRefusing: false })).toMatchObject(found);
  });

  test('a disk whose reserve is used up', () => {
    expect(findFull([disk(GiB / 5)], { folder: '/data', isRefusing: true })).toMatchObject([
      { level: 'failed', problem: expect.stringContaining('full, so visitors can send nothing: 205 MiB') },
    ]);
  });
});
