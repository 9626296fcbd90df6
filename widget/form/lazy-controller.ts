import { loadPart } from '../lazy-part.ts';

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

  /** Resolves with the controller; undefined if the part couldn't be loaded. The next call tries again. */
  async load(): Promise<Controller | undefined> {
    this.isLoading = true;
    try {
      const part = await loadPart(this.#importPart);
      const create = await part.prepare(...this.#needs);
      this.current ??= create();
    } catch {
      // The network failed. Callers that need the controller tell the visitor.
    }
    this.isLoading = false;
    return this.current;
  }
}
