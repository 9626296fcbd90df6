import type { Field } from '../form/fields.ts';
import type { FormModel } from '../form/form-model.ts';
import { controlsOf, fieldOf, reportEdit } from './controls.ts';

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
