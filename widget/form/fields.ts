import type { TemplateResult } from 'lit';
import { type AskedField, asked } from '../../proxy/contract/asked.ts';
import type { ContactField, Definition } from '../../proxy/contract/definition.ts';
import type { Translate } from '../messages/format.ts';

/** A contact field or question as it appears in the form. */
export interface Field extends AskedField {
  /** Hidden fields stay in the form, so that their values come back when they are shown again. */
  isHidden: boolean;
  isReadonly?: boolean;
  /** Whether the label says that the field may be left empty. */
  isOptional: boolean;
  /** The value of the `autocomplete` attribute; empty: the browser's default. */
  autocomplete: string;
}

/** The contact fields that the site fills in: lists of names, with spaces between. A required field without a prefill
 * is asked for nevertheless. */
export interface FixedFields {
  hiddenFields: string | null | undefined;
  readonlyFields: string | null | undefined;
}

/** The context of a field's markup. */
export interface FieldContext {
  translate: Translate;
  /** The message for the field's problem; undefined if it has none. Comes with a lazy part. */
  messageAt?(field: Field): TemplateResult | undefined;
  /** What is shown below the field's control, such as a date in words. Comes with a lazy part. */
  afterAt?(field: Field): TemplateResult | undefined;
  /** The parts of fields that few forms have; undefined if the form needs none. Comes with a lazy part. */
  rare: RareFields | undefined;
  /** Today's date in the visitor's time zone, for example `2026-02-01`. */
  today: string;
}

/** Whether a form needs the markup that few forms do. A form with one of these words as a text of its own needs nothing,
 * and loads the part nevertheless. */
export function needsRareFields(definition: Definition): boolean {
  return /"(one_of|heading|lines)"/.test(JSON.stringify(definition));
}

/** The markup that few forms need. */
export interface RareFields {
  /** What is shown above a field, such as a heading. */
  before(field: Field): TemplateResult | undefined;
  /** The parts that a field's answer is entered in; undefined: it has one control. */
  parts(field: Field): FieldPart[] | undefined;
}

/** One of the inputs that a field's answer is entered in. */
export interface FieldPart {
  label: string;
  /** The value of the `autocomplete` attribute; empty: the browser's default. */
  autocomplete: string;
  isOptional?: boolean | undefined;
}

const autocompletes: Record<ContactField, string> = {
  forename: 'given-name',
  surname: 'family-name',
  telephone_mobile: 'tel',
  email: 'email',
};

/** The form's fields in their order. `shown` has the ids of the questions that are shown, and `prefill` what the site
 * filled in. */
export function listFields(
  definition: Definition,
  shown: string[],
  { hiddenFields, readonlyFields }: FixedFields,
  prefill: FormData,
  translate: Translate,
): Field[] {
  return asked(definition).map(field => {
    const { name, kind, question } = field;
    const { id, type, required } = question;
    const contact = kind === 'contact' && (name as ContactField); // The kind says so.
    const isFixed = (names: string | null | undefined) =>
      !!contact && !!names?.includes(name) && (!required || prefill.has(name));
    return {
      ...field,
      question: contact ? { ...question, label: translate(contact) } : question,
      autocomplete: contact
        ? autocompletes[contact]
        : (question.autocomplete ??
          (type === 'postcode' ? 'postal-code' : type === 'address' ? 'street-address' : '')),
      isHidden: isFixed(hiddenFields) || (!contact && !shown.includes(id)),
      isReadonly: isFixed(readonlyFields),
      isOptional: !required && !`${definition.contact.one_of}`.includes(name),
    };
  });
}
