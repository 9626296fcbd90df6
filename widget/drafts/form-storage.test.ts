import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, storedLifetimeMs, writeStored } from './form-storage.ts';

const values = { forename: ['Ada'], 'answers.injuries': ['neck', 'arm'], 'answers.hurt': [] };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes a session storage with one entry. */
function storageOf(text: string | null) {
  const storage = {
    getItem: () => text,
    setItem: (_key: string, next: string) => {
      text = next;
    },
    removeItem: () => {
      text = null;
    },
  };
  vi.stubGlobal('sessionStorage', storage);
  return storage;
}

function readAt(now: number, place: string) {
  vi.setSystemTime(now);
  return readStored('page', place);
}

function writeAt(now: number, place: string, stored: Parameters<typeof writeStored>[2]) {
  vi.setSystemTime(now);
  writeStored('page', place, stored);
}

test('a draft comes back as it was, for an hour', { tags: 'wcag-2.2.1' }, () => {
  storageOf(null);
  const request = { proxy: 'https://forms.example/', key: 'k', body: '{}' };
  writeAt(1_000, '0', { values, request, isUnderWay: true });
  expect(readAt(1_000 + storedLifetimeMs - 1, '0')).toMatchObject({
    values,
    request,
    isUnderWay: true,
  });
  expect(readAt(1_000 + storedLifetimeMs, '0')).toBeUndefined();
});

test('each form of a page has its own draft, and deleting the last one removes the key', () => {
  const storage = storageOf(null);
  writeAt(0, '0', { values });
  writeAt(0, 'top', { values: { forename: ['Grace'] } });
  expect(readAt(0, '0')).toMatchObject({ values });
  expect(readAt(0, 'top')).toMatchObject({ values: { forename: ['Grace'] } });
  expect(readAt(0, 'constructor')).toBeUndefined();
  writeAt(0, '0', undefined);
  writeAt(0, 'top', undefined);
  expect(storage.getItem()).toBeNull();
});

test('a draft of another release is ignored', () => {
  const storage = storageOf(null);
  writeAt(0, '0', { values });
  expect(storage.getItem()).toContain('"version":1');
  storageOf(storage.getItem()!.replace('"version":1', '"version":0'));
  expect(readAt(0, '0')).toBeUndefined();
});

test('a receipt comes back for an hour after it was sent, however often it is written', () => {
  storageOf(null);
  const receipt = {
    caseType: 'house-move',
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
  writeAt(1_000, '0', receipt);
  writeAt(60_000, '0', receipt);
  expect(readAt(1_000 + storedLifetimeMs - 1, '0')).toMatchObject(receipt);
  expect(readAt(1_000 + storedLifetimeMs, '0')).toBeUndefined();
});

test('an expired draft is deleted when another is written', () => {
  const storage = storageOf(null);
  writeAt(0, '0', { values });
  writeAt(storedLifetimeMs, '1', { values });
  expect(storage.getItem()).not.toContain('"0":{');
});

test.each([
  '',
  'not JSON',
  'null',
  '[]',
  '5',
  '{"0":null}',
  '{"0":{"at":"x","version":1}}',
  '{"0":{"values":{}}}',
])('other content, %j, is no draft and is overwritten', text => {
  storageOf(text);
  expect(readAt(storedLifetimeMs, '0')).toBeUndefined();
  writeAt(storedLifetimeMs, '0', { values });
  expect(readAt(storedLifetimeMs, '0')).toMatchObject({ values });
});

test('a blocked or full storage is ignored', () => {
  const blocked = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked });
  expect(readAt(0, '0')).toBeUndefined();
  expect(() => writeAt(0, '0', { values })).not.toThrow();
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: blocked });
  expect(() => writeAt(0, '0', { values })).not.toThrow();
});
