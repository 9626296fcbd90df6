import { z } from 'zod';

const contactTokens =
  'tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp';
const otherTokens =
  'name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password ' +
  'current-password one-time-code organization-title organization street-address address-line1 address-line2 ' +
  'address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name ' +
  'cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type ' +
  'transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo';
const oneOf = (tokens: string) => `(?:${tokens.replaceAll(' ', '|')})`;

const autofillDetail = new RegExp(
  `^(?:on|off|(?:section-\\S+ )?(?:(?:shipping|billing) )?(?:${oneOf(otherTokens)}|` +
    `(?:${oneOf('home work mobile fax pager')} )?${oneOf(contactTokens)})(?: webauthn)?)$`,
);

/** The value of an `autocomplete` attribute (HTML standard, 4.10.18.7.1). */
export const autocomplete = z
  .string()
  .regex(
    autofillDetail,
    'must be a value that the HTML standard defines for autocomplete, like "organization" or "postal-code"',
  )
  .meta({ description: 'What the browser may fill in: a value of the HTML attribute autocomplete.' });
