import type { Field } from '../form/fields.ts';
import type { FormModel } from '../form/form-model.ts';
import { findWhole } from './parts.ts';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** The field that a control belongs to; undefined for the file picker and outside the form. */
export function fieldOf(model: FormModel, control: Element): Field | undefined {
  const name = (findWhole(control) ?? control).getAttribute('name');
  return name ? model.fields.find(field => field.name === name) : undefined;
}

/** The controls of a field: several for radio buttons and checkboxes, and of a field in parts only the one that holds its
 * value. */
export function controlsOf(model: FormModel, { name }: Field): (HTMLInputElement | HTMLTextAreaElement)[] {
  const controls = [...(model.element?.elements ?? [])];
  return controls.filter(control => control.getAttribute('name') === name) as TextControl[]; // A select has a value, too.
}

/** The value of a field with one control, as it was entered. */
export function textOf(model: FormModel, field: Field): string {
  return controlsOf(model, field)[0]?.value ?? '';
}

/** Whether Return in a control would submit the form. */
export function isTextInput(control: unknown): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(text|email|tel|date)$/.test(control.type);
}

/** Tells the form about a value that the visitor has changed by other means than the keyboard. */
export function reportEdit(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}

/** Unticks the options that can't be combined with the one that was ticked. Returns whether there were any. */
export function untickOthers(model: FormModel, field: Field, ticked: HTMLInputElement): boolean {
  const exclusive =
    field.question.options?.filter(option => option.exclusive).map(({ value }) => value) ?? [];
  const excluded = (controlsOf(model, field) as HTMLInputElement[]).filter(
    other =>
      other.checked &&
      other !== ticked &&
      (exclusive.includes(ticked.value) || exclusive.includes(other.value)),
  );
  for (const other of excluded) other.checked = false;
  return excluded.length > 0;
}

/** Does the same for the option that was ticked last before this part was loaded. It still has the focus, except in
 * browsers that don't focus checkboxes on a click. */
export function untickOthersAtStart(model: FormModel): void {
  const ticked = model.element?.querySelector<HTMLInputElement>('[type=checkbox]:checked:focus');
  const field = ticked && fieldOf(model, ticked);
  if (field && untickOthers(model, field, ticked)) reportEdit(ticked);
}
