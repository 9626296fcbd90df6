import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { questionsOf } from '../enquiry/definitions.ts';
import type { Config } from '../settings/config.ts';
import { readConfig } from '../settings/read-settings.ts';
import { command, flag, text } from './command.ts';

const lockSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ type: z.string(), options: z.array(z.string()).exactOptional() })),
);
/** The type and options of every question, by case type and question id. */
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
    if (JSON.stringify(published) !== JSON.stringify(current)) {
      warn(`There are new ids. Run "npx enquiry-form ids --accept" to add them to ${lockPath}.`);
      return 1;
    }
    print({ broken: [] }, 'No published id has changed.');
    return 0;
  },
});

function collectIds(config: Config): PublishedIds {
  const collectQuestions = (caseType: string) =>
    questionsOf(config, caseType).map(question => {
      const options = 'options' in question && { options: question.options.map(({ value }) => value) };
      return [question.id, { type: question.type, ...options }] as const;
    });
  return Object.fromEntries(
    Object.keys(config.case_types).map(name => [name, Object.fromEntries(collectQuestions(name))]),
  );
}

/** Describes each published id or option that was removed or changed, in one sentence each. */
function breakingChanges(published: PublishedIds, current: PublishedIds): string[] {
  return Object.entries(published).flatMap(([caseType, questions]) =>
    Object.entries(questions).flatMap(([id, { type, options = [] }]) => {
      const place = `${caseType}: "${id}"`;
      const question = current[caseType]?.[id];
      if (!question) return [`${place} was removed.`];
      if (question.type !== type) return [`${place} changed its type from ${type} to ${question.type}.`];
      const lost = options.filter(value => !question.options?.includes(value));
      return lost.map(value => `${place} lost its option "${value}".`);
    }),
  );
}

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
