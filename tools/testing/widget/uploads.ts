// Uploads to the scripted proxy.
import { pdf } from './files.ts';
import type { ScriptedProxy } from './scripted-proxy.ts';
import { expect, fillInHouseMove } from './test.ts';
import type { FormPage } from './visitor.ts';

/** Sends an enquiry with these files; the proxy holds the uploads' responses. */
export async function upload(form: FormPage, proxy: ScriptedProxy, ...names: string[]): Promise<void> {
  proxy.next.upload.push(...names.map(() => 'held' as const));
  await fillInHouseMove(form);
  await form.attach(...names.map(name => pdf(name, 1000)));
  for (const name of names) await expect.element(form.attachment(name)).toMatchTextContent(/kB/);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  await expect.poll(() => proxy.uploads.length).toBe(Math.min(names.length, 2));
}
