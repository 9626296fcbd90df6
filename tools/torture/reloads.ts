// Changes the config again and again while enquiries arrive, rotates the secret, and makes the proxies load both.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Running } from '../../demo/processes.ts';
import type { ReceivedEnquiry } from '../../e2e/processes/enquiry-api.ts';
import { origin } from './clients.ts';
import { type Acknowledged, findReference } from './report.ts';

/** A version of the config. The enquiry API gets other names and labels in each. */
function configOf(version: number): object {
  return {
    origins: [origin],
    attachments: { max_files: 3 },
    spam: { suspects: 'hold' },
    case_types: {
      torture: {
        label: `Torture ${version}`,
        send_as: `Torture, ${version}`,
        meta: [{ id: 'Office', label: 'Office', value: `Office ${version}` }],
        questions: [
          {
            id: 'what',
            send_as: `What ${version}`,
            type: 'radio',
            label: `What happened? ${version}`,
            options: [{ value: 'fall', label: 'A fall', send_as: `A fall, ${version}` }],
          },
        ],
      },
    },
  };
}

/** Finds the enquiries that arrived under other names or labels than those of their tab. */
export function findMisnamed(ledger: Acknowledged[], enquiries: ReceivedEnquiry[]): string[] {
  const labels = new Map(ledger.map(({ reference, formLabel }) => [reference, formLabel]));
  return enquiries.flatMap(enquiry => {
    const reference = findReference(enquiry);
    // The version of the config is in the label of the form.
    const version = labels.get(reference)?.replace('Torture ', '');
    if (version === undefined) return []; // It wasn't acknowledged before the process was killed.
    const expected = [
      `Torture, ${version}`,
      { id: `What ${version}`, label: `What happened? ${version}`, value: `A fall, ${version}` },
      { id: 'Office', label: 'Office', value: `Office ${version}` },
    ];
    const found = [enquiry.case_type, ...enquiry.meta.filter(({ id }) => /^What |^Office$/.test(id))];
    return isDeepStrictEqual(found, expected) ? [] : [reference];
  });
}

/** The number of reloads between two steps of a rotation, in which a busy proxy loads the secrets. */
const reloadsPerStep = 5;
/** The number of former secrets that the proxies still accept. A client may need minutes to send its files, because proxies are
 * killed again and again. */
const oldSecrets = 20;

/** The secrets after a number of reloads, by the documented steps: `old,new` everywhere, and then `new,old`. */
function secretsAfter(reloads: number): string {
  const steps = Math.floor(reloads / reloadsPerStep);
  const newest = Math.ceil(steps / 2);
  const isSigning = steps % 2 === 0;
  const known = Array.from({ length: Math.min(newest, oldSecrets) + 1 }, (_, n) => newest - n);
  const inOrder = isSigning ? known : [...known.slice(1), newest];
  return inOrder.map(number => `torture ${number} `.padEnd(32, '.')).join(',');
}

/** Writes the first version of the config and of the secret into a folder. Returns the paths of the files, and a function
 * that changes them and reloads the proxies each second until `isOver` returns true. After `versions`, the first version
 * of the config follows again; by default, each is new. */
export function createReloads(folder: string, { versions = Number.POSITIVE_INFINITY } = {}) {
  const path = join(folder, 'enquiry.config.json');
  const secretPath = join(folder, 'secret');
  let version = 0;
  function write(file: string, text: string): void {
    // A process that starts at this moment reads either version.
    writeFileSync(`${file}.part`, text, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  function writeNext(): void {
    write(secretPath, secretsAfter(version));
    version += 1;
    write(path, JSON.stringify(configOf(((version - 1) % versions) + 1)));
  }
  writeNext();
  return {
    path,
    secretPath,
    async reloadEachSecond(proxies: Running[], isOver: () => boolean) {
      let reloads = 0;
      while (!isOver()) {
        await pause(1_000);
        writeNext();
        // One that was killed isn't signalled, and the next one reads the new version.
        for (const { child } of proxies) child.kill('SIGHUP');
        reloads += 1;
      }
      return { reloads, rotations: Math.floor(reloads / reloadsPerStep / 2) };
    },
  };
}
