import { readDefinitions } from '../enquiry/definitions.ts';
import { builtWidget, loadPageModule } from '../http/scripts/widget-build.ts';
import { countOf } from '../outbox/formats.ts';
import type { Config } from '../settings/config.ts';
import { findFaults } from './page-faults.ts';
import type { Expected, ServedPage } from './page-source.ts';

/** A line that `check --page` prints. */
interface PageResult {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  advice: string;
}

/** Whoever has put these right sees the others. */
const maxFaults = 50;

/** Reads a page and finds what keeps its form from working. `proxy` is the address in the settings, if there is one.
 * Resolves with the lines to print and the origin of the page, after redirects. Rejects if the page can't be read. */
export async function checkPage(
  page: URL,
  proxy: string | undefined,
  config: Config,
): Promise<{ results: PageResult[]; origin: string }> {
  const served = await readPage(page);
  const prerender = createPrerenderer(config);
  const load = async (address: string) => (await request(new URL(address))).body;
  const { faults, forms } = await findFaults(served, { proxy, config, load, prerender });
  const results = faults.slice(0, maxFaults).map(({ about, advice, isWarning }): PageResult => {
    return { check: about, status: isWarning ? 'warning' : 'failed', advice: toPrintable(advice) };
  });
  const fine: PageResult = {
    check: 'page',
    status: 'ok',
    advice: `it has ${countOf(forms, 'form')}, and nothing in the way`,
  };
  return { results: results.length > 0 ? results : [fine], origin: new URL(served.address).origin };
}

/** Renders the style of a form only when a page has one. */
function createPrerenderer(config: Config): Expected['prerender'] {
  return async (caseType, lang) => {
    const { current } = await readDefinitions(config);
    const definition = current(caseType, lang);
    if (!definition) return undefined;
    const page = await loadPageModule(builtWidget);
    return { definition: definition.definition, style: page.styles(definition) };
  };
}

const maxBytes = 5_000_000;
const maxRedirects = 5;
const timeoutMs = 20_000;

/** Requests a page as a browser does. */
async function readPage(page: URL): Promise<ServedPage> {
  const { address, headers, body } = await request(page);
  const type = headers.get('content-type') ?? '';
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) throw new Error(`it is no HTML, but "${type}"`);
  const policy = headers.get('content-security-policy') ?? '';
  // Several headers are joined with commas, which no policy contains.
  const policies = policy.split(',').filter(each => each.trim() !== '');
  return { address, policies, html: decode(body, type) };
}

/** Requests an address, and follows redirects to web addresses only. Rejects if there is no response with content. */
async function request(first: URL) {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    // The error of `fetch` would repeat it.
    if (url.username || url.password)
      throw new Error(`the address at ${url.host} has a login: check the page where it needs none`);
    // Some servers refuse unknown browsers.
    const headers = { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0 (compatible; enquiry-form check)' };
    const response = await fetch(url.href, { redirect: 'manual', signal, headers }).catch(error => {
      throw (error as Error).cause ?? error; // Otherwise "fetch failed" is all that it says.
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (!response.ok) throw new Error(`responded ${response.status}`);
      return { address: url.href, headers: response.headers, body: await readBody(response) };
    }
    await response.body?.cancel();
    const next = URL.parse(location, url.href);
    if (!next || !/^https?:$/.test(next.protocol)) throw new Error(`it redirects to ${location}`);
    url = next;
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('it has more than 5 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Decodes HTML in the charset of its header or its head. Default: UTF-8. */
function decode(body: Uint8Array, type: string): string {
  const head = Buffer.from(body.subarray(0, 1_024)).toString('latin1');
  const [, charset = 'utf-8'] = /charset\s*=\s*["']?([\w-]+)/i.exec(`${type} ${head}`) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body); // There is no such charset.
  }
}

/** A policy can be long. */
const maxPrinted = 10_000;

/** Makes the text of a page harmless for a terminal: without control characters, and without those that change the
 * direction of what follows. */
export const toPrintable = (text: string) =>
  text
    .slice(0, maxPrinted)
    .replaceAll(/[\p{C}\u2028\u2029]/gu, character => `\\u{${character.codePointAt(0)!.toString(16)}}`);
