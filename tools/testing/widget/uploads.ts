// Uploads to the scripted proxy.
import { pdf } from './files.ts';
import type { ScriptedProxy } from './scripted-proxy.ts';
import { expect, fillInHouseMove } from './test.ts';
import type { FormPage } from './visitor.ts';

/** Sends an enquiry with these files; the proxy holds the uploads' responses. */
export async function upload(form: FormPage, proxy: ScriptedProxy, ...names: string[]): Promise<void> {
  proxy.next.upload.push(...names.map(() => 'held' as const));
  await fillInHouseMove(form);
  await form.attachReady(...names.map(name => pdf(name, 1000)));
  await form.complete();
  await expect.poll(() => proxy.uploads.length).toBe(Math.min(names.length, 2));
}
