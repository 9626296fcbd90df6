/** A controller whose code is in a lazy part. It is created when the part has loaded. */
export class LazyController<Controller> {
  /** Undefined until the part is loaded. */
  current: Controller | undefined;
  isLoading = false;
  #load: () => Promise<() => Controller>;

  /** `load` loads the part and resolves with a function that creates the controller. It rejects if the network fails. */
  constructor(load: () => Promise<() => Controller>) {
    this.#load = load;
  }

  /** Resolves with the controller; undefined if the part couldn't be loaded. The next call tries again. */
  async load(): Promise<Controller | undefined> {
    this.isLoading = true;
    try {
      const create = await this.#load();
      this.current ??= create();
    } catch {
      // The network failed. Callers that need the controller tell the visitor.
    }
    this.isLoading = false;
    return this.current;
  }
}
