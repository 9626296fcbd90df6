import { type Config, configSchema } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import type { ConfigurationError } from './configuration-error.ts';
import { question, questionKeys } from './question-config.ts';
import { parseBySchema } from './schema-errors.ts';

/** Parses the text of `enquiry.config.json`. Returns every configuration error. */
export function parseConfig(json: string): { config: Config } | { errors: ConfigurationError[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch (error) {
    const { message } = error as Error; // The message includes the position.
    return { errors: [{ path: 'the file', message: `is not valid JSON: ${message}` }] };
  }
  const result = parseBySchema(configSchema, raw, explainUnknownKey);
  const errors = [
    ...('errors' in result ? result.errors : []),
    ...findInconsistencies(raw, each => question.safeParse(each).data),
  ];
  return 'parsed' in result && errors.length === 0 ? { config: result.parsed } : { errors };
}

function explainUnknownKey(path: PropertyKey[]): string | undefined {
  const isOfQuestion = path.at(-3) === 'questions' && typeof path.at(-2) === 'number';
  return isOfQuestion && questionKeys.has(String(path.at(-1)))
    ? 'is not a setting of this type of question: remove it'
    : undefined;
}
