/** Messages of `layout="steps"`. */
export const stepsMessages = {
  contactDetails: 'Your contact details',
  checkAnswers: 'Check your answers',
  stepCount: 'Step {step} of {steps}',
  back: 'Back',
  continue: 'Continue',
  change: 'Change',
  notAnswered: 'Not answered',
  /** Label of the list of file names, among the answers. */
  fileNames: 'Files',
};
export type StepsMessages = typeof stepsMessages;
