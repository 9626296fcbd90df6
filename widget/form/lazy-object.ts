import { loadPart } from '../client/lazy-part.ts';

/** The module of a lazy part that creates an object. */
interface ObjectPart<Type, Needs extends unknown[]> {
  create(...needs: Needs): Type;
}

/** Makes an object of a lazy part. `needs` is passed to the part's `create`. */
export const lazy = <Type, Needs extends unknown[]>(
  importPart: () => Promise<ObjectPart<Type, Needs>>,
  ...needs: Needs
): LazyObject<Type, Needs> => new LazyObject(importPart, needs);

/** An object whose code is in a lazy part. It is created when the part has loaded. */
export class LazyObject<Type, Needs extends unknown[] = unknown[]> {
  /** Undefined until the part is loaded. */
  current: Type | undefined;
  isLoading = false;
  #importPart: () => Promise<ObjectPart<Type, Needs>>;
  #needs: Needs;

  /** `importPart` is the same as for `loadPart`. */
  constructor(importPart: () => Promise<ObjectPart<Type, Needs>>, needs: Needs) {
    this.#importPart = importPart;
    this.#needs = needs;
  }

  /** Resolves with the object; undefined if there is none. The next call tries again. Callers that need the object tell
   * the visitor. */
  async load(): Promise<Type | undefined> {
    this.isLoading = !this.current;
    // If the network fails, the browser reports it.
    const part = this.current ? undefined : await loadPart(this.#importPart).catch(() => {});
    try {
      this.current ??= part?.create(...this.#needs);
    } catch (error) {
      // The site's fault, such as a subclass that calls `attachInternals`, or ours.
      console.error('enquiry-form:', error);
    }
    this.isLoading = false;
    return this.current;
  }
}
