/** The number of addresses at which a pinned script requests a lazy part that failed to load: `?again=0` and `?again=1`.
 * The page's import map has the integrity of each. */
export const pinnedRetries = 2;
