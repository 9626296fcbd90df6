// Changes the config again and again while enquiries arrive, and makes the proxies load it.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Running } from '../../demo/processes.ts';
import { origin } from './clients.ts';
import { type Acknowledged, type ArrivedEnquiry, findReference } from './report.ts';

/** A version of the config. The enquiry API gets other names and labels in each. */
function configOf(version: number): object {
  return {
    origins: [origin],
    attachments: { max_files: 3 },
    spam: { suspects: 'quarantine', most: 1_000_000 },
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
export function findMisnamed(ledger: Acknowledged[], enquiries: ArrivedEnquiry[]): string[] {
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

/** Writes the first version of the config into a folder. Returns the path of the file, and a function that changes the
 * file and reloads the proxies each second until `isOver` returns true. */
export function createReloads(folder: string) {
  const path = join(folder, 'enquiry.config.json');
  let version = 0;
  function writeNext(): void {
    version += 1;
    const text = JSON.stringify(configOf(version));
    // A process that starts at this moment reads either version.
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  }
  writeNext();
  return {
    path,
    async reloadEachSecond(proxies: Running[], isOver: () => boolean): Promise<number> {
      let reloads = 0;
      while (!isOver()) {
        await pause(1_000);
        writeNext();
        // One that was killed isn't signalled, and the next one reads the new version.
        for (const { child } of proxies) child.kill('SIGHUP');
        reloads += 1;
      }
      return reloads;
    },
  };
}
