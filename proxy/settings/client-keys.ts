import { z } from 'zod';
import { minSecretLength } from './generated-secret.ts';

/** The key of a server application, which may send enquiries without a page. */
export interface ClientKey {
  /** Stands for the application in the log and the metrics. */
  name: string;
  key: string;
}

/** Parses the content of ENQUIRY_CLIENT_KEYS_FILE. Its errors have the numbers of lines and no text, because any text may
 * be a key. */
export const clientKeys = z.string().transform((content, context): ClientKey[] => {
  const lineOfName = new Map<string, number>();
  const lineOfKey = new Map<string, number>();
  const keys: ClientKey[] = [];
  for (const [index, text] of content.split('\n').entries()) {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    const number = index + 1;
    const report = (message: string) =>
      context.addIssue({ code: 'custom', message: `line ${number} ${message}` });
    const [, name, key = ''] = /^([\w.-]{1,60})=(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      report('must be NAME=KEY: the name has 1 to 60 letters, digits, dots, hyphens and underscores');
      continue;
    }
    const sameName = lineOfName.get(name);
    const sameKey = lineOfKey.get(key);
    if (sameName !== undefined) report(`has the same name as line ${sameName}: use another one`);
    if (!/^[!-~]*$/.test(key)) report('must have a key of printable ASCII characters without spaces');
    else if (key.length < minSecretLength)
      report(`must have a key of at least ${minSecretLength} characters`);
    else if (sameKey !== undefined) report(`has the same key as line ${sameKey}: generate another one`);
    lineOfName.set(name, number);
    lineOfKey.set(key, number);
    keys.push({ name, key });
  }
  return keys;
});
