import type { z } from 'zod';
import { configSchema } from './config.ts';
import { listOr } from './suggestions.ts';

let places: Map<string, string> | undefined;

/** Where each key may be, in words, such as `in "attachments"`. Without keys that are in more than three places. */
export function placesOfKeys(): Map<string, string> {
  if (places) return places;
  const found = Map.groupBy(keysIn(configSchema), ({ key }) => key);
  const described = [...found].map(([key, each]) => [key, describe(each)] as const);
  places = new Map(described.filter(([, words]) => words !== ''));
  return places;
}

interface Place {
  key: string;
  /** The names of the object that it's in, from the top. */
  path: string[];
  /** Of a question. */
  types: string[];
}

const words: Record<string, string> = {
  '': 'at the top',
  case_types: 'in a case type',
  options: 'in an option',
};

function describe(found: Place[]): string {
  const types = [...new Set(found.flatMap(each => each.types))];
  const owners = found.filter(each => each.types.length === 0).map(({ path }) => path.at(-1) ?? '');
  const all = [...new Set(owners)].map(name => words[name] ?? `in "${name}"`);
  if (types.length > 0)
    all.push(types.length > 6 ? 'in a question' : `in a question of type ${listOr(types)}`);
  return all.length > 3 ? '' : new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(all);
}

/** Lists every key of the objects in a schema. */
function* keysIn(schema: z.core.$ZodType, path: string[] = []): Generator<Place> {
  const { def } = (schema as z.core.$ZodTypes)._zod; // All schemas are of these types.
  switch (def.type) {
    case 'object': {
      const types = [...((def.shape.type as z.core.$ZodTypes | undefined)?._zod.values ?? [])].map(String);
      for (const [key, child] of Object.entries(def.shape)) {
        yield { key, path, types: types.filter(type => type !== 'undefined') };
        yield* keysIn(child, [...path, key]);
      }
      return;
    }
    case 'array':
      return yield* keysIn(def.element, path);
    case 'record':
      return yield* keysIn(def.valueType, path);
    case 'union':
      for (const option of def.options) yield* keysIn(option, path);
      return;
    case 'pipe':
      return yield* keysIn(def.in, path);
    case 'optional':
    case 'default':
    case 'prefault':
      return yield* keysIn(def.innerType, path);
    default: // A value, or a condition, which contains others.
  }
}
