/** Messages of the choice between several case types. */
export const chooserMessages = {
  aboutWhat: 'What is it about?',
  /** Announced when the visitor has chosen what the form is about. */
  formBelow: 'The form “{label}” is below.',
};
export type ChooserMessages = typeof chooserMessages;
