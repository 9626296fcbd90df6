import type { Config } from '../settings/config.ts';
import { createDefinitions, type Definitions } from './definitions.ts';

/** The definitions of the config's case types, without archiving them. */
export function readDefinitions(config: Config): Promise<Definitions> {
  return createDefinitions(config, {
    keepDefinitions: async () => {},
    definition: async () => undefined,
    allDefinitions: async () => [],
  });
}
