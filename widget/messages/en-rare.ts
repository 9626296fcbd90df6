/** Messages for fields that few forms have. */
export const rareMessages = {
  oneOfThese: 'Fill in at least one of these: {fields}.',
  // The choice between two contact fields.
  channel: 'How should we contact you?',
  byPhone: 'By phone',
  byEmail: 'By email',
  addTelephone: 'Add a phone number',
  addEmail: 'Add an email address',
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  town: 'Town or city',
  postcode: 'Postcode',
  // An answer that ends the form. The heading of the note; its link.
  cannotHelp: 'Sorry, we can’t help with this',
  whoCanHelp: 'Find out who can help',
  /** The row that opens the drop zone. */
  addFiles: 'Add photos or documents',
};
export type RareMessages = typeof rareMessages;
