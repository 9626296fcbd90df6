import { expect, test } from 'vitest';
import { readStored, storedLifetimeMs, writeStored } from './form-storage.ts';

const values = { forename: ['Ada'], 'answers.injuries': ['neck', 'arm'], 'answers.hurt': [] };

/** A storage with one entry. */
function storageOf(text: string | null): () => Storage {
  const one = {
    getItem: () => text,
    setItem: (_key: string, next: string) => {
      text = next;
    },
    removeItem: () => {
      text = null;
    },
  };
  return () => one as unknown as Storage; // The code uses nothing else.
}

test('a draft comes back as it was, for an hour', () => {
  const storage = storageOf(null);
  const request = { proxy: 'https://forms.example/', key: 'k', body: '{}' };
  writeStored(storage, 'page', '0', 1_000, { values, request, isUnderWay: true });
  expect(readStored(storage, 'page', '0', 1_000 + storedLifetimeMs - 1)).toMatchObject({
    values,
    request,
    isUnderWay: true,
  });
  expect(readStored(storage, 'page', '0', 1_000 + storedLifetimeMs)).toBeUndefined();
});

test('each form of a page has its own draft, and deleting the last one removes the key', () => {
  const storage = storageOf(null);
  writeStored(storage, 'page', '0', 0, { values });
  writeStored(storage, 'page', 'top', 0, { values: { forename: ['Grace'] } });
  expect(readStored(storage, 'page', '0', 0)).toMatchObject({ values });
  expect(readStored(storage, 'page', 'top', 0)).toMatchObject({ values: { forename: ['Grace'] } });
  expect(readStored(storage, 'page', 'constructor', 0)).toBeUndefined();
  writeStored(storage, 'page', '0', 0, undefined);
  writeStored(storage, 'page', 'top', 0, undefined);
  expect(storage().getItem('page')).toBeNull();
});

const receipt = { reference: '7K2PQ-2M9XD', upload_token: 'token-1' };
test.each<[string, object]>([
  ['a receipt that isn’t one', { receipt: true }],
  ['a receipt without a reference', { receipt: {}, proxy: '', sentAt: 0, files: [] }],
  ['a receipt without a time', { receipt, proxy: '', sentAt: 'x', files: [] }],
  ['a receipt without files', { receipt, proxy: '', sentAt: 0 }],
  ['a receipt with a file that isn’t one', { receipt, proxy: '', sentAt: 0, files: [null] }],
  ['a receipt without a proxy', { receipt, sentAt: 0, files: [] }],
  ['a draft whose values aren’t lists', { values: { forename: 'Ada' } }],
  ['a draft whose values aren’t values', { values: true }],
  ['a draft with another kind of request', { values, request: {} }],
  ['a draft with another kind of files', { values, files: 5 }],
])('%s is ignored', (_, stored) => {
  const storage = storageOf(JSON.stringify({ 0: { ...stored, at: 0 } }));
  expect(readStored(storage, 'page', '0', 0)).toBeUndefined();
});

test('a receipt comes back for an hour after it was sent, however often it is written', () => {
  const storage = storageOf(null);
  const receipt = {
    receipt: {
      reference: '7K2PQ-2M9XD',
      status: 'accepted' as const,
      upload_token: 'token-1',
      attachments: { max_files: 3, max_bytes: 10_000, strip_metadata: 'none' as const },
    },
    proxy: 'https://forms.example/',
    sentAt: 1_000,
    files: [{ name: 'plan.pdf', key: 'k', state: 'sent' as const }],
  };
  writeStored(storage, 'page', '0', 1_000, receipt);
  writeStored(storage, 'page', '0', 60_000, receipt);
  expect(readStored(storage, 'page', '0', 1_000 + storedLifetimeMs - 1)).toMatchObject(receipt);
  expect(readStored(storage, 'page', '0', 1_000 + storedLifetimeMs)).toBeUndefined();
});

test('an expired draft is deleted when another is written', () => {
  const storage = storageOf(null);
  writeStored(storage, 'page', '0', 0, { values });
  writeStored(storage, 'page', '1', storedLifetimeMs, { values });
  expect(storage().getItem('page')).not.toContain('"0":{');
});

test.each(['', 'not JSON', 'null', '[]', '5', '{"0":null}', '{"0":{"at":"x"}}', '{"0":{"values":{}}}'])(
  'other content, %j, is no draft and is overwritten',
  text => {
    const storage = storageOf(text);
    expect(readStored(storage, 'page', '0', storedLifetimeMs)).toBeUndefined();
    writeStored(storage, 'page', '0', storedLifetimeMs, { values });
    expect(readStored(storage, 'page', '0', storedLifetimeMs)).toMatchObject({ values });
  },
);

test('a blocked or full storage is ignored', () => {
  const blocked = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const full = () =>
    ({
      getItem: () => null,
      setItem: blocked,
    }) as unknown as Storage;
  expect(readStored(blocked, 'page', '0', 0)).toBeUndefined();
  expect(() => writeStored(blocked, 'page', '0', 0, { values })).not.toThrow();
  expect(() => writeStored(full, 'page', '0', 0, { values })).not.toThrow();
});
