import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { namesOf } from '../enquiry/definitions.ts';
import { canonicalJson } from '../enquiry/identifiers.ts';
import type { Config } from '../settings/config.ts';

/** What the systems behind the enquiry API rely on, by our own names: what each case type, question, value and constant is
 * sent as, the types of questions, and the separators of checkboxes. */
type PublishedIds = z.output<typeof lockSchema>;
const lockSchema = z.record(z.string(), z.string());

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
    const command = 'enquiry-form check --accept-ids --config FILE';
    throw new Error(`${path} can't be written (${code}): run "${command}" as the owner of its folder`, {
      cause,
    });
  }
}

function collectIds(config: Config): PublishedIds {
  const ids = Object.keys(config.case_types).flatMap(name => {
    const { questions, sent } = namesOf(config, name);
    return [
      [name, sent.case_type],
      ...questions.flatMap(({ id, type }) => {
        const { id: sentId, values, separator } = sent.questions.get(id)!;
        const place = `${name}: "${id}"`;
        return [
          [place, `${type} ${sentId}`],
          ...Array.from(values, ([value, sentValue]) => [`${place}: the value "${value}"`, sentValue]),
          ...(type === 'checkboxes' ? [[`${place}: the separator`, separator]] : []),
        ];
      }),
      ...sent.meta.map(({ id }) => [`${name}: the constant "${id}"`, id]),
    ];
  });
  return Object.fromEntries(ids);
}

/** Describes each published name that was removed or changed, in one sentence each. */
function breakingChanges(published: PublishedIds, current: PublishedIds): string[] {
  const removed = Object.keys(published).filter(place => !(place in current));
  // What belongs to something that was removed goes without saying.
  const isSaid = (place: string) => removed.some(each => place.startsWith(`${each}:`));
  return Object.entries(published).flatMap(([place, earlier]) => {
    const now = current[place];
    if (now === undefined) return isSaid(place) ? [] : `${place} was removed`;
    return now === earlier ? [] : `${place} is ${JSON.stringify(now)} instead of ${JSON.stringify(earlier)}`;
  });
}

/** Undefined if the file is malformed. */
function readLock(path: string): PublishedIds | undefined {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined; // Perhaps it has the marks of a conflict.
  }
}
