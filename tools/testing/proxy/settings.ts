// For tests: settings and configs that are known to be valid.
import type { Config } from '../../../proxy/settings/config.ts';
import { parseConfig } from '../../../proxy/settings/parse-config.ts';
import { parseEnvironment, type Settings } from '../../../proxy/settings/settings.ts';

/** Parses the variables, which may leave out the enquiry API. Throws when there are configuration errors. */
export function validSettings(variables: Record<string, string> = {}): Settings {
  const parsed = parseEnvironment({
    ENQUIRY_API_URL: 'https://api.example.com/rest/enquiries/v1',
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'secret',
    ...variables,
  });
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  const { settings } = parsed;
  return { ...settings, store: { ...settings.store, maxReserveBytes: 1_048_576 } };
}

/** Parses the config. Throws when there are configuration errors. */
export function validConfig(raw: object): Config {
  const parsed = parseConfig(JSON.stringify(raw));
  if (!parsed.config) throw new Error(JSON.stringify(parsed.mistakes));
  return parsed.config;
}
