import { pinnedRetries } from '../../proxy/contract/enquiry.ts';

let failureCount = 0;

/** Loads a lazy part: `() => import('./some-part.ts')`. Rejects if the network fails, and can be called again. A
 * browser may remember a failed import for the life of the page (whatwg/html#6768), so each further attempt has its own
 * address. In a pinned script, this is one of the few addresses in the page's import map, because a browser doesn't check
 * the integrity of others. The build writes the part's address, relative to this script, only into `importPart`. */
export async function loadPart<Part>(importPart: () => Promise<Part>): Promise<Part> {
  try {
    return await importPart();
  } catch {
    const [, path] = /["'`](.+?)["'`]/.exec(String(importPart))!; // The build has written it.
    // A pinned script is in the same folder as the parts, which load further parts in the same way.
    const address = new URL(
      `${path}?again=${failureCount++ % (import.meta.url.includes('/assets/') ? pinnedRetries : 1e9)}`,
      import.meta.url,
    ).href;
    return await import(/* @vite-ignore */ address);
  }
}
