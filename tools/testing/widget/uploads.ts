// Uploads to the scripted proxy.
import { pdf } from './files.ts';
import type { ScriptedProxy } from './scripted-proxy.ts';
import { expect, fillInHouseMove } from './test.ts';
import type { FormPage } from './visitor.ts';

/** Sends an enquiry with these files, and waits for the receipt. Resolves with the form. */
export async function sendWithFiles(form: FormPage, ...files: File[]): Promise<FormPage> {
  await fillInHouseMove(form);
  if (files.length) await form.attachReady(...files);
  await form.complete();
  return form;
}

/** Sends an enquiry with these files; the proxy holds the uploads' responses. */
export async function upload(form: FormPage, proxy: ScriptedProxy, ...names: string[]): Promise<void> {
  proxy.next.upload.push(...names.map(() => 'held' as const));
  await sendWithFiles(form, ...names.map(name => pdf(name, 1000)));
  await expect.poll(() => proxy.uploads.length).toBe(Math.min(names.length, 2));
}
