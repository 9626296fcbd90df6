import { describe, expect, test } from 'vitest';
import { Attachment, type AttachmentState } from './attachment.ts';

const states = [
  'checking',
  'chosen',
  'refused',
  'waiting',
  'uploading',
  'sent',
  'failed',
  'missing',
] as const;

/** The ways from `checking` to each state, and the states that can follow it. A file from before a reload is `missing`. */
const table: [path: AttachmentState[], possible: AttachmentState[]][] = [
  [[], ['chosen', 'refused']],
  [['chosen'], ['checking', 'refused', 'waiting']],
  [['refused'], ['checking', 'chosen', 'refused']],
  [['chosen', 'waiting'], ['uploading']],
  [
    ['chosen', 'waiting', 'uploading'],
    ['sent', 'refused', 'failed'],
  ],
  [['chosen', 'waiting', 'uploading', 'sent'], []],
  [['chosen', 'waiting', 'uploading', 'failed'], ['waiting']],
];

test.each(table)('after %j, a file can become %j', (path, possible) => {
  const canBecome = (state: AttachmentState) => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    for (const each of path) attachment.become(each);
    try {
      attachment.become(state);
      return true;
    } catch {
      return false;
    }
  };
  expect(states.filter(canBecome).sort()).toEqual(possible.sort());
});

describe('an attachment', () => {
  test('keeps its key over every attempt, and its code only while it is refused or failed', () => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    const { key } = attachment;
    attachment.become('chosen');
    attachment.become('waiting');
    attachment.become('uploading');
    attachment.become('failed', 'network');
    expect(attachment.code).toBe('network');
    attachment.become('waiting');
    expect(attachment).toMatchObject({ state: 'waiting', code: '', key });
  });

  test('keeps its name, its key and whether it was sent for a reload', () => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    attachment.become('chosen');
    const missing = { name: 'letter.pdf', key: attachment.key, state: 'missing' };
    expect(attachment.stored).toEqual(missing);
    attachment.become('waiting');
    attachment.become('uploading');
    attachment.become('sent');
    expect(attachment.stored).toEqual({ ...missing, state: 'sent' });
    expect(Attachment.restore(attachment.stored)).toMatchObject({ state: 'sent', key: attachment.key });
  });

  test('stays as it is when another state is impossible', () => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    attachment.become('refused', 'empty');
    expect(() => attachment.become('uploading')).toThrow();
    expect(attachment).toMatchObject({ state: 'refused', code: 'empty' });
  });
});
