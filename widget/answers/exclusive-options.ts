import type { Field } from '../form/fields.ts';
import type { FormModel } from '../form/form-model.ts';
import { controlsOf } from './controls.ts';

/** Unticks the options that can't be combined with the one that was ticked. */
export function untickOthers(model: FormModel, field: Field, ticked: HTMLInputElement): void {
  const exclusive =
    field.question.options?.filter(option => option.exclusive).map(({ value }) => value) ?? [];
  for (const other of controlsOf(model, field) as HTMLInputElement[]) {
    const cantCombine = exclusive.includes(ticked.value) || exclusive.includes(other.value);
    if (other !== ticked && cantCombine) other.checked = false;
  }
}
