/** Converts plain objects, arrays, texts, numbers, booleans and null to JSON, also on pages where an old library, such as
 * Prototype.js before 1.7, has added a `toJSON` method to arrays, which turns them into texts. */
export function toJson(value: unknown): string {
  // The browser has called that method by then, but the object still has the value itself.
  return JSON.stringify(value, function (this: Record<string, unknown>, name) {
    return this[name];
  });
}
