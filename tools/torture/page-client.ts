// A client in the torture test that sends enquiries as a page without JavaScript does.
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../../demo/processes.ts';

interface Surroundings {
  proxies: Running[];
  randomInteger(min: number, limit: number): number;
}

interface SentForm {
  values: Record<string, string>;
  file: Uint8Array<ArrayBuffer> | undefined;
}

/** An enquiry that a proxy has acknowledged, by redirecting to the receipt. */
interface AcknowledgedForm {
  reference: string;
  formLabel: string;
  isFileAccepted: boolean;
}

const fileName = 'torture.pdf';

/** Returns a function that opens the page of the form and posts it until a proxy has acknowledged it. */
export function createPageClient({ proxies, randomInteger }: Surroundings) {
  /** Requests from random proxies until one responds with this status. */
  async function request(path: string, wanted: number, init: RequestInit = {}): Promise<Response> {
    for (;;) {
      const { url } = proxies[randomInteger(0, proxies.length)]!;
      try {
        const response = await fetch(`${url}${path}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(10_000),
          ...init,
          headers: { origin: url },
        });
        const text = await response.text();
        if (response.status === wanted) return new Response(text, { headers: response.headers });
        if (![409, 429, 503].includes(response.status))
          throw new Error(`${path}: ${response.status} ${text}`);
      } catch (error) {
        // The proxy may have been killed, so the request is sent again.
        if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      }
      await pause(randomInteger(20, 200));
    }
  }

  return async ({ values, file }: SentForm): Promise<AcknowledgedForm> => {
    const page = await (await request('/forms/torture', 200)).text();
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    const form = new FormData();
    for (const name of ['key', 'definition']) form.append(name, hidden(name));
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    form.append('files', new File(file ? [file] : [], file ? fileName : ''));
    const post = async (body: FormData) => {
      const acknowledged = await request('/forms/torture', 303, { method: 'POST', body });
      const address = `/forms/torture${acknowledged.headers.get('location')}`;
      const receipt = await (await request(address, 200)).text();
      return { receipt, reference: /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/.exec(receipt)?.[0] ?? '' };
    };
    const isChanged = randomInteger(0, 4) === 0;
    if (isChanged) {
      const earlier = new FormData();
      for (const [name, value] of form) earlier.append(name, name === 'forename' ? 'Earlier' : value);
      await post(earlier);
    }
    const { receipt, reference } = await post(form);
    if (isChanged) {
      // The visitor goes back, and sends the form again, perhaps after a rotation of the secret.
      await pause(randomInteger(0, 8_000));
      const again = await post(form);
      if (again.reference !== reference)
        throw new Error(`${reference} is stored again as ${again.reference}`);
    }
    return {
      reference,
      formLabel: /<title>(Torture \d+)/.exec(page)?.[1] ?? '',
      isFileAccepted: file !== undefined && !receipt.includes(fileName),
    };
  };
}
