import { z } from 'zod';

/** The schemas of the description that have names. */
export const components = z.registry<{ id: string }>();

/** Whether two types have the same members with the same types. Nested objects are compared where their own
 * schemas are described. Comparing the members' names is necessary, because a type with an optional member is assignable
 * to one without it. */
type Same<A, B> = [A, B, keyof A, keyof B] extends [B, A, keyof B, keyof A] ? true : false;

/** Names a schema. TypeScript reports an error unless the schema describes exactly a type of the contract. */
export function describe<Type>() {
  return <Schema extends z.ZodType>(
    id: string,
    schema: Schema & (Same<z.output<Schema>, Type> extends true ? unknown : never),
  ): Schema => name(id, schema);
}

/** Names a schema with which the proxy itself parses requests. */
export function name<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  components.add(schema, { id });
  return schema;
}

const address = (id: string) => `#/components/schemas/${id}`;

/** A reference to a schema that has a name. Throws if it has none. */
export function refTo(schema: z.ZodType): { $ref: string } {
  const { id } = components.get(schema)!;
  return { $ref: address(id) };
}

/** The JSON Schema of every schema that has a name. Objects that aren't strict may have more members. */
export function describeComponents(): Record<string, object> {
  const { schemas } = z.toJSONSchema(components, { uri: address, io: 'input' });
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
}

/** The JSON Schema of a parameter or a header. */
export function describeText(schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
