/** Messages for fields that few forms have. */
export const rareMessages = {
  oneOfThese: 'Fill in at least one of these: {fields}.',
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  town: 'Town or city',
  postcode: 'Postcode',
};
export type RareMessages = typeof rareMessages;
