import { expect, test } from 'vitest';
import { hashMigrations, readReleasedMigrations } from './released-migrations.ts';

test('the migrations of a release never change, and none is removed', async () => {
  expect(await hashMigrations()).toMatchObject(readReleasedMigrations());
});

test('a migration is added after all that were released', async () => {
  const released = Object.keys(readReleasedMigrations());
  const all = Object.keys(await hashMigrations());
  expect(all).toEqual(all.toSorted());
  expect(all.slice(0, released.length)).toEqual(released);
});
