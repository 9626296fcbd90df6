import { type Config, configSchema, question } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import { type ConfigurationError, toConfigurationErrors } from './configuration-error.ts';

/** Parses the text of `enquiry.config.json`. Returns every configuration error. */
export function parseConfig(json: string): { config: Config } | { errors: ConfigurationError[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch (error) {
    const { message } = error as Error; // The message includes the position.
    return { errors: [{ path: 'the file', message: `is not valid JSON: ${message}` }] };
  }
  const parsed = configSchema.safeParse(raw);
  const errors = [
    ...(parsed.success ? [] : toConfigurationErrors(parsed.error)),
    ...findInconsistencies(raw, each => question.safeParse(each).data),
  ];
  return parsed.success && errors.length === 0 ? { config: parsed.data } : { errors };
}
