// An address in lines has four inputs and one value: the lines, of which the second may be empty.

/** The first line, second line, town and postcode to show for a value, such as a prefilled one. */
export function splitAddress(value: string): string[] {
  const lines = value.split('\n').map(line => line.trim());
  const [first = '', second = '', town = '', ...rest] = lines;
  if (rest.length > 1) return [first, [second, town, ...rest.slice(0, -2)].join(', '), ...rest.slice(-2)];
  if (rest.length) return [first, second, town, rest[0]!];
  return [first, '', second, town];
}

/** The value of what was typed; empty if all of it is. */
export function joinAddress(typed: string[]): string {
  return typed.some(line => line.trim()) ? typed.join('\n') : '';
}

/** An address without empty lines, as it is sent. */
export function withoutEmptyLines(value: string): string {
  return value
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join('\n');
}
