import { loadPart } from '../client/lazy-part.ts';

/** The module of a lazy part that is a controller. */
interface ControllerPart<Controller, Needs extends unknown[]> {
  /** Returns a function that creates the controller. */
  prepare(...needs: Needs): (() => Controller) | Promise<() => Controller>;
}

/** A controller whose code is in a lazy part. It is created when the part has loaded. */
export class LazyController<Controller, Needs extends unknown[] = unknown[]> {
  /** Undefined until the part is loaded. */
  current: Controller | undefined;
  isLoading = false;
  #importPart: () => Promise<ControllerPart<Controller, Needs>>;
  #needs: Needs;

  /** `importPart` is the same as for `loadPart`. `needs` is passed to the part's `prepare`. */
  constructor(importPart: () => Promise<ControllerPart<Controller, Needs>>, ...needs: Needs) {
    this.#importPart = importPart;
    this.#needs = needs;
  }

  /** Resolves with the controller; undefined if there is none. The next call tries again. Callers that need the
   * controller tell the visitor. */
  async load(): Promise<Controller | undefined> {
    this.isLoading = !this.current;
    try {
      // If the network fails, the browser reports it.
      const part = await loadPart(this.#importPart).catch(() => undefined);
      if (part) {
        const create = await part.prepare(...this.#needs);
        this.current ??= create();
      }
    } catch (error) {
      // The site's fault, such as a subclass that calls `attachInternals`, or ours.
      console.error('enquiry-form:', error);
    }
    this.isLoading = false;
    return this.current;
  }
}
