// The forms that `npm run heights` measures, as definitions that the proxy would serve.

type Definition = Record<string, unknown>;

const hidden = { surname: 'hidden', telephone_mobile: 'hidden', email: 'hidden' };
const base: Definition = {
  lang: 'en',
  definition: 'sha256-x',
  label: 'A',
  draft: false,
  contact: hidden,
  questions: [],
  attachments: { max_files: 0, max_bytes: 10_485_760, strip_metadata: 'location' },
  receipt: { identifier: 'reference', show_number: false },
};
const question = (rest: object) => ({
  ...base,
  questions: [{ id: 'q', label: 'A', required: true, ...rest }],
});
const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: String(at) }));
const text = { type: 'text' };

/** The forms with one required field of this kind. */
export const fieldKinds = [
  'text',
  'email',
  'tel',
  'postcode',
  'number',
  'date',
  'memorable',
  'select',
  'textarea',
  'address',
  'addressLines',
  'radio',
  'checkboxes',
  'yes_no',
  'consent',
];

/** Forms that differ in one part from another form. */
export const sampleForms: Record<string, Definition> = {
  base,
  introduction: { ...base, introduction: 'A' },
  privacy: { ...base, privacy: { text: 'A' } },
  files: { ...base, attachments: { ...(base.attachments as object), max_files: 5 } },
  surname: { ...base, contact: { ...hidden, surname: 'required' } },
  oneOf: {
    ...base,
    contact: {
      ...hidden,
      telephone_mobile: 'optional',
      email: 'optional',
      one_of: ['telephone_mobile', 'email'],
    },
  },
  notOneOf: { ...base, contact: { ...hidden, telephone_mobile: 'optional', email: 'optional' } },
  text: question(text),
  email: question({ type: 'email' }),
  tel: question({ type: 'tel' }),
  postcode: question({ type: 'postcode' }),
  number: question({ type: 'number' }),
  date: question({ type: 'date' }),
  memorable: question({ type: 'date', entry: 'memorable' }),
  select: question({ type: 'select', options: optionsOf(2) }),
  textarea: question({ type: 'textarea' }),
  textareaRows: question({ type: 'textarea', rows: 12 }),
  textareaFewRows: question({ type: 'textarea', rows: 10 }),
  address: question({ type: 'address' }),
  addressLines: question({ type: 'address', entry: 'lines' }),
  radio: question({ type: 'radio', options: optionsOf(2) }),
  radioOptional: question({ type: 'radio', required: false, options: optionsOf(2) }),
  radioMore: question({ type: 'radio', options: optionsOf(3) }),
  checkboxes: question({ type: 'checkboxes', options: optionsOf(2) }),
  yes_no: question({ type: 'yes_no' }),
  consent: question({ type: 'consent' }),
  consentLink: question({ type: 'consent', url: 'https://www.example.com/' }),
  help: question({ ...text, help: 'A' }),
  heading: question({ ...text, heading: 'A' }),
  counter: question({ type: 'textarea', counter: true, max_length: 200 }),
};
