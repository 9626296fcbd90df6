// Which messages of a language's catalogue are in a transcript.
import type { Messages } from '../../proxy/contract/languages/en.ts';
import type { Message } from '../../proxy/contract/languages/language.ts';

/** A message that is also a part of what Chromium says: "No file chosen". */
const ofBrowser = 'no';

/** The messages of a language. */
export async function messagesOf(lang: string): Promise<Messages> {
  return (await import(`../../proxy/contract/languages/${lang}.ts`)).messages;
}

/** The keys of the messages that are heard in a transcript. A message that is only heard as a part of a longer one doesn't
 * count. */
export function heardMessages(transcript: string[], messages: Messages): Set<string> {
  const texts = Object.entries(messages)
    .flatMap(([key, message]: [string, Message]) =>
      (typeof message === 'string' ? [message] : Object.values(message)).map(text => ({ key, text })),
    )
    .filter(({ key, text }) => key !== ofBrowser && countLetters(text) > 0)
    .toSorted((one, other) => countLetters(other.text) - countLetters(one.text));
  let speech = transcript.filter(line => line.startsWith(' ')).join('\n');
  const heard = new Set<string>();
  for (const { key, text } of texts) {
    const without = speech.replaceAll(
      patternOf(text),
      (_, ...values) => `…${values.slice(0, -2).join('…')}…`,
    );
    if (without !== speech) heard.add(key);
    speech = without;
  }
  return heard;
}

/** A message as transcripts have it, with anything in place of its placeholders, such as another message. */
function patternOf(text: string): RegExp {
  const pieces = text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s/g, ' ')
    .split(/\{\w+\}/);
  return new RegExp(`(?<!\\p{L})${pieces.map(RegExp.escape).join('(.+?)')}(?!\\p{L})`, 'gu');
}

const countLetters = (text: string) => text.replaceAll(/\{\w+\}|\P{L}/gu, '').length;
