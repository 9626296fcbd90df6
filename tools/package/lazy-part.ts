// Takes the place of `widget/client/lazy-part.ts` in the package: only the site's bundler knows the addresses of the
// chunks, so a further attempt can't use another address.

/** Loads a lazy part: `() => import('./some-part.ts')`. Rejects if the network fails. */
export const loadPart = <Part>(importPart: () => Promise<Part>): Promise<Part> => importPart();
