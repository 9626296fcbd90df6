/** Messages about reaching the firm without the form, when sending fails. */
export const contactMessages = {
  call: 'Call {phone}',
  emailAnswers: 'Email your answers to us',
  /** Ends an email with answers that are too long for a link. */
  answersCut: '(The rest is missing because the text was too long for this email.)',
};
export type ContactMessages = typeof contactMessages;
