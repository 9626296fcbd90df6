type SendingModule = typeof import('./sending/sending.ts');

const load = (): Promise<SendingModule> => import('./sending/sending.ts');
let failures = 0;

/** Loads what comes after the visitor has begun. Rejects when the network fails, and may be called again: a lost
 * connection must not cost the lead. Browsers may remember a failed import for as long as the page lives
 * (whatwg/html#6768), so each further try has an address of its own. The built one stands nowhere but in `load`. */
export async function loadSending(): Promise<SendingModule> {
  try {
    return await load();
  } catch {
    const [, path = ''] = /["'`](.+?)["'`]/.exec(String(load)) ?? [];
    const address = new URL(`${path}?again=${++failures}`, import.meta.url).href;
    return await import(/* @vite-ignore */ address);
  }
}
