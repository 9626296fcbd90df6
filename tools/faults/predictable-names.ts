import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { randomUUID } = crypto;

/** Replaces `randomUUID` in this process by a counter from 1, also for modules that imported it by name, so that files
 * have the same names in every run. */
export function enableSequentialUuids(): void {
  let count = 0;
  replace(() => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  });
}

/** Makes `randomUUID` random again. */
export function restoreRandomUuids(): void {
  replace(randomUUID);
}

function replace(generate: () => string): void {
  Object.assign(crypto, { randomUUID: generate });
  syncBuiltinESMExports();
}
