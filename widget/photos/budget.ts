/** Bounds the work on a photo's metadata. Its tables and values declare their own lengths and offsets, and many of them
 * may share the same bytes. Without a bound, a crafted file of 300 kB would block the page for minutes. */
export class Budget {
  /** A real photo needs about 600 bytes for each picture in the file, and up to a few thousand for XMP. */
  #bytes = 50_000;

  /** Takes bytes from the budget before they are processed. Returns false, now and on every later call, once the
   * budget is used up. */
  spend(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }
}
