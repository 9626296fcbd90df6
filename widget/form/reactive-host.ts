import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';

/** A property that renders the element again when it is set. */
export interface ReactiveProperty {
  /** The attribute that sets it; `false`: none. Default: the property's name in lower case. */
  attribute?: string | false;
  /** `Object`: the attribute is JSON; malformed JSON is `null`. Default: the attribute's text. */
  type?: typeof Object;
}

// A server, where sites may import the form, has none.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** A custom element that renders itself and tells its controllers, in a microtask after something has changed. It does what
 * the form needs of Lit's ReactiveElement, in a quarter of the size. */
export abstract class ReactiveHost extends Base implements ReactiveControllerHost {
  static properties: Record<string, ReactiveProperty> = {};
  /** The text of the element's style sheet. */
  static styles = '';

  /** Makes the properties of a class reactive, and returns their attributes. A property with an accessor of its own
   * requests updates itself. */
  static makeReactive({ properties, prototype }: typeof ReactiveHost): string[] {
    for (const name of Object.keys(properties)) {
      // A script of the page may have added a property of that name to all objects.
      if (Object.hasOwn(prototype, name)) continue;
      Object.defineProperty(prototype, name, {
        get(this: ReactiveHost) {
          return this.#values.get(name);
        },
        set(this: ReactiveHost, value: unknown) {
          if (Object.is(value, this.#values.get(name))) return;
          this.#values.set(name, value);
          this.#changed.add(name);
          this.requestUpdate();
        },
        configurable: true,
        enumerable: true,
      });
    }
    return Object.keys(properties).flatMap(name => attributeOf(properties, name) || []);
  }

  /** Undefined until the element is connected. */
  renderRoot!: ShadowRoot;
  #controllers = new Set<ReactiveController>();
  #values = new Map<string, unknown>();
  /** The properties that have changed since the last update. */
  #changed = new Set<string>();
  /** The properties that were set before the element was defined. They take precedence over its attributes then. */
  #early: [name: string, value: unknown][] = [];
  #isPending = false;
  #connect!: () => void;
  /** Resolves after the pending update, with whether no other update is due. Rejects if it fails. */
  updateComplete: Promise<boolean> = new Promise(resolve => {
    this.#connect = () => resolve(true);
  });

  constructor() {
    super();
    for (const name of Object.keys(this.#options)) {
      if (!Object.hasOwn(this, name)) continue;
      this.#early.push([name, this.#own[name]]);
      delete this.#own[name];
    }
    this.requestUpdate();
  }

  /** Called before each update with the names of the properties that have changed since the last one. */
  protected abstract willUpdate(changed: Set<string>): void;

  protected abstract render(): TemplateResult;

  /** Puts what `render()` has returned into `renderRoot`. */
  protected abstract show(view: TemplateResult): void;

  protected abstract updated(): void;

  connectedCallback(): void {
    for (const [name, value] of this.#early.splice(0)) this.#own[name] = value;
    if (!this.renderRoot) {
      this.renderRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      this.renderRoot.adoptedStyleSheets = [sheet];
      // A form that a server has rendered contains a style element, which applies until the takeover.
      if (!this.renderRoot.firstChild) sheet.replaceSync((this.constructor as typeof ReactiveHost).styles);
    }
    this.#connect();
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const options = this.#options;
    for (const name of Object.keys(options)) {
      if (attributeOf(options, name) === attribute)
        this.#own[name] = options[name]?.type === Object ? parseJson(text) : text;
    }
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
    if (this.renderRoot && this.isConnected) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.updateComplete = this.#updateAfter(this.updateComplete);
  }

  get #options(): Record<string, ReactiveProperty> {
    return (this.constructor as typeof ReactiveHost).properties;
  }

  /** The element by the names of its properties. */
  get #own(): Record<string, unknown> {
    return this as unknown as Record<string, unknown>;
  }

  async #updateAfter(previous: Promise<unknown>): Promise<boolean> {
    try {
      await previous;
    } catch (error) {
      void Promise.reject(error); // So that the browser reports it.
    }
    let view: TemplateResult;
    try {
      this.willUpdate(this.#changed);
      for (const controller of this.#controllers) controller.hostUpdate?.();
      view = this.render();
    } finally {
      this.#isPending = false;
      this.#changed.clear();
    }
    this.show(view);
    for (const controller of this.#controllers) controller.hostUpdated?.();
    this.updated();
    return !this.#isPending;
  }
}

/** The attribute that sets a property; `false`: none. */
function attributeOf(properties: Record<string, ReactiveProperty>, name: string): string | false {
  return properties[name]?.attribute ?? name.toLowerCase();
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
