import { describe, expect, test } from 'vitest';
import type { Question } from '../../proxy/contract/definition.ts';
import type { Rule } from '../../proxy/contract/enquiry.ts';
import { files } from '../messages/en-files.ts';
import { later } from '../messages/en-later.ts';
import { photos } from '../messages/en-photos.ts';
import { formatMessage } from '../messages/format.ts';
import { fileSentence, problemLine, problemSentence, size, type TranslateLater } from './sentences.ts';

const words = { ...later, ...files, ...photos };
const translate: TranslateLater = (key, values = {}) => formatMessage('en-GB', words[key], values) ?? '';

const limits = { max_files: 5, max_bytes: 10_485_760, strip_metadata: 'location' } as const;
const question = (rest: Partial<Question>): Question => ({ id: 'q', label: 'Q?', type: 'text', ...rest });

test.each<[string, string, Partial<Question>, Rule]>([
  ['Enter your first name', 'forename', {}, 'required'],
  ['Enter an email address, like name@example.com', 'email', { type: 'email' }, 'required'],
  ['Enter an email address, like name@example.com', 'email', { type: 'email' }, 'not_an_email'],
  ['Enter an answer', 'answers.forename', {}, 'required'],
  ['Enter a date', 'answers.q', { type: 'date' }, 'required'],
  ['Choose an option', 'answers.q', { type: 'radio' }, 'required'],
  ['Choose at least one option', 'answers.q', { type: 'checkboxes' }, 'required'],
  ['Choose yes or no', 'answers.q', { type: 'yes_no' }, 'required'],
  ['Tick the box to go on', 'answers.q', { type: 'consent' }, 'required'],
  ['Keep it to 10,000 characters or fewer', 'answers.q', { max_length: 10_000 }, 'too_long'],
  ['Keep it to 30 characters or fewer', 'answers.q', { max_length: 30 }, 'too_long'],
  ['Enter 1,000 or less', 'answers.q', { type: 'number', max: 1000 }, 'too_large'],
  ['Enter 1 or more', 'answers.q', { type: 'number', min: 1 }, 'too_small'],
  ['Enter today or an earlier date', 'answers.q', { type: 'date', max: 'today' }, 'too_large'],
  ['Enter 1 February 2026 or a later date', 'answers.q', { type: 'date', min: '2026-02-01' }, 'too_small'],
  ['This was not accepted. Check it, or put it another way', 'email', { type: 'email' }, 'refused'],
])('says "%s"', (sentence, name, rest, rule) => {
  expect(problemSentence(translate, name, question(rest), rule)).toBe(sentence);
});

test.each([
  ['answers.when', 'When did it happen?', 'date', 'When did it happen? Enter a date'],
  ['answers.people', 'People', 'number', 'People: Enter a number'],
  ['forename', 'First name', 'text', 'Enter your first name'],
  ['answers.mail', 'Work email', 'email', 'Enter an email address, like name@example.com'],
] as const)('the summary names the question of %s, unless the sentence does', (name, label, type, line) => {
  expect(problemLine(translate, name, question({ label, type }), 'required')).toBe(line);
});

test.each([
  [1, 'One thing needs your attention'],
  [2, 'Two things need your attention'],
  [9, 'Nine things need your attention'],
  [12, '12 things need your attention'],
])('counts %i', (count, heading) => {
  expect(translate('problems', { count })).toBe(heading);
});

describe('a file that cannot be sent', () => {
  test.each([
    ['empty', 'a.pdf', 'This file is empty. Choose it again, or another one.'],
    ['too-large', 'a.pdf', 'This is over 10 MB. Make it smaller, or send a part of it.'],
    ['media', 'a.mov', 'Video and audio can’t be sent. Put a still in a PDF, or describe it above.'],
    [
      'unsupported-media-type',
      'a.doc',
      'This kind of file can’t be sent. Save it as a PDF, and choose that.',
    ],
    ['too-many-attachments', 'a.pdf', 'Only 5 files can be sent. Remove another to make room for this one.'],
    ['network', 'a.pdf', 'Didn’t go through. Your enquiry is safe.'],
  ])('because of %s', (code, name, sentence) => {
    expect(fileSentence(translate, code, name, limits)).toBe(sentence);
  });
  test('is told apart from its name', () => {
    const sentence = fileSentence(translate, 'unsupported-media-type', 'letter.PDF', limits);
    expect(sentence).toMatch(/^“letter.PDF” isn’t a PDF, JPEG, PNG or GIF inside\./);
  });
});

test.each([
  [1, '1 kB'],
  [204_800, '200 kB'],
  [2_516_582, '2.4 MB'],
  [10_485_760, '10 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(size(translate, bytes)).toBe(text);
});
