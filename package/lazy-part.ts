// Takes the place of `widget/lazy-part.ts` in the package: a site's bundler names the chunks and knows how to request them
// again.

/** Loads a lazy part: `() => import('./some-part.ts')`. Rejects if the network fails. */
export const loadPart = <Part>(importPart: () => Promise<Part>): Promise<Part> => importPart();
