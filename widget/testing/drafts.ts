// The drafts that the form keeps in session storage.
import { expect } from './test.ts';
import type { FormPage } from './visitor.ts';

/** Returns the content of session storage as JSON. */
export const kept = () => JSON.stringify({ ...sessionStorage });

/** Types a first name and waits until the draft has it. */
export async function type(form: FormPage, name: string): Promise<void> {
  await form.fillIn('First name', name);
  await expect.poll(kept).toContain(name);
}
