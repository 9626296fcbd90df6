import { configJsonSchema } from '../../proxy/settings/config.ts';

interface Schema {
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

const root = configJsonSchema() as Schema & { $defs: Record<string, Schema> };

/** The schema at a path such as `case_types.*`, or below a shared one, such as `Question`. */
function schemaAt(path: string): Schema {
  const found = path.split('.').reduce<Schema | undefined>((schema, name) => {
    if (name === '*') return schema?.additionalProperties;
    return schema?.properties?.[name] ?? root.$defs[name];
  }, root);
  if (!found) throw new Error(`The config has no ${path}.`);
  return found;
}

/** A table of the keys of the config, or of those below a path. */
export function keyTable(path: string): string {
  const schema = path === 'the config' ? root : schemaAt(path);
  const variants = schema.oneOf ?? schema.anyOf ?? [schema];
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  const rows = [...names].map(name => {
    const having = variants.filter(({ properties }) => properties?.[name]);
    const each = having.find(({ properties }) => properties?.[name]?.description) ?? having[0]!;
    const isRequired = having.every(({ required, properties }) => {
      return required?.includes(name) && properties?.[name]?.default === undefined;
    });
    return keyRow(name, each.properties![name]!, isRequired);
  });
  return `| key | meaning | default |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The description's last sentence says a default that the schema can't. */
function keyRow(name: string, schema: Schema, isRequired: boolean): string {
  const [, meaning = '', words = 'none'] =
    /^(.*?)(?: ?Default: (.*)\.)?$/s.exec(schema.description ?? '') ?? [];
  if (!meaning) throw new Error(`The key ${name} of the config has no description.`);
  const json = JSON.stringify(schema.default);
  const value = json === undefined ? words : json.startsWith('[{') ? 'see below' : `\`${json}\``;
  const isObject = schema.properties !== undefined;
  return `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} | ${isRequired ? 'required' : isObject ? '' : value} |`;
}
