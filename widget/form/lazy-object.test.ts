import { expect, test, vi } from 'vitest';
import { lazy } from './lazy-object.ts';

test('a part that is loaded isn’t requested again', async () => {
  const importPart = vi.fn(async () => ({ create: () => 'created' }));
  const object = lazy(importPart);
  expect([await object.load(), await object.load()]).toEqual(['created', 'created']);
  expect(importPart).toHaveBeenCalledTimes(1);
});
