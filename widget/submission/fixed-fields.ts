import type { Fixed } from '../form/fields.ts';

/** Whether the site has filled in a contact field for good. */
export function isFixed({ hiddenFields, readonlyFields }: Fixed, prefill: FormData, name: string): boolean {
  return `${hiddenFields} ${readonlyFields}`.includes(name) && !!prefill.get(name);
}

/** Gives a field to the visitor after all: what the site filled in was not accepted. */
export function release(fixed: Fixed, name: string): void {
  fixed.hiddenFields = fixed.hiddenFields?.replace(name, '');
  fixed.readonlyFields = fixed.readonlyFields?.replace(name, '');
}
