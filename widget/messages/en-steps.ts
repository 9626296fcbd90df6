/** Messages of `layout="steps"`. */
export const stepsMessages = {
  contactDetails: 'Your contact details',
  checkAnswers: 'Check your answers',
  stepCount: 'Step {step} of {steps}',
  back: 'Back',
  continue: 'Continue',
  change: 'Change',
  notAnswered: 'Not answered',
  /** In place of file names. */
  none: 'None',
  /** Questions that appeared because the visitor changed an answer. */
  newQuestions: { one: '1 new question', other: '{count} new questions' },
  /** With `advance`: where a tap or click on an answer leads to the next step. */
  chooseToContinue: 'Tap or click an answer to continue.',
};
export type StepsMessages = typeof stepsMessages;
