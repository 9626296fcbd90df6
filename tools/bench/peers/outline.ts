// The demo's longer form, as the peers of the widget build it. The benchmark fails if they show fewer controls than the widget.

/** A field of the form. */
export interface Outline {
  name: string;
  label: string;
  kind:
    | 'text'
    | 'email'
    | 'tel'
    | 'date'
    | 'select'
    | 'radio'
    | 'checkboxes'
    | 'textarea'
    | 'consent'
    | 'file';
  help?: string;
  isOptional?: boolean;
  /** The values and labels of a choice. */
  options?: [value: string, label: string][];
  /** The field is shown if the field of this name has this answer, or one of several. */
  shownWhen?: [name: string, value: string];
  heading?: string;
  autocomplete?: string;
}

export const title = 'Tell us what happened';
export const introduction = 'About 3 minutes. It’s free to ask.';
export const privacy = 'We only use your details to respond to your enquiry.';
export const send = 'Send enquiry';
/** The parts of a date, which a peer joins when it submits the form. */
export const dateParts = ['Day', 'Month', 'Year'];

export const outlines: Outline[] = [
  {
    name: 'accident-date',
    label: 'When did it happen?',
    kind: 'date',
    help: 'If you’re not sure, give your best guess.',
  },
  {
    name: 'accident-place',
    label: 'Where did it happen?',
    kind: 'radio',
    options: [
      ['road', 'On the road'],
      ['work', 'At work'],
      ['public', 'In a public place'],
      ['elsewhere', 'Somewhere else'],
    ],
  },
  {
    name: 'vehicle',
    label: 'How were you travelling?',
    kind: 'radio',
    isOptional: true,
    shownWhen: ['accident-place', 'road'],
    options: [
      ['car', 'By car or van'],
      ['bicycle', 'By bicycle or motorcycle'],
      ['foot', 'On foot'],
    ],
  },
  {
    name: 'injured',
    label: 'Were you injured?',
    kind: 'radio',
    options: [
      ['yes', 'Yes'],
      ['no', 'No'],
    ],
  },
  {
    name: 'injuries',
    label: 'What was injured?',
    kind: 'checkboxes',
    help: 'Choose all that apply.',
    isOptional: true,
    shownWhen: ['injured', 'yes'],
    options: [
      ['neck', 'Neck or back'],
      ['arm', 'Arm or hand'],
      ['leg', 'Leg or foot'],
      ['other', 'Something else'],
    ],
  },
  {
    name: 'other-injury',
    label: 'What else was injured?',
    kind: 'text',
    shownWhen: ['injuries', 'other'],
  },
  { name: 'what-happened', label: 'What happened?', kind: 'textarea', help: 'A few sentences are enough.' },
  {
    name: 'call-consent',
    label: 'You can leave a message if I don’t answer.',
    kind: 'consent',
    isOptional: true,
  },
  {
    name: 'files',
    label: 'Photos or documents',
    kind: 'file',
    help: 'Up to 5 PDFs or photos, 10 MB each.',
    isOptional: true,
  },
  {
    name: 'forename',
    label: 'First name',
    kind: 'text',
    autocomplete: 'given-name',
    heading: 'How can we reach you?',
  },
  { name: 'surname', label: 'Last name', kind: 'text', autocomplete: 'family-name' },
  { name: 'telephone_mobile', label: 'Mobile number', kind: 'tel', isOptional: true, autocomplete: 'tel' },
  { name: 'email', label: 'Email address', kind: 'email', autocomplete: 'email' },
];

/** The label as it is shown. */
export const labelOf = ({ isOptional, label }: Outline) => (isOptional ? `${label} (optional)` : label);

/** Whether a field is shown with these values. */
export function isShown({ shownWhen }: Outline, values: Record<string, unknown>): boolean {
  if (!shownWhen) return true;
  const [name, value] = shownWhen;
  const source = outlines.find(outline => outline.name === name);
  return !!source && isShown(source, values) && [values[name]].flat().includes(value);
}

/** Tells the benchmark that the form is usable: every field is present, and Send works. */
export function reportUsable(): void {
  Object.assign(window, { usableAt: performance.now() });
}

/** Tells the benchmark what the visitor has submitted. */
export function reportSubmitted(values: Record<string, unknown>): void {
  Object.assign(window, { submitted: values });
}
