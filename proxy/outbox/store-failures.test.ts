import { expect, test, vi } from 'vitest';
import { ada, createProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';
import { CommitUnconfirmed } from '../database/group-commit.ts';
import { logStoreFailure } from './outbox.ts';

const diskFull = Object.assign(new Error('could not extend file: No space left on device'), {
  code: '53100',
});

test('a full disk of the database has a message of its own, in a request and outside of one', async () => {
  const proxy = await createProxyUnderTest();
  vi.spyOn(proxy.outbox.intake, 'add').mockRejectedValueOnce(diskFull);
  expect((await proxy.postEnquiry(ada)).status).toBe(503);
  expect(proxy.log()).toContain('"msg":"database disk full"');
  await proxy.stop();

  const messages: string[] = [];
  const log = { error: (_: unknown, message: string) => messages.push(message) };
  for (const error of [new CommitUnconfirmed('', { cause: diskFull }), new Error('connection lost')])
    logStoreFailure(log as never, error);
  expect(messages).toEqual(['database disk full', 'outbox unavailable']);
});
