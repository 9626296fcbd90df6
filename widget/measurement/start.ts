import type { FormContext } from '../form/form-context.ts';

/** Emits `enquiry-start` when the visitor changes a field for the first time, or has done so already. */
export function watchStart(context: FormContext): void {
  const { emit, host, model } = context;
  const root = host.shadowRoot!; // The form is in it.
  const start = () => {
    if (!model.element) return; // A file was chosen on the receipt.
    root.removeEventListener('input', start);
    emit('enquiry-start', { case_type: host.caseType });
  };
  root.addEventListener('input', start);
  if (wasEdited(context)) start();
}

/** Whether the visitor changed a field before this part was loaded. Unless a draft was restored, the form then has other
 * values than those that the site filled in. */
function wasEdited({ isEdited, model }: FormContext): boolean {
  if (isEdited !== undefined) return isEdited;
  const values = model.read();
  // Empty values are ignored, because a control may not have accepted the site's value.
  return [...values].some(
    ([name, value]) => value && typeof value === 'string' && !model.prefill.getAll(name).includes(value),
  );
}
