import type { StepPlace } from '../form/form-context.ts';

/** The state of a browser history entry for the forms on the page. */
interface Mark {
  /** The form that made the entry, and the key of the step it left. */
  by: string;
  from: number;
  /** The place of each form by the id of its trail. */
  at: Record<string, StepPlace>;
}

const key = 'enquiry-form';

/** Records a form's steps in the browser's history. It doesn't change the address, and adds to the page's own state
 * of each entry only a mark. */
export class StepHistory {
  /** The id of the trail. */
  readonly id: string;
  /** The state of the history entry that the form is leaving. */
  #left: unknown;

  /** Starts a trail; with the id of one that a draft has kept, continues that. The id is random, so that without a
   * draft, the marks of the form before a reload are ignored. */
  constructor(id = Math.random().toString(36).slice(2)) {
    this.id = id;
  }

  /** This form's place as an entry's state records it; undefined if it doesn't. */
  placeIn(state: unknown): StepPlace | undefined {
    return markIn(state)?.at[this.id];
  }

  /** Adds an entry for a step, and marks the current one, so that the browser's Back leads there. */
  push(from: StepPlace, to: StepPlace): void {
    const { state } = history;
    // A mark can't be added to a state that isn't a plain object. Then the step has no entry.
    if (state !== null && Object.getPrototypeOf(Object(state)) !== Object.prototype) return;
    const mark = markIn(state);
    const marked = (by: string, left: number, place: StepPlace): object => {
      const ours: Mark = { by, from: left, at: { ...mark?.at, [this.id]: place } };
      return { ...state, [key]: ours };
    };
    try {
      history.replaceState(marked(mark?.by ?? '', mark?.from ?? 0, from), '');
      history.pushState(marked(this.id, from.key, to), '');
    } catch {
      // The browser rejected the entry, because too many were added within seconds. The step has no entry.
    }
  }

  /** Goes back to a step: with the browser's history if the previous entry is that step, or else by adding an entry.
   * Returns whether the form must show the step itself; false: a popstate event follows. */
  back(from: StepPlace, to: StepPlace): boolean {
    const { state } = history;
    const mark = markIn(state);
    if (mark?.by !== this.id || mark.from !== to.key) {
      this.push(from, to);
      return true;
    }
    // The form has already asked the browser to go back, but a frame of the page may have gone back instead.
    if (this.#left === state) return true;
    this.#left = state;
    history.back();
    return false;
  }
}

function markIn(state: unknown): Mark | undefined {
  return (state as { [key]?: Mark } | null)?.[key]; // Only trails write under this key.
}
