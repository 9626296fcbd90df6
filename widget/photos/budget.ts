/** Bounds the work on a photo's hidden details. Their tables and values say themselves how long they are and where they
 * are, and many may share the same bytes: without a bound, a crafted file of 300 kB keeps the page busy for minutes. */
export class Budget {
  /** Real photos need about 600 for each picture in the file, and up to a few thousand for XMP. */
  #bytes = 50_000;

  /** Takes bytes from the budget before they are worked on. False when it's used up, also for all later calls. */
  spend(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }
}
