import { expect, test } from 'vitest';
import { draftLifetimeMs, readDraft, writeDraft } from './draft-storage.ts';

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
  writeDraft(storage, 'page', '0', 1_000, { values, request, isUnderWay: true });
  expect(readDraft(storage, 'page', '0', 1_000 + draftLifetimeMs - 1)).toMatchObject({
    values,
    request,
    isUnderWay: true,
  });
  expect(readDraft(storage, 'page', '0', 1_000 + draftLifetimeMs)).toBeUndefined();
});

test('each form of a page has its own draft, and deleting the last one removes the key', () => {
  const storage = storageOf(null);
  writeDraft(storage, 'page', '0', 0, { values });
  writeDraft(storage, 'page', 'top', 0, { values: { forename: ['Grace'] } });
  expect(readDraft(storage, 'page', '0', 0)?.values).toEqual(values);
  expect(readDraft(storage, 'page', 'top', 0)?.values).toEqual({ forename: ['Grace'] });
  expect(readDraft(storage, 'page', 'constructor', 0)).toBeUndefined();
  writeDraft(storage, 'page', '0', 0, undefined);
  writeDraft(storage, 'page', 'top', 0, undefined);
  expect(storage().getItem('page')).toBeNull();
});

test('an expired draft is deleted when another is written', () => {
  const storage = storageOf(null);
  writeDraft(storage, 'page', '0', 0, { values });
  writeDraft(storage, 'page', '1', draftLifetimeMs, { values });
  expect(storage().getItem('page')).not.toContain('"0":{');
});

test.each(['', 'not JSON', 'null', '[]', '5', '{"0":null}', '{"0":{"at":"x"}}', '{"0":{"values":{}}}'])(
  'other content, %j, is no draft and is overwritten',
  text => {
    const storage = storageOf(text);
    expect(readDraft(storage, 'page', '0', draftLifetimeMs)).toBeUndefined();
    writeDraft(storage, 'page', '0', draftLifetimeMs, { values });
    expect(readDraft(storage, 'page', '0', draftLifetimeMs)?.values).toEqual(values);
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
  expect(readDraft(blocked, 'page', '0', 0)).toBeUndefined();
  expect(() => writeDraft(blocked, 'page', '0', 0, { values })).not.toThrow();
  expect(() => writeDraft(full, 'page', '0', 0, { values })).not.toThrow();
});
