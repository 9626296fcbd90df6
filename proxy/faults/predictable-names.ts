import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { randomUUID } = crypto;

/** Makes `randomUUID` count from 1 in this process, also where it was imported by name, so that each run gives its files
 * the same names. */
export function startCountingUuids(): void {
  let count = 0;
  replace(() => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  });
}

/** Makes `randomUUID` random again. */
export function stopCountingUuids(): void {
  replace(randomUUID);
}

function replace(generate: () => string): void {
  Object.assign(crypto, { randomUUID: generate });
  syncBuiltinESMExports();
}
