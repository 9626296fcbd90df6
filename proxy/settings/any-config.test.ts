import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { isComplete } from '../../tools/testing/random.ts';
import { readDefinitions } from '../enquiry/definitions.ts';
import { canonicalJson } from '../enquiry/identifiers.ts';
import type { Config } from './config.ts';
import { type ConfigMistake, parseConfig } from './parse-config.ts';

type Members = Record<string, unknown>;

const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Members;
const demo = readJson('../../demo/enquiry.config.json') as { case_types: Members };

/** The demo's config once for each case type, because small configs make the test faster, with keys that it lacks. */
const configs = Object.entries(demo.case_types).map(([name, caseType]) => ({
  ...demo,
  spam: { suspects: 'hold' },
  attribution: { parameters: ['gclid', 'office'], first_touch: true },
  case_types: { [name]: caseType },
}));

const isObject = (value: unknown): value is Members => value !== null && typeof value === 'object';

/** Every object in a JSON value, with its keys. */
const objectsIn = (value: unknown): Members[] =>
  isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];

/** Every key of the config and every value that a key allows, from the JSON Schema. */
const schemaObjects = objectsIn(readJson('config.schema.json'));
const knownKeys = schemaObjects.flatMap(({ properties }) =>
  isObject(properties) ? Object.keys(properties) : [],
);
const knownValues = schemaObjects.flatMap(each =>
  ['const', 'default', 'enum'].flatMap(key => each[key] ?? []),
);

const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'a\nb',
  '\u2028',
  '0',
  'en',
  'x'.repeat(300),
];
const oddValues: unknown[] = [
  ...[
    '',
    ' ',
    'today',
    '[',
    '(?<a>',
    '(a+)+$',
    '2026-02-30',
    '__proto__',
    'a, b',
    'é\u0301\u202e',
    '\ud800',
    'x\n\0y',
  ],
  ...[0, -1, 0.5, 1e308, 2 ** 53, true, false, null, [], {}, [[]], [null], { '': '' }],
  'x'.repeat(10_000),
];

/** One change of a config. The numbers choose what is changed, and to what. */
interface Edit {
  change: keyof typeof changes;
  at: number;
  to: number;
}

const pick = <Each>(list: Each[], index: number): Each => list[index % list.length]!;

/** Sets a member, even if its name is `__proto__`. An array in JSON has no members with names. */
function setMember(object: Members, key: string, value: unknown): void {
  if (Array.isArray(object) && !/^\d+$/.test(key)) return;
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(object: Members, key: string): void {
  if (Array.isArray(object)) object.splice(Number(key), 1);
  else delete object[key];
}

/** A JSON value within so many arrays or objects. */
function nest(value: unknown, levels: number): unknown {
  const wrap = (inner: unknown) => (levels % 2 === 0 ? [inner] : { not: inner });
  return Array.from({ length: levels }).reduce(wrap, value);
}

/** The changes of a value in the config, which is the member `key` of `object`. */
const changes = {
  remove,
  repeat(object: Members, key: string) {
    if (Array.isArray(object)) object.push(structuredClone(object[Number(key)]));
    else setMember(object, `${key}-2`, structuredClone(object[key]));
  },
  reword(object: Members, key: string, { to }: Edit) {
    const value = object[key];
    if (typeof value === 'string') setMember(object, key, `${value} ${to % 9}`);
    if (Array.isArray(value)) value.push(value.shift());
  },
  rename(object: Members, key: string, { to }: Edit) {
    const value = object[key];
    remove(object, key);
    setMember(object, pick([...knownKeys, ...oddKeys], to), value);
  },
  replace: (object: Members, key: string, { to }: Edit) => setMember(object, key, pick(oddValues, to)),
  replaceByKnown: (object: Members, key: string, { to }: Edit) =>
    setMember(object, key, pick(knownValues, to)),
  replaceByOther(object: Members, key: string, { to }: Edit, all: Members[]) {
    setMember(object, key, structuredClone(pick(Object.values(pick(all, to)), to)));
  },
  swapType(object: Members, key: string) {
    const value = object[key];
    if (Array.isArray(value)) setMember(object, key, { ...value });
    else if (isObject(value)) setMember(object, key, Object.values(value));
    else setMember(object, key, typeof value === 'string' ? value.length : String(value));
  },
  add(object: Members, _: string, { to }: Edit) {
    setMember(object, pick([...knownKeys, ...oddKeys], to), pick([...knownValues, ...oddValues], to >> 8));
  },
  nest: (object: Members, key: string, { to }: Edit) => setMember(object, key, nest(object[key], to % 120)),
  editText(object: Members, key: string, { to }: Edit) {
    const text = String(object[key]);
    const at = to % (text.length + 1);
    setMember(object, key, text.slice(0, at) + pick(oddValues, to >> 8) + text.slice(at));
  },
};

function applyEdit(config: Members, edit: Edit): Members {
  const all = objectsIn(config).filter(each => Object.keys(each).length > 0);
  if (all.length === 0) return config;
  const object = pick(all, edit.at);
  changes[edit.change](object, pick(Object.keys(object), edit.at >> 8), edit, all);
  return config;
}

const allChanges = Object.keys(changes) as Edit['change'][]; // The keys of the table.
const edit = fc.record({
  // Half of the edits are of a kind that often leaves the config valid.
  change: fc.oneof(fc.constantFrom(...allChanges), fc.constantFrom<Edit['change'][]>('reword', 'remove')),
  at: fc.nat(),
  to: fc.nat(),
});
/** The text of a config after one to three edits of its values. */
const editedText = fc
  .record({
    config: fc.constantFrom(...configs),
    edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  })
  .map(({ config, edits }) => JSON.stringify(edits.reduce<Members>(applyEdit, structuredClone(config))));

/** Phrases of the schema library. */
const libraryPhrases = new RegExp(
  'invalid|expected|received|unrecognized|discriminator|is malformed|something else|possible key|too (small|big)|' +
    'undefined|\\[object|\\{"known',
  'i',
);

const saysWhatToDo = /\b(must|write|add|remove|rename|move|correct|choose|change|save|shorten|split|use)\b/;

/** Checks that each mistake is one line that says in the config's words where and what to change. Returns the config if there
 * are no errors. */
function expectConfigOrErrors(json: string): Config | undefined {
  const { config, mistakes } = parseConfig(json);
  const isBad = ({ message, path, text, mark }: ConfigMistake) =>
    (!/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(path + message) && path + message !== '') ||
    !saysWhatToDo.test(message) ||
    libraryPhrases.test(message.replaceAll(/".*"/g, '')) ||
    mark.start < 0 ||
    mark.end <= mark.start ||
    mark.start > text.length;
  expect(mistakes.filter(isBad)).toEqual([]);
  expect(config === undefined).toBe(mistakes.some(({ level }) => level === 'error'));
  return config;
}

/** The same JSON value with the keys of each object in another order. */
function reorder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reorder);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reorder(each)]),
  );
}

/** Each takes two milliseconds of processor time. */
const runs = isComplete ? 10_000 : 2_000;

test('any of thousands of changes of a config gives a list of errors, or definitions with the right hashes', async () => {
  let valid = 0;
  for (const each of configs) expect(parseConfig(JSON.stringify(each))).toHaveProperty('config');
  const contents = new Map<string, string>();
  const hashesOf = async (config: Config) => {
    const { current } = await readDefinitions(config);
    const definitions = Object.entries(config.case_types).flatMap(([name, { label }]) =>
      (typeof label === 'string' ? [config.language] : Object.keys(label)).map(lang => current(name, lang)!),
    );
    for (const definition of definitions) {
      const { definition: hash, lang } = definition;
      const content = canonicalJson(definition);
      expect(contents.get(`${hash} ${lang}`) ?? content).toBe(content);
      contents.set(`${hash} ${lang}`, content);
    }
    return definitions.map(({ definition }) => definition).toSorted();
  };
  const property = fc.asyncProperty(editedText, async json => {
    const config = expectConfigOrErrors(json);
    if (!config) return;
    valid += 1;
    const hashes = await hashesOf(config);
    const reordered = expectConfigOrErrors(JSON.stringify(reorder(JSON.parse(json))));
    expect(await hashesOf(reordered!)).toEqual(hashes);
  });
  await fc.assert(property, { numRuns: runs });
  expect(valid).toBeGreaterThan(0.1 * runs);
  expect(valid).toBeLessThan(0.9 * runs);
  expect(contents.size).toBeGreaterThan(0.05 * runs);
}, 900_000);

test('a config that is cut anywhere has one error, where it ends', () => {
  const bytes = Buffer.from(JSON.stringify(configs[0], null, 2));
  for (let end = 0; end < bytes.length; end += 17) {
    const { config, mistakes } = parseConfig(bytes.subarray(0, end).toString());
    expect(config).toBe(undefined);
    expect(mistakes.map(({ message, line }) => ({ message, line }))).toEqual([
      { message: expect.any(String), line: bytes.subarray(0, end).toString().trimEnd().split('\n').length },
    ]);
  }
});

test('any JSON and any text give a list of errors', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('', '\ufeff{}', 'null', '{"a":1', '{\n"a": x\n}'),
  );
  void fc.assert(
    fc.property(text, json => {
      expect(expectConfigOrErrors(json)).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

test('a config that is nested too deeply for recursive functions is malformed', () => {
  const nested = (levels: number) =>
    `{"case_types":{"a":{"questions":[{"shown_when":${'{"not":'.repeat(levels)}1${'}'.repeat(levels)}}]}}}`;
  const message = 'there are more than 100 levels of brackets: remove some';
  expect(parseConfig(nested(100_000)).mistakes).toEqual([expect.objectContaining({ message })]);
  expect(parseConfig(nested(90)).mistakes).not.toContainEqual(expect.objectContaining({ message }));
});
