// A client in the torture test that sends enquiries as a page without JavaScript does.
import { setTimeout as pause } from 'node:timers/promises';
import { createPatientClient, type Surroundings } from './patient-client.ts';

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
export function createPageClient(surroundings: Surroundings) {
  const { randomInteger } = surroundings;
  const request = createPatientClient(surroundings);
  const post = (body: FormData) =>
    request('/forms/torture', [303], origin => ({ method: 'POST', headers: { origin }, body }));

  return async ({ values, file }: SentForm): Promise<AcknowledgedForm> => {
    const { text: page } = await request('/forms/torture', [200]);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    const form = new FormData();
    for (const name of ['key', 'definition']) form.append(name, hidden(name));
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    form.append('files', new File(file ? [file] : [], file ? fileName : ''));
    const postAndRead = async (body: FormData) => {
      const address = `/forms/torture${(await post(body)).headers.get('location')}`;
      const { text: receipt } = await request(address, [200]);
      return { receipt, reference: /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/.exec(receipt)?.[0] ?? '' };
    };
    const isChanged = randomInteger(0, 4) === 0;
    if (isChanged) {
      const earlier = new FormData();
      for (const [name, value] of form) earlier.append(name, name === 'forename' ? 'Earlier' : value);
      await postAndRead(earlier);
    }
    const { receipt, reference } = await postAndRead(form);
    if (isChanged) {
      // The visitor goes back, and sends the form again, perhaps after a rotation of the secret.
      await pause(randomInteger(0, 8_000));
      const again = await postAndRead(form);
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
