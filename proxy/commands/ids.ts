import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../settings/config.ts';
import { readConfig } from '../settings/settings.ts';
import { type Command, Misuse, print } from './command.ts';

const lockSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ type: z.string(), options: z.array(z.string()).exactOptional() })),
);
type Lock = z.output<typeof lockSchema>;

/** `ids`: ids are stable for ever, for the back office reads answers by them. Compares the config with the lock
 * file of what was published. */
export const ids: Command = async (words, options, variables) => {
  if (words.length > 0) throw new Misuse('ids takes no further word.');
  const path = variables.ENQUIRY_CONFIG || './enquiry.config.json';
  const lockPath = options.lock ?? join(dirname(path), 'enquiry.ids.json');
  const now = lockOf(readConfig(path));
  const locked = existsSync(lockPath) ? readLock(lockPath) : {};
  const broken = brokenPromises(locked, now);

  if (options.accept) {
    writeFileSync(lockPath, `${JSON.stringify(now, null, 2)}\n`);
    print(
      options,
      { accepted: lockPath, changes: broken },
      [...broken, `Recorded in ${lockPath}.`].join('\n'),
    );
    return 0;
  }
  for (const each of broken) print(options, { broken: each }, each);
  if (broken.length > 0) {
    console.error('Published ids must stay. If this is meant, run "enquiry-proxy ids --accept".');
    return 1;
  }
  if (JSON.stringify(locked) !== JSON.stringify(now)) {
    console.error(`There are new ids. Record them: "enquiry-proxy ids --accept" writes ${lockPath}.`);
    return 1;
  }
  print(options, { broken: [] }, 'Every published id is as it was.');
  return 0;
};

/** Every question id with its type and options, by case type. */
export function lockOf({ case_types }: Config): Lock {
  const questions = ({ questions }: Config['case_types'][string]) =>
    questions.map(question => {
      const options = 'options' in question && { options: question.options.map(({ value }) => value) };
      return [question.id, { type: question.type, ...options }] as const;
    });
  return Object.fromEntries(
    Object.entries(case_types).map(([name, caseType]) => [name, Object.fromEntries(questions(caseType))]),
  );
}

/** What was published and is not there any more, a line each. */
export function brokenPromises(locked: Lock, now: Lock): string[] {
  return Object.entries(locked).flatMap(([caseType, questions]) =>
    Object.entries(questions).flatMap(([id, { type, options = [] }]) => {
      const place = `${caseType}: "${id}"`;
      const question = now[caseType]?.[id];
      if (!question) return [`${place} is gone.`];
      if (question.type !== type) return [`${place} was ${type} and is ${question.type}.`];
      const lost = options.filter(value => !question.options?.includes(value));
      return lost.map(value => `${place} has lost its option "${value}".`);
    }),
  );
}

function readLock(path: string): Lock {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(`${path} is not a lock file of ids`, { cause });
  }
}
