type SendingModule = typeof import('./submission/submission.ts');

let failures = 0;

/** Loads a lazy part. Rejects when the network fails, and may be called again: a lost connection must not cost the
 * lead. Browsers may remember a failed import for as long as the page lives (whatwg/html#6768), so each further try
 * has an address of its own. The built one stands nowhere but in `part`,
 * beside the script at `from`. */
export async function load<Part>(part: () => Promise<Part>, from = import.meta.url): Promise<Part> {
  try {
    return await part();
  } catch {
    const [, path = ''] = /["'`](.+?)["'`]/.exec(String(part)) ?? [];
    const address = new URL(`${path}?again=${++failures}`, from).href;
    return await import(/* @vite-ignore */ address);
  }
}

/** Loads what comes after the visitor has begun. */
export const loadSending = (): Promise<SendingModule> => load(() => import('./submission/submission.ts'));
