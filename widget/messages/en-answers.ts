/** Messages about answers while the visitor gives them. */
export const answersMessages = {
  /** Removes the choice of a radio button. Followed by the question for screen readers. */
  clearChoice: 'Clear',
  /** Announced. */
  choiceCleared: 'Your choice has been cleared.',
  didYouMean: 'Did you mean {address}?',
  charactersLeft: { one: 'You have 1 character left', other: 'You have {count} characters left' },
  charactersOver: { one: 'You have 1 character too many', other: 'You have {count} characters too many' },
  /** The link of an answer that ends the form. */
  whoCanHelp: 'Find out who can help',
};
export type AnswersMessages = typeof answersMessages;
