/** Where a form stands. */
export interface Place {
  /** The step's key. */
  key: number;
  /** Whether Continue leads back to the end, from where the visitor came to change something. */
  isDetour?: boolean;
}

/** What an entry of the browser's history says of the forms on the page. */
interface Mark {
  /** The form that made the entry, and the key of the step that it left. */
  by: string;
  from: number;
  /** Where each form stands, by its id. */
  at: Record<string, Place>;
}

const key = 'enquiry-form';

/** A form's steps as entries of the browser's history. The address stays as it is, and so does what the page keeps
 * in its entries' state: a mark is added to it. Entries without our mark are the page's own. */
export class Trail {
  // Not one that a reload would give again: what an earlier form left in the history is not this one's.
  #id = Math.random().toString(36).slice(2);
  #asked: unknown;

  /** Where an entry says that this form stands; undefined: it says nothing of it. */
  placeIn(state: unknown): Place | undefined {
    return markIn(state)?.at[this.#id];
  }

  /** Makes an entry for a step, and marks the one that is left, so that the way back leads there. */
  push(from: Place, to: Place): void {
    const { state } = history;
    // A page whose state is no plain object keeps it as it is, and goes without entries of ours.
    if (state !== null && Object.getPrototypeOf(Object(state)) !== Object.prototype) return;
    const mark = markIn(state);
    const marked = (by: string, left: number, place: Place): object => {
      const ours: Mark = { by, from: left, at: { ...mark?.at, [this.#id]: place } };
      return { ...state, [key]: ours };
    };
    try {
      history.replaceState(marked(mark?.by ?? '', mark?.from ?? 0, from), '');
      history.pushState(marked(this.#id, from.key, to), '');
    } catch {
      // Browsers refuse too many entries within seconds: the step is made all the same.
    }
  }

  /** Goes back to a step by the browser's own way, when the entry before this one is it; else makes an entry.
   * Whether the form must move by itself: false, an event of the browser will say where to. */
  back(from: Place, to: Place): boolean {
    const { state } = history;
    const mark = markIn(state);
    if (mark?.by !== this.#id || mark.from !== to.key) {
      this.push(from, to);
      return true;
    }
    // Asked before, and still here: a frame of the page may have gone back instead.
    if (this.#asked === state) return true;
    this.#asked = state;
    history.back();
    return false;
  }
}

function markIn(state: unknown): Mark | undefined {
  return (state as { [key]?: Mark } | null)?.[key]; // Whoever writes there by this name is one of us.
}
