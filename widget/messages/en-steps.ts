// Every word that only `layout="steps"` says.
export const messages = {
  /** What Intl calls the language of these words: plain `en` would write dates as Americans do. */
  locale: 'en-GB',
  contact: 'Your contact details',
  files: 'Photos or documents',
  /** What stands beside the names of the files. */
  fileNames: 'Files',
  check: 'Check your answers',
  count: (step: number, steps: number) => `Step ${step} of ${steps}`,
  back: 'Back',
  continue: 'Continue',
  change: 'Change',
  notAnswered: 'Not answered',
  yes: 'Yes',
  no: 'No',
};
