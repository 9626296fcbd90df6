import { type Config, configSchema } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import type { ConfigurationError } from './configuration-error.ts';
import { question, questionKeys } from './question-config.ts';
import { parseBySchema } from './schema-errors.ts';

/** No config needs as many levels. The limit exists because the functions that read a config are recursive. */
const maxLevels = 100;

/** Parses the text of `enquiry.config.json`. Returns every configuration error. */
export function parseConfig(json: string): { config: Config } | { errors: ConfigurationError[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch (error) {
    const { message } = error as Error; // The message includes the position.
    return { errors: [{ path: 'the file', message: `is not valid JSON: ${message}` }] };
  }
  if (isDeeperThan(maxLevels, raw))
    return { errors: [{ path: 'the file', message: `must have at most ${maxLevels} levels of nesting` }] };
  const result = parseBySchema(configSchema, raw, explainUnknownKey);
  const errors = [
    ...('errors' in result ? result.errors : []),
    ...findInconsistencies(raw, each => question.safeParse(each).data),
  ];
  return 'parsed' in result && errors.length === 0 ? { config: result.parsed } : { errors };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some(each => isDeeperThan(levels - 1, each));
}

function explainUnknownKey(path: PropertyKey[]): string | undefined {
  const isOfQuestion = path.at(-3) === 'questions' && typeof path.at(-2) === 'number';
  return isOfQuestion && questionKeys.has(String(path.at(-1)))
    ? 'is not a setting of this type of question: remove it'
    : undefined;
}
