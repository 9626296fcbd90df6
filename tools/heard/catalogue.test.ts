import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heardMessages, messagesOf } from './catalogue.ts';

const read = (name: string) => readFileSync(`docs/accessibility/heard-${name}.txt`, 'utf8').split('\n');

test('the recording in another language has the messages of the English one', async () => {
  const inEnglish = heardMessages(read('firefox-en'), await messagesOf('en'));
  expect(inEnglish.size).toBeGreaterThan(50);
  const inArabic = heardMessages(read('firefox-ar'), await messagesOf('ar'));
  expect(inEnglish.difference(inArabic)).toEqual(new Set());
});

test('a message is heard with any value, in each plural form, and not as a part of a longer one', async () => {
  const messages = await messagesOf('en');
  const heard = (line: string) => [...heardMessages(['Tab', `    "${line}"`], messages)];
  expect(heard('Thank you, Ada. We’ve received your enquiry.')).toEqual(['thanks']);
  expect(heard('There are 2 more questions.')).toEqual(['moreQuestions']);
  expect(heard('Ersten Namen eingeben')).toEqual([]);
});
