import { expect, test } from 'vitest';
import { validConfig } from '../settings/settings-for-tests.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { createDefinitions, type DefinitionArchive } from './definitions.ts';

const createArchive = (kept = new Map<string, string>()): DefinitionArchive => ({
  async keepDefinitions(definitions) {
    for (const { hash, definition } of definitions) kept.set(hash, definition);
  },
  definition: async hash => kept.get(hash),
});
const inBoth = (text: string) => ({ en: text, cy: `${text} (cy)` });

test('every text of a definition is translated', async () => {
  const config = validConfig({
    origins: [],
    privacy: { text: inBoth('Private'), url: 'https://www.example.com', url_label: inBoth('Read it') },
    receipt: { contact: inBoth('Call us') },
    case_types: {
      a: {
        label: inBoth('A'),
        introduction: inBoth('Intro'),
        next: inBoth('Next'),
        send_label: inBoth('Send'),
        steps: [{ title: inBoth('Step'), questions: ['speed', 'choice', 'terms', 'name'] }],
        questions: [
          {
            id: 'speed',
            type: 'number',
            label: inBoth('Speed'),
            heading: inBoth('Heading'),
            help: inBoth('Help'),
            unit: inBoth('mph'),
            error: inBoth('Enter it'),
          },
          {
            id: 'choice',
            type: 'radio',
            label: inBoth('Choice'),
            error: { required: inBoth('Choose one'), not_an_option: 'One of these' },
            options: [
              'plain',
              {
                value: 'abroad',
                label: inBoth('Abroad'),
                ends: {
                  text: inBoth('Sorry'),
                  url: 'https://www.example.com',
                  url_label: inBoth('Ask them'),
                },
              },
            ],
          },
          {
            id: 'terms',
            type: 'consent',
            label: inBoth('Terms'),
            url: 'https://www.example.com',
            url_label: inBoth('Read them'),
          },
          { id: 'name', type: 'text', label: 'Name', error: 'Enter a name' },
        ],
      },
    },
  });
  const definitions = await createDefinitions(config, createArchive());
  const { definition: hash, ...welsh } = definitions.current('a', 'cy-GB')!;
  const { definition: sameHash, ...english } = definitions.current('a')!;
  expect(sameHash).toBe(hash);
  expect(english).toMatchObject({
    label: 'A',
    privacy: { text: 'Private', url: 'https://www.example.com', url_label: 'Read it' },
    receipt: { contact: 'Call us', identifier: 'reference', show_number: false },
    questions: [
      { heading: 'Heading', unit: 'mph', error: 'Enter it' },
      {
        error: { required: 'Choose one', not_an_option: 'One of these' },
        options: [{ value: 'plain', label: 'plain' }, { ends: { text: 'Sorry', url_label: 'Ask them' } }],
      },
      { url_label: 'Read them' },
      { error: 'Enter a name' },
    ],
  });
  const untranslated = JSON.stringify(welsh).match(/"(?:[A-Z][a-z ]+|mph)"/g);
  expect(untranslated).toEqual(['"One of these"', '"Name"', '"Enter a name"']);
  expect(JSON.stringify(welsh).replaceAll(' (cy)', '').replace('"lang":"cy"', '"lang":"en"')).toBe(
    JSON.stringify(english),
  );
});

test('a definition that an earlier release archived, without settings for the receipt, is still published', async () => {
  const earlier = canonicalJson({
    case_type: 'a',
    language: 'en',
    label: 'A',
    draft: true,
    contact: { surname: 'required', telephone_mobile: 'optional', email: 'required' },
    attachments: { max_files: 5, max_bytes: 1_000, strip_metadata: 'location' },
    questions: [{ id: 'q', type: 'text', label: { en: 'Q', cy: 'C' }, required: true }],
  });
  const hash = sha256(earlier);
  const config = validConfig({ origins: [], case_types: { a: { label: 'A' } } });
  const definitions = await createDefinitions(config, createArchive(new Map([[hash, earlier]])));
  expect(await definitions.published('a', hash)).toMatchObject({
    questions: [{ id: 'q', label: 'Q' }],
    receipt: { identifier: 'reference', show_number: false },
  });
});
