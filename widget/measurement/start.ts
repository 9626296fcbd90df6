import type { FormContext } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';

/** Emits `enquiry-start` when the visitor changes a field for the first time, or has done so already. */
export function watchStart({ emit, host, model }: FormContext): void {
  const root = host.shadowRoot!; // The form is in it.
  const start = () => {
    if (!model.element) return; // A file was chosen on the receipt.
    root.removeEventListener('input', start);
    emit('enquiry-start', { case_type: host.caseType });
  };
  root.addEventListener('input', start);
  if (wasEdited(model)) start();
}

/** Whether the visitor changed a field before this part was loaded. Unless a draft was restored, the form then has other
 * values than those that the site filled in. */
function wasEdited(model: FormModel): boolean {
  if (model.isEdited !== undefined) return model.isEdited;
  const values = model.read();
  // Empty values are ignored, because a control may not have accepted the site's value.
  return [...values].some(
    ([name, value]) => value && typeof value === 'string' && !model.prefill.getAll(name).includes(value),
  );
}
