import { describe, expect, test } from 'vitest';
import { Attachment, type AttachmentEvent, type AttachmentState, nextState } from './attachment.ts';

const events: AttachmentEvent[] = ['check', 'choose', 'refuse', 'queue', 'start', 'complete', 'fail'];

/** Each row has the next state for each of the events above; '-': the event is invalid. */
const table: Record<AttachmentState, string[]> = {
  checking: ['-', 'chosen', 'refused', '-', '-', '-', '-'],
  chosen: ['checking', '-', 'refused', 'waiting', '-', '-', '-'],
  refused: ['checking', 'chosen', '-', '-', '-', '-', '-'],
  waiting: ['-', '-', '-', '-', 'uploading', '-', '-'],
  uploading: ['-', '-', 'refused', '-', '-', 'sent', 'failed'],
  sent: ['-', '-', '-', '-', '-', '-', '-'],
  failed: ['-', '-', '-', 'waiting', '-', '-', '-'],
  missing: ['-', '-', '-', '-', '-', '-', '-'],
};

const rows = Object.entries(table).flatMap(([state, row]) =>
  events.map((event, at) => [event, state, row[at]] as [AttachmentEvent, AttachmentState, string]),
);

test.each(rows)('%s while %s leads to %s', (event, state, next) => {
  if (next === '-') expect(() => nextState(state, event)).toThrow(`${event} is invalid while ${state}`);
  else expect(nextState(state, event)).toBe(next);
});

describe('an attachment', () => {
  test('keeps its key over every attempt, and its code only while it is refused or failed', () => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    const { key } = attachment;
    attachment.apply('choose');
    attachment.apply('queue');
    attachment.apply('start');
    attachment.apply('fail', 'network');
    expect(attachment.code).toBe('network');
    attachment.apply('queue');
    expect(attachment).toMatchObject({ state: 'waiting', code: '', key });
  });

  test('keeps its name, its key and whether it was sent for a reload', () => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    attachment.apply('choose');
    const missing = { name: 'letter.pdf', key: attachment.key, state: 'missing' };
    expect(attachment.stored).toEqual(missing);
    attachment.apply('queue');
    attachment.apply('start');
    attachment.apply('complete');
    expect(attachment.stored).toEqual({ ...missing, state: 'sent' });
    expect(Attachment.restore(attachment.stored)).toMatchObject({ state: 'sent', key: attachment.key });
  });

  test('stays as it is when an event is invalid', () => {
    const attachment = new Attachment(new File(['x'], 'letter.pdf'));
    attachment.apply('refuse', 'empty');
    expect(() => attachment.apply('start')).toThrow();
    expect(attachment).toMatchObject({ state: 'refused', code: 'empty' });
  });
});
