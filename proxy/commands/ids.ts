import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { namesOf } from '../enquiry/definitions.ts';
import { canonicalJson } from '../enquiry/identifiers.ts';
import type { Config } from '../settings/config.ts';
import { readConfig } from '../settings/read-settings.ts';
import { command, flag, text } from './command.ts';

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

/** `ids`: compares the config with the lock file, because the systems behind the enquiry API find answers by their
 * ids. */
export const ids = command({
  options: { json: flag, accept: flag, lock: text },
  async run({ accept, lock }, { variables, print, warn }) {
    const { config, path } = readConfig(variables);
    const lockPath = lock ?? join(dirname(path), 'enquiry.ids.json');
    const current = collectIds(config);
    const published = existsSync(lockPath) ? readLock(lockPath) : {};
    const changes = breakingChanges(published, current);

    if (accept) {
      writeFileSync(lockPath, `${JSON.stringify(current, null, 2)}\n`);
      print({ accepted: lockPath, changes }, [...changes, `Updated ${lockPath}.`].join('\n'));
      return 0;
    }
    for (const change of changes) print({ broken: change }, change);
    if (changes.length > 0) {
      warn('These changes break published ids. If they are intended, run "npx enquiry-form ids --accept".');
      return 1;
    }
    if (canonicalJson(published) !== canonicalJson(current)) {
      warn(`There are new ids. Run "npx enquiry-form ids --accept" to add them to ${lockPath}.`);
      return 1;
    }
    print({ broken: [] }, 'No published id has changed.');
    return 0;
  },
});

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
    if (!caseType) return [`${name} was removed.`];
    const lost = earlier.meta.filter(id => !caseType.meta.includes(id));
    return [
      ...describeChange(`${name} is sent as`, earlier.send_as, caseType.send_as),
      ...Object.entries(earlier.questions).flatMap(([id, question]) =>
        describeChanges(`${name}: "${id}"`, question, caseType.questions[id]),
      ),
      ...lost.map(id => `${name}: the constant "${id}" was removed.`),
    ];
  });
}

type PublishedQuestion = PublishedIds[string]['questions'][string];

function describeChanges(
  place: string,
  { type, send_as, values = {}, separator }: PublishedQuestion,
  question: PublishedQuestion | undefined,
): string[] {
  if (!question) return [`${place} was removed.`];
  if (question.type !== type) return [`${place} changed its type from ${type} to ${question.type}.`];
  return [
    ...describeChange(`${place} is sent as`, send_as, question.send_as),
    ...Object.entries(values).flatMap(([value, sent]) => {
      const now = question.values?.[value];
      if (now === undefined) return [`${place} lost its option "${value}".`];
      return describeChange(`${place}: the value "${value}" is sent as`, sent, now);
    }),
    ...describeChange(`${place} has the separator`, separator, question.separator),
  ];
}

const describeChange = (what: string, earlier: string | undefined, now: string | undefined) =>
  earlier === now ? [] : [`${what} ${JSON.stringify(now)} instead of ${JSON.stringify(earlier)}.`];

function readLock(path: string): PublishedIds {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(
      `${path} is not a valid ids lock file: restore it, or delete it and run "npx enquiry-form ids --accept"`,
      { cause },
    );
  }
}
