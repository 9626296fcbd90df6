import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../proxy/contract/languages/enquiry-texts.ts';
import { heardMessages, messagesOf } from './catalogue.ts';
import { caseType, endingCaseType } from './journey.ts';

const read = (name: string) => readFileSync(`docs/accessibility/heard-${name}.txt`, 'utf8').split('\n');

test('the recording in another language has the messages of the English one', async () => {
  const inEnglish = heardMessages(read('firefox-en'), await messagesOf('en'));
  expect(inEnglish.size).toBeGreaterThan(50);
  const inArabic = heardMessages(read('firefox-ar'), await messagesOf('ar'));
  expect(inEnglish.difference(inArabic)).toEqual(new Set());
});

test.each([caseType, endingCaseType])('the form “$label.en” has a label in every language', ({ label }) => {
  expect(Object.keys(label).toSorted()).toEqual(languages);
});
