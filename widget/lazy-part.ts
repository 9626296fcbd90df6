let failureCount = 0;

/** Loads a lazy part: `() => import('./some-part.ts')`. Rejects if the network fails, and can be called again. A
 * browser may remember a failed import for as long as the page lives (whatwg/html#6768), so every further attempt uses
 * an address of its own. The build writes the part's address, relative to this script, only into `importPart`. */
export async function loadPart<Part>(importPart: () => Promise<Part>): Promise<Part> {
  try {
    return await importPart();
  } catch {
    const [, path = ''] = /["'`](.+?)["'`]/.exec(String(importPart)) ?? [];
    const address = new URL(`${path}?again=${++failureCount}`, import.meta.url).href;
    return await import(/* @vite-ignore */ address);
  }
}
