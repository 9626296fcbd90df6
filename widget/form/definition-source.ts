import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { loadPart } from '../lazy-part.ts';

/** What came with the scripts, each with its proxy. One list for all elements: a second script adds to it. */
const provided: [proxy: string, definition: Definition][] = [];
const sources = new Set<DefinitionSource>();

/** Takes in the definitions that came with a script of this proxy, also for elements that wait for one. */
export function provide(proxy: string, definitions: Definition[]): void {
  for (const definition of definitions) provided.push([proxy, definition]);
  for (const source of sources) source.take();
}

/** The proxy whose script this is: the folder that it lies in, or, for an asset, the one above. */
export function proxyOf(script: string): string {
  return new URL('.', script).href.replace(/\/assets\/$/, '/');
}

/** What an element asks for. */
export interface Wanted {
  caseType: string | null | undefined;
  /** The proxy's address, when the tag names one. */
  proxy: string | null | undefined;
  /** The proxy that the element's own script came from. */
  home: string;
  /** A BCP 47 tag; empty: the proxy's main language. */
  lang: string;
}

/** Gets an element its case type's definition: from a script, or from the proxy. */
export class DefinitionSource implements ReactiveController {
  /** Undefined until it is there, and when it can't be loaded. */
  definition: Definition | undefined;
  /** Where enquiries go: an address that ends with a slash. */
  proxy = '';
  hasFailed = false;
  #host: ReactiveControllerHost;
  #wanted: Wanted | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    sources.add(this);
    this.take();
  }

  hostDisconnected(): void {
    sources.delete(this);
  }

  /** Asks for another definition. */
  want(wanted: Wanted): void {
    const { proxy, home } = wanted;
    this.#wanted = wanted;
    this.proxy = proxy ? new URL(proxy.replace(/\/*$/, '/'), document.baseURI).href : home;
    this.#settle(undefined);
    this.take();
    if (!this.definition) void this.load();
  }

  /** Takes what a script has brought, unless there is a definition already. */
  take(): void {
    const wanted = this.#wanted;
    if (!wanted || this.definition) return;
    const found = provided.find(
      ([proxy, { case_type, lang }]) =>
        case_type === wanted.caseType &&
        (!wanted.proxy || proxy === this.proxy) &&
        (!wanted.lang || language(wanted.lang) === language(lang)),
    );
    if (!found) return;
    this.proxy = found[0];
    this.#settle(found[1]);
  }

  /** Loads the definition from the proxy; the one that is shown stays until then. */
  async load(cache: RequestCache = 'default'): Promise<void> {
    const wanted = this.#wanted;
    const before = this.definition;
    if (!wanted?.caseType) return;
    this.#settle(before);
    let loaded: Definition | undefined;
    try {
      const { getDefinition } = await loadPart(() => import('../client/definition.ts'));
      loaded = await getDefinition(this.proxy, wanted.caseType, wanted.lang, cache);
    } catch {
      // The network's fault. The visitor may try again.
    }
    // Something else is wanted by now, or a script was faster.
    if (wanted !== this.#wanted || before !== this.definition) return;
    this.#settle(loaded ?? before);
    this.hasFailed = !this.definition;
  }

  #settle(definition: Definition | undefined): void {
    this.definition = definition;
    this.hasFailed = false;
    this.#host.requestUpdate();
  }
}

/** `cy-GB` is the language `cy`. */
function language(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}

/** The language that an element is in, through the shadow roots around it; empty: nobody says. */
export function langOf(element: Element): string {
  const found = element.closest<HTMLElement>('[lang]');
  const root = element.getRootNode();
  return found?.lang ?? (root instanceof ShadowRoot ? langOf(root.host) : '');
}
