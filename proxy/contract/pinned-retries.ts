/** The number of addresses at which a pinned script requests a lazy part that failed to load: `?again=0`, `?again=1` and
 * so on. The page's import map has the integrity of each. Firefox remembers a failed address for the life of the page,
 * and the form uses one up each time that a field gets the focus. */
export const pinnedRetries = 10;
