import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { primaryLanguage } from '../../proxy/contract/languages/locale.ts';
import { loadPart } from '../client/lazy-part.ts';

/** The definitions that came with scripts, each with its proxy. All elements share the list: a second script adds to
 * it. */
const provided: [proxy: string, definition: Definition][] = [];
const sources = new Set<DefinitionSource>();

/** Registers the definitions that came with a script of this proxy, and gives them to elements that are waiting. */
export function registerDefinitions(proxy: string, definitions: Definition[]): void {
  for (const definition of definitions) provided.push([proxy, definition]);
  for (const source of sources) source.adopt();
}

/** The address of the proxy that served a script: the script's folder, or for an asset, the folder above. */
export function proxyUrlFrom(script: string): string {
  return new URL('.', script).href.replace(/\/assets\/$/, '/');
}

/** Identifies the definition that an element needs. */
export interface DefinitionRequest {
  /** Empty: none is loaded. */
  caseType: string | null | undefined;
  /** The proxy's address, if the tag has one. */
  proxy: string | null | undefined;
  /** The proxy that served the element's own script. */
  home: string;
  /** A BCP 47 tag; empty: the proxy's main language. */
  lang: string;
}

/** Gets the definition of an element's case type from a script or from the proxy. */
export class DefinitionSource implements ReactiveController {
  /** Undefined until it is loaded, and when it couldn't be. */
  definition: Definition | undefined;
  /** The proxy's address, which ends with a slash. */
  proxy = '';
  /** Whether another attempt may help. */
  hasFailed = false;
  /** Whether the proxy has no such form for this page. */
  isRefused = false;
  /** The definitions that a preview link names, in place of those that came with scripts. */
  preview: string | undefined;
  /** The last request. Its case type is the one that the form shows or is about to show: of several in one tag, the one
   * that is chosen, and empty until then. */
  requested: DefinitionRequest | undefined;
  #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    sources.add(this);
    this.adopt();
  }

  hostDisconnected(): void {
    sources.delete(this);
  }

  /** Gets another definition. One of the same case type stays until the other is loaded. Resolves when it is, or when it
   * couldn't be loaded. */
  request(request: DefinitionRequest): Promise<void> | undefined {
    const { caseType, proxy, home } = request;
    const before = this.definition;
    this.requested = request;
    this.proxy = proxy ? new URL(proxy.endsWith('/') ? proxy : `${proxy}/`, document.baseURI).href : home;
    this.#set(undefined);
    this.adopt();
    if (this.definition) return undefined;
    if (before?.case_type === caseType) this.definition = before;
    return this.load();
  }

  /** Uses a definition that came with a script, unless there is one already. */
  adopt(): void {
    const { definition, requested } = this;
    const found = requested && !definition && this.find(requested.caseType);
    if (found) this.#set(found);
  }

  /** A copy of the definition of a case type that came with a script, whose proxy is used from now on; undefined if there is none, or
   * if the preview may have another. Called after a request. */
  find(caseType: string | null | undefined): Definition | undefined {
    const request = this.requested!; // There was one.
    const [proxy, definition] =
      provided.find(
        ([proxy, { case_type, lang }]) =>
          case_type === caseType &&
          (!request.proxy || proxy === this.proxy) &&
          (!request.lang || primaryLanguage(request.lang) === primaryLanguage(lang)),
      ) ?? [];
    this.proxy = proxy ?? this.proxy;
    return this.preview || !definition ? undefined : { ...definition };
  }

  /** Loads the definition from the proxy. The current one stays until then. */
  async load(cache: RequestCache = 'default'): Promise<void> {
    const request = this.requested;
    const before = this.definition;
    if (!request?.caseType) return;
    this.#set(before);
    const { caseType, lang } = request;
    const loaded = await loadPart(() => import('../client/request-definition.ts'))
      .then(({ getDefinition }) => getDefinition(this, caseType, lang, cache))
      .catch(() => undefined); // The network failed. The visitor can try again.
    // Another definition was requested meanwhile, or a script was faster.
    if (request !== this.requested || before !== this.definition) return;
    this.#set(loaded ?? before);
    this.hasFailed = loaded === undefined && !this.definition;
    this.isRefused = loaded === null;
  }

  #set(definition: Definition | undefined): void {
    this.definition = definition;
    this.hasFailed = this.isRefused = false;
    this.#host.requestUpdate();
  }
}

/** An element's language, inherited through shadow roots; empty if none is set. */
export function inheritedLang(element: Element): string {
  const found = element.closest<HTMLElement>('[lang]');
  const root = element.getRootNode();
  return found?.lang ?? (root instanceof ShadowRoot ? inheritedLang(root.host) : '');
}
