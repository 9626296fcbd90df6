// For property tests.
import * as fc from 'fast-check';

/** Any code point. fast-check needs a second to prepare its own unit `binary`. */
export const anyCharacter = fc.nat({ max: 0x10ffff }).map(code => String.fromCodePoint(code));
