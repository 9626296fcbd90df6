import { expect, test } from 'vitest';
import { diffTranscripts, formatStep, type Utterance } from './transcript.ts';

const speech = (text: string): Utterance => ({ kind: 'speech', text });
const live = (text: string): Utterance => ({ kind: 'live', text });

test('a step is written with everything that is said after it', () => {
  expect(formatStep('Tab', [speech('First name entry.'), speech('Focus mode')])).toEqual([
    'Tab',
    '    "First name entry."',
    '    "Focus mode"',
  ]);
  expect(formatStep('Tab', [])).toEqual(['Tab', '    (nothing)']);
});

test('the order of focus and live regions makes no difference', () => {
  const [focus, sending] = [speech('Send button.'), live('Sending…')];
  expect(formatStep('Return', [sending, focus])).toEqual(formatStep('Return', [focus, sending]));
  expect(formatStep('Return', [sending, focus]).at(-1)).toBe('    "Sending…" (live)');
});

test('the order of announcements makes no difference', () => {
  const [call, email] = [live('Call us'), live('Email us')];
  expect(formatStep('Return', [email, call])).toEqual(formatStep('Return', [call, email]));
});

test.each([
  ['a reference', 'Your reference 7K2PQ-2M9XD.', 'Your reference XXXXX-XXXXX.'],
  ['a time', 'You sent this at 14:02.', 'You sent this at 00:00.'],
  ['a time in Arabic digits', 'أرسلت في ١٤:٠٢', 'أرسلت في 00:00'],
  ['a port', 'http://127.0.0.1:41234/ link.', 'http://127.0.0.1/ link.'],
  ['a no-break space', 'Error:\u00a0Enter a date', 'Error: Enter a date'],
  ['the isolates around a name', 'شكرًا \u2068Ada\u2069', 'شكرًا Ada'],
])('%s is written the same in every run', (_, text, written) => {
  expect(formatStep('Down', [speech(text)])[1]).toBe(`    "${written}"`);
});

test.each<[string, Utterance]>([
  ['a description that changes later', { kind: 'description', text: 'Error: Enter a date' }],
  ['the value of a date while it is typed', speech('0020')],
  ['which list was left', speech('leaving list.')],
  ['the progress of an upload', live('25% of your files uploaded.')],
  ['the progress of an upload in Arabic', live('٢٥٪ من ملفاتك')],
])('%s is left out', (_, utterance) => {
  expect(formatStep('Tab', [utterance, speech('Year spin button.')])).toEqual([
    'Tab',
    '    "Year spin button."',
  ]);
});

const transcript = [
  '== The form',
  'Tab',
  '    "First name"',
  'Tab',
  '    "Last name"',
  '== Send',
  'Return',
  '    "Thanks"',
];

test('equal transcripts have no difference', () => {
  expect(diffTranscripts(transcript, [...transcript])).toEqual([]);
});

test('a difference is printed below its section and step', () => {
  const changed = transcript.with(4, '    "Surname"').toSpliced(7, 1);
  expect(diffTranscripts(transcript, changed)).toEqual([
    '  == The form',
    '  Tab',
    '-     "Last name"',
    '+     "Surname"',
    '  == Send',
    '  Return',
    '-     "Thanks"',
  ]);
});

test('added steps and a transcript without a predecessor are differences', () => {
  expect(diffTranscripts(['Tab', '    "a"'], ['Tab', '    "a"', 'Tab', '    "b"'])).toEqual([
    '+ Tab',
    '+     "b"',
  ]);
  expect(diffTranscripts([], ['== Send', 'Tab'])).toEqual(['+ == Send', '+ Tab']);
});
