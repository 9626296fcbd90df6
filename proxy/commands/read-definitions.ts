import { createDefinitions, type Definitions } from '../enquiry/definitions.ts';
import type { Config } from '../settings/config.ts';

/** The definitions of the config's case types, without archiving them. */
export function readDefinitions(config: Config): Promise<Pick<Definitions, 'caseTypes' | 'current'>> {
  return createDefinitions(config, {
    keepDefinitions: async () => {},
    definition: async () => undefined,
    allDefinitions: async () => [],
  });
}
