// Reads the config before it is parsed, when any value may be malformed.

/** Adds a configuration error at a path. */
export type Report = (path: PropertyKey[], message: string) => void;

/** The value if it is a list; otherwise an empty one. */
export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is a text. */
export const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The value of a key; undefined if the value isn't an object or lacks the key. */
export function getMember(value: unknown, key: string): unknown {
  return toEntries(value).find(([name]) => name === key)?.[1];
}

/** The keys and values of an object; none if the value isn't one. */
export function toEntries(value: unknown): [string, unknown][] {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
}
