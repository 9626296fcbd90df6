// Many forms at the same time, each on a page in its own frame.
import { expect } from '@playwright/test';
import type { Visitor } from '../visitor/visitor.ts';
import type { EnquiryForm } from './house-move-page.ts';

interface Frames {
  addresses: string[];
  /** The number of frames that exist at the same time. */
  parallel: number;
}

/** Sends the form of each of these pages, which then redirect. Resolves with the addresses that they redirected to. */
export async function sendInFrames(visitor: Visitor, frames: Frames): Promise<string[]> {
  await visitor.run(startFrames, frames);
  const readResults = () =>
    visitor.run(() => (window as unknown as { results: string[] }).results, undefined);
  await expect
    .poll(async () => (await readResults()).length, { timeout: 120_000 })
    .toBe(frames.addresses.length);
  return readResults();
}

/** Runs in the page. For each frame, adds the address of the redirect to `results`. */
function startFrames({ addresses, parallel }: Frames): void {
  const results: string[] = [];
  Object.assign(window, { results });
  const remaining = [...addresses];
  const hasLoaded = (frame: HTMLIFrameElement) =>
    new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
  const sendNext = async (): Promise<void> => {
    const address = remaining.shift();
    if (address === undefined) return;
    const frame = document.createElement('iframe');
    frame.src = address;
    const loaded = hasLoaded(frame);
    document.body.append(frame);
    await loaded;
    const redirected = hasLoaded(frame);
    const form = frame.contentDocument!.querySelector<EnquiryForm>('enquiry-form')!;
    await frame.contentWindow!.customElements.whenDefined('enquiry-form');
    await form.submit();
    await redirected;
    results.push(frame.contentWindow!.location.href);
    frame.remove();
    return sendNext();
  };
  for (let n = 0; n < parallel; n++) void sendNext();
}
