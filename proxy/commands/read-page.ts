// Pages as their servers send them, or as browsers have saved them.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { messageOf } from './command.ts';

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.Node;

/** All nodes below one, in the order of the source. Doesn't recurse, because a page may be nested deeply. */
export function walk(root: Node): Node[] {
  const nodes: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child);
  }
  return nodes;
}

/** The value of an attribute; undefined if there is none. */
export const attribute = ({ attrs }: Element, name: string) => attrs.find(each => each.name === name)?.value;
/** The text of a text node or a comment. */
export const contentOf = (node: Node) => ('value' in node ? node.value : 'data' in node ? node.data : '');

const maxBytes = 5_000_000;

/** Requests a page as a browser does. */
export async function requestPage(url: URL): Promise<{ address: string; policy: string; html: string }> {
  // The error of `fetch` would repeat it.
  if (url.username || url.password)
    throw new Error(`the address at ${url.host} has a login: check the page without one`);
  const response = await fetch(url, {
    signal: AbortSignal.timeout(20_000),
    // Some servers refuse unknown browsers.
    headers: { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0 (compatible; enquiry-form check)' },
  }).catch(error => {
    throw (error as Error).cause ?? error; // Otherwise "fetch failed" is all that it says.
  });
  const policy = response.headers.get('content-security-policy') ?? '';
  return { address: response.url, policy, html: await readHtml(response) };
}

async function readHtml({ ok, status, headers, body }: Response): Promise<string> {
  if (!ok) throw new Error(`it responded ${status}`);
  const type = headers.get('content-type') ?? '';
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) throw new Error(`it isn't HTML, but "${type}"`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('it has more than 5 MB');
    chunks.push(chunk);
  }
  return decodeHtml(Buffer.concat(chunks), type);
}

/** Reads a page from an address or from a file. */
export async function readPage(place: string): Promise<{ address?: string; html: string }> {
  if (/^https?:/i.test(place) && URL.canParse(place))
    return await requestPage(new URL(place)).catch(error => {
      const advice = 'Open it in a browser, save it, and import the file';
      throw new Error(`the page can't be read: ${messageOf(error)}. ${advice}`);
    });
  const file = statSync(place, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new Error(`there is no file ${place}. Addresses start with https:// or http://`);
  if (file.size > maxBytes) throw new Error(`${place} has more than 5 MB`);
  return { html: decodeHtml(readFileSync(place)) };
}

/** Decodes a page as browsers do: by the header, or the declaration near its beginning (HTML standard, section 13.2.3.2). */
function decodeHtml(bytes: Buffer, type = ''): string {
  const beginning = bytes.toString('latin1', 0, 1_024);
  const declared = /charset\s*=\s*["']?([\w:.-]+)/i.exec(`${type} ${beginning}`)?.[1];
  const guess = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  try {
    return new TextDecoder(declared ?? guess).decode(bytes);
  } catch {
    return new TextDecoder(guess).decode(bytes); // The name of the encoding is unknown.
  }
}
