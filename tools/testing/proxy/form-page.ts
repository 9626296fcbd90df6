// For tests: a visitor without JavaScript on the page of a form.
import { readPlainForm } from '../plain-form.ts';
import type { ProxyUnderTest } from './proxy.ts';

/** A form as a browser would post it. */
export interface FormOnPage {
  /** The address that it posts to. */
  address: string;
  /** The controls that are always posted, and those that are checked, in their order; files are last or before the fields
   * that come after them. */
  controls: [name: string, value: string][];
}

/** The origin of requests to the app. */
export const proxyOrigin = 'http://localhost';

/** Reads the form of a page. */
export function readForm(html: string, base: string): FormOnPage {
  const { action, posted } = readPlainForm(html);
  const controls = [...posted()].map(([name, value]): [string, string] => [name, `${value}`]);
  return { address: new URL(action, base).href, controls };
}

/** Opens the page of a form. */
export async function openForm({ app }: Pick<ProxyUnderTest, 'app'>, path: string): Promise<FormOnPage> {
  const address = `${proxyOrigin}${path}`;
  const response = await app.request(address);
  return readForm(await response.text(), address);
}

/** The form with these values; empty inputs for files stay where they are unless there are files. */
export function fillIn(
  { controls }: FormOnPage,
  values: Record<string, string | string[]>,
  files: File[] = [],
): FormData {
  const form = new FormData();
  const added = new Set<string>();
  const add = (name: string, value: string | string[]) => {
    if (!added.has(name)) for (const each of [value].flat()) form.append(name, each);
    added.add(name);
  };
  // A browser posts choices where they are in the form. Their place makes no difference here.
  for (const [name, value] of Object.entries(values))
    if (!controls.some(([each]) => each === name)) add(name, value);
  for (const [name, value] of controls) {
    if (name !== 'files') add(name, values[name] ?? value);
    else if (!added.has('files') && files.length > 0) {
      for (const file of files) form.append('files', file);
      added.add('files');
    } else form.append('files', new File([], '', { type: 'application/octet-stream' }));
  }
  return form;
}

/** Posts a form as a browser does. */
export const postForm = (
  { app }: Pick<ProxyUnderTest, 'app'>,
  address: string,
  body: BodyInit,
  headers: Record<string, string> = {},
) =>
  app.request(address, {
    method: 'POST',
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    headers: { origin: proxyOrigin, 'sec-fetch-site': 'same-origin', referer: address, ...headers },
  });

/** A form whose files come before its fields, as no page of the proxy posts it. */
export function withFilesFirst(form: FormData): FormData {
  const reordered = new FormData();
  const isFile = ([, value]: [string, FormDataEntryValue]) => typeof value !== 'string';
  const entries = [...form];
  for (const [name, value] of [...entries.filter(isFile), ...entries.filter(each => !isFile(each))])
    reordered.append(name, value);
  return reordered;
}
