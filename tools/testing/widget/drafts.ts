// The drafts that the form keeps in session storage.
import type { ScriptedProxy } from './scripted-proxy.ts';
import { expect, sendAndHold } from './test.ts';
import type { FormPage } from './visitor.ts';

/** Returns the content of session storage as JSON. */
export const kept = () => JSON.stringify({ ...sessionStorage });

/** Saves the draft as if the page were left, and waits until it has this text. */
export async function keep(text: string): Promise<void> {
  const save = () => {
    dispatchEvent(new Event('pagehide'));
    return kept();
  };
  await expect.poll(save).toContain(text);
}

/** Types a first name and waits until the draft has it. */
export async function type(form: FormPage, name: string): Promise<void> {
  await form.fillIn('First name', name);
  await keep(name);
}

/** Sends the short form and, before the proxy responds, removes it as a reload would. */
export async function reloadWhileSending(form: FormPage, proxy: ScriptedProxy): Promise<void> {
  await sendAndHold(form, proxy);
  form.element.remove();
}
