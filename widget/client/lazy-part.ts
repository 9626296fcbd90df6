let failureCount = 0;

/** Loads a lazy part: `() => import('./some-part.ts')`. Rejects if the network fails, and can be called again. A
 * browser may remember a failed import for the life of the page (whatwg/html#6768), so each further attempt has its own
 * address. The build writes the part's name only into `importPart`. */
export async function loadPart<Part>(importPart: () => Promise<Part>): Promise<Part> {
  try {
    return await importPart();
  } catch {
    const [, name] = /\/([\w-]+\.js)/.exec(String(importPart))!; // The build has written it.
    const { href } = new URL(/* @vite-ignore */ '.', import.meta.url); // The folder of the parts, or the one above.
    const folder = href.replace(/(\/assets)?\/$/, '/assets/');
    return await import(/* @vite-ignore */ `${folder}${name}?again=${failureCount++}`);
  }
}
