import { describe, expect, test } from 'vitest';
import { Attachment } from './attachment.ts';

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
});
