// For tests: random values that a JSON Schema of the description allows.
import * as fc from 'fast-check';

/** The parts of JSON Schema that the description uses. */
export interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string | string[];
  pattern?: string;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
}

/** Values that the proxy knows, by the names of members and parameters: a random one has no meaning. */
export type KnownValues = Record<string, unknown[]>;

/** Creates a function that generates values of a schema. Most members whose name is known have a known value. */
export function createSchemaValues(schemas: Record<string, object>, known: KnownValues) {
  function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
    if (schema.$ref) return valuesOf(schemas[schema.$ref.split('/').at(-1)!] as Schema);
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
    if (schema.type === undefined) return fc.jsonValue({ maxDepth: 3 });
    return fc.oneof(...[schema.type].flat().map(type => valuesOfType(type, schema)));
  }

  function valuesOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
    switch (type) {
      case 'string':
        return schema.pattern === undefined
          ? fc.string({ unit: 'grapheme' })
          : fc.stringMatching(new RegExp(schema.pattern));
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true });
      case 'integer':
        return fc.integer({ min: schema.minimum ?? 0 });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(valuesOf(schema.items ?? {}), { maxLength: 4 });
      case 'object':
        return objectOf(schema);
      default:
        throw new Error(`There is no generator for the type ${type}.`);
    }
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
    const listed = Object.entries(properties).map(([name, each]) => [name, valuesNamed(name, each)] as const);
    const requiredKeys = [...required, ...Object.keys(properties).filter(name => known[name])];
    const members = fc.record(Object.fromEntries(listed), { requiredKeys, noNullPrototype: true });
    if (!additionalProperties) return members;
    const others = fc.dictionary(fc.string(), valuesOf(additionalProperties), {
      maxKeys: 3,
      noNullPrototype: true,
    });
    return fc.tuple(others, members).map(([some, more]) => ({ ...some, ...more }));
  }

  /** A value of a member or a parameter. */
  function valuesNamed(name: string, schema: Schema): fc.Arbitrary<unknown> {
    const usual = known[name];
    const any = valuesOf(schema);
    return usual
      ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: any })
      : any;
  }

  return { valuesOf, valuesNamed };
}
