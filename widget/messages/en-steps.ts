// Every word that only `layout="steps"` says.
export const steps = {
  stepContact: 'Your contact details',
  files: 'Photos or documents', // As in en.ts.
  /** What stands beside the names of the files. */
  fileNames: 'Files',
  stepCheck: 'Check your answers',
  stepCount: 'Step {step} of {steps}',
  back: 'Back',
  continue: 'Continue',
  change: 'Change',
  notAnswered: 'Not answered',
  yes: 'Yes', // As in en.ts.
  no: 'No', // As in en.ts.
};
export type StepsMessages = typeof steps;
