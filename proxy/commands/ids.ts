import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { namesOf } from '../enquiry/definitions.ts';
import { canonicalJson } from '../enquiry/identifiers.ts';
import type { Config } from '../settings/config.ts';

const names = z.record(z.string(), z.string());
const lockSchema = z.record(
  z.string(),
  z.strictObject({
    send_as: z.string(),
    questions: z.record(
      z.string(),
      z.strictObject({
        type: z.string(),
        send_as: z.string(),
        values: names.exactOptional(),
        separator: z.string().exactOptional(),
      }),
    ),
    meta: z.array(z.string()),
  }),
);
/** All names that are sent: of each case type, its questions, their values, and its constants, by our own names. */
type PublishedIds = z.output<typeof lockSchema>;

/** The lock file: all published names, beside the config. */
export const lockPath = (configPath: string) => join(dirname(configPath), 'enquiry.ids.json');

/** Compares the config with the lock file, because the systems behind the enquiry API find answers by their ids. Returns
 * one sentence for each change, and what to do about them. */
export function findChangedIds(config: Config, path: string): string[] {
  const published = readLock(path);
  if (!published) return [`${path} is malformed: restore it, or replace it with "${acceptCommand}"`];
  const current = collectIds(config);
  const changes = breakingChanges(published, current);
  if (changes.length > 0)
    return [...changes, `take these changes of published ids back, or accept them with "${acceptCommand}"`];
  if (canonicalJson(published) === canonicalJson(current)) return [];
  return [`there are new ids: record them with "${acceptCommand}"`];
}

const acceptCommand = 'npx enquiry-form check --accept-ids';

/** Writes the lock file. */
export function acceptIds(config: Config, path: string): void {
  try {
    writeFileSync(path, `${JSON.stringify(collectIds(config), null, 2)}\n`);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const command = 'enquiry-proxy check --accept-ids --config FILE';
    throw new Error(`${path} can't be written (${code}): run "${command}" as the owner of its folder`, {
      cause,
    });
  }
}

function collectIds(config: Config): PublishedIds {
  const collect = (name: string) => {
    const { questions, sent } = namesOf(config, name);
    const ids = questions.map(({ id, type }) => {
      const { id: send_as, values, separator } = sent.questions.get(id)!;
      return [
        id,
        {
          type,
          send_as,
          ...(values.size > 0 && { values: Object.fromEntries(values) }),
          ...(type === 'checkboxes' && { separator }),
        },
      ];
    });
    const meta = sent.meta.map(({ id }) => id);
    return [name, { send_as: sent.case_type, questions: Object.fromEntries(ids), meta }];
  };
  return Object.fromEntries(Object.keys(config.case_types).map(collect));
}

/** Describes each published name that was removed or changed, in one sentence each. */
function breakingChanges(published: PublishedIds, current: PublishedIds): string[] {
  return Object.entries(published).flatMap(([name, earlier]) => {
    const caseType = current[name];
    if (!caseType) return [`${name} was removed`];
    const lost = earlier.meta.filter(id => !caseType.meta.includes(id));
    return [
      ...describeChange(`${name} is sent as`, earlier.send_as, caseType.send_as),
      ...Object.entries(earlier.questions).flatMap(([id, question]) =>
        describeChanges(`${name}: "${id}"`, question, caseType.questions[id]),
      ),
      ...lost.map(id => `${name}: the constant "${id}" was removed`),
    ];
  });
}

type PublishedQuestion = PublishedIds[string]['questions'][string];

function describeChanges(
  place: string,
  { type, send_as, values = {}, separator }: PublishedQuestion,
  question: PublishedQuestion | undefined,
): string[] {
  if (!question) return [`${place} was removed`];
  if (question.type !== type) return [`${place} changed its type from ${type} to ${question.type}`];
  return [
    ...describeChange(`${place} is sent as`, send_as, question.send_as),
    ...Object.entries(values).flatMap(([value, sent]) => {
      const now = question.values?.[value];
      if (now === undefined) return [`${place} lost its option "${value}"`];
      return describeChange(`${place}: the value "${value}" is sent as`, sent, now);
    }),
    ...describeChange(`${place} has the separator`, separator, question.separator),
  ];
}

const describeChange = (what: string, earlier: string | undefined, now: string | undefined) =>
  earlier === now ? [] : [`${what} ${JSON.stringify(now)} instead of ${JSON.stringify(earlier)}`];

/** Undefined if the file is malformed. */
function readLock(path: string): PublishedIds | undefined {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined; // Perhaps it has the marks of a conflict.
  }
}
