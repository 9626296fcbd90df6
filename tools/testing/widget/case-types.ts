import type { ContactField, Definition, Question } from '../../../proxy/contract/definition.ts';

/** The questions about contact details as they are in a definition. */
export const contact: Record<ContactField, Question> = {
  forename: {
    id: 'forename',
    type: 'text',
    autocomplete: 'given-name',
    label: 'First name',
    required: true,
    max_length: 200,
  },
  surname: { id: 'surname', type: 'text', autocomplete: 'family-name', label: 'Last name', max_length: 200 },
  telephone_mobile: {
    id: 'telephone_mobile',
    type: 'tel',
    autocomplete: 'tel',
    label: 'Mobile number',
    max_length: 200,
  },
  email: { id: 'email', type: 'email', autocomplete: 'email', label: 'Email address', max_length: 200 },
};
const { forename, surname, telephone_mobile } = contact;
const email = { ...contact.email, required: true };
/** Those of a short form. */
export const contactDetails = [forename, surname, telephone_mobile, email];
/** Those of a form in steps, and their step. */
export const accidentContact = [forename, telephone_mobile, email];
export const contactStep = {
  title: 'Your contact details',
  questions: ['forename', 'telephone_mobile', 'email'],
};

/** A short form: one page, files of at most 10,000 bytes. */
export const houseMove: Definition = {
  case_type: 'house-move',
  definition: 'sha256-house-move',
  lang: 'en',
  label: 'Moving house',
  introduction: 'You’ll have your quote tomorrow.',
  next: 'We’ll call you tomorrow.',
  draft: true,
  questions: [
    ...contactDetails,
    {
      id: 'plan',
      type: 'radio',
      label: 'What are you planning?',
      required: true,
      options: [
        { value: 'buy', label: 'Buying' },
        { value: 'remortgage', label: 'Remortgaging' },
      ],
    },
    {
      id: 'price',
      type: 'number',
      label: 'How much is the property?',
      required: true,
      min: 1000,
      shown_when: { question: 'plan', is: 'buy' },
    },
    {
      id: 'extras',
      type: 'checkboxes',
      label: 'What else do you need?',
      options: [
        { value: 'survey', label: 'A survey' },
        { value: 'will', label: 'A will' },
      ],
    },
    { id: 'notes', type: 'textarea', label: 'Is there anything else?', max_length: 20 },
  ],
  steps: [{ ...contactStep, questions: contactDetails.map(({ id }) => id) }],
  attachments: { max_files: 3, max_bytes: 10_000, strip_metadata: 'none' },
  receipt: {},
  privacy: { text: 'We only use your details to respond to your enquiry.' },
};

/** The same questions in Welsh. */
export const houseMoveInWelsh: Definition = { ...houseMove, lang: 'cy', label: 'Symud tŷ' };

/** A form with every type of question, for `layout="steps"`. */
export const accident: Definition = {
  case_type: 'accident',
  definition: 'sha256-accident',
  lang: 'en',
  label: 'Tell us what happened',
  send_label: 'Ask a solicitor',
  draft: true,
  questions: [
    ...accidentContact,
    { id: 'day', type: 'date', label: 'When did it happen?', required: true, max: '2026-02-01' },
    {
      id: 'place',
      type: 'select',
      label: 'Where did it happen?',
      required: true,
      options: [
        { value: 'road', label: 'On the road' },
        { value: 'work', label: 'At work' },
      ],
    },
    {
      id: 'employer',
      type: 'text',
      label: 'Who is your employer?',
      shown_when: { question: 'place', is: 'work' },
    },
    { id: 'hurt', type: 'yes_no', label: 'Were you injured?', required: true },
    { id: 'witness', type: 'tel', label: 'Which number does the witness have?' },
    {
      id: 'terms',
      type: 'consent',
      label: 'I have read the terms',
      required: true,
      url: 'https://www.example.com/terms',
    },
  ],
  steps: [
    contactStep,
    { title: 'The accident', questions: ['day', 'place'] },
    { title: 'Your work', questions: ['employer'] },
    { title: 'Your health', questions: ['hurt', 'witness', 'terms'] },
  ],
  attachments: { max_files: 1, max_bytes: 10_000, strip_metadata: 'none' },
  receipt: {},
};
