import { expect, test, vi } from 'vitest';
import { repeatBytes } from '../../tools/testing/jpeg.ts';
import { search } from './pause.ts';

test('a long search lets the browser do other work', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  let turns = 0;
  let isDone = false;
  const takeTurns = () => {
    turns++;
    if (!isDone) setTimeout(takeTurns);
  };
  setTimeout(takeTurns);
  for await (const _ of search(repeatBytes('.', 10_000_000), 'x')) expect.unreachable();
  isDone = true;
  vi.restoreAllMocks();
  expect(turns).toBeGreaterThan(50);
});
