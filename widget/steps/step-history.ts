import type { FormContext } from '../form/form-context.ts';
import type { StepPlace } from '../form/form-model.ts';

/** The state of a browser history entry for the forms on the page. */
interface Mark {
  /** The form that made the entry, and the key of the step it left. */
  by: string;
  from: number;
  /** The place of each form by the id of its trail. */
  at: Record<string, StepPlace>;
}

const key = 'enquiry-form';

/** Members of the states of routers that keep the page when the browser goes back to an entry with a copy of its state: React
 * Router, Vue Router, Next.js, TanStack Router, SvelteKit, Angular and WordPress. Others replace it, and the form with it. */
const knownMembers =
  /^(sveltekit:history|enquiry-form|key|idx|position|__NA?|__TSR_index|wpInteractivityId|navigationId)$/;

/** A form's current step, and its trail in the browser's history. It doesn't change the address, and adds to the page's
 * own state of each entry only a mark. */
export class StepHistory {
  #context: FormContext;
  /** The id of the trail: random, so that without a draft, the marks of the form before a reload are ignored. */
  #id = Math.random().toString(36).slice(2);
  /** The state of the history entry that the form is leaving. */
  #left: unknown;

  constructor(context: FormContext) {
    this.#context = context;
  }

  /** The current step; the first one until the visitor leaves it. */
  get place(): StepPlace {
    return this.#context.model.step ?? { key: 0 };
  }
  set place({ key, isDetour }: StepPlace) {
    this.#context.model.step = { trail: this.#id, key, ...(isDetour && { isDetour }) };
  }

  /** Continues at the step that a restored draft has kept, or where the browser's history says: the visitor may have
   * gone back by several entries from another page. */
  resume(): void {
    const restored = this.#context.model.step;
    if (!restored || restored.trail === this.#id) return;
    this.#id = restored.trail;
    this.place = this.placeIn(history.state) ?? restored;
  }

  /** This form's place as an entry's state records it; undefined if it doesn't. */
  placeIn(state: unknown): StepPlace | undefined {
    return markIn(state)?.at[this.#id];
  }

  /** Adds an entry for a step, and marks the current one, so that the browser's Back leads there. */
  push(to: StepPlace): void {
    const { state } = history;
    const from = this.place;
    if (!canMark(state)) return; // The step has no entry.
    const mark = markIn(state);
    const marked = (by: string, left: number, place: StepPlace): object => {
      const ours: Mark = { by, from: left, at: { ...mark?.at, [this.#id]: place } };
      return { ...state, [key]: ours };
    };
    try {
      history.replaceState(marked(mark?.by ?? '', mark?.from ?? 0, from), '');
      history.pushState(marked(this.#id, from.key, to), '');
    } catch {
      // The browser rejected the entry, because too many were added within seconds. The step has no entry.
    }
  }

  /** Goes back to a step: with the browser's history if the previous entry is that step, or else by adding an entry.
   * Returns whether the form must show the step itself; false: a popstate event follows. */
  back(to: StepPlace): boolean {
    const { state } = history;
    const mark = markIn(state);
    if (mark?.by !== this.#id || mark.from !== to.key) {
      this.push(to);
      return true;
    }
    // The form has already asked the browser to go back, but a frame of the page may have gone back instead.
    if (this.#left === state) return true;
    this.#left = state;
    history.back();
    return false;
  }
}

/** Whether the page stays when the browser goes back to an entry with this state, to which a mark was added. */
function canMark(state: unknown): boolean {
  if (Object.getPrototypeOf(state ?? {}) !== Object.prototype) return false;
  const members = Object.keys(state ?? {});
  return members.length === 0 || members.some(each => knownMembers.test(each));
}

function markIn(state: unknown): Mark | undefined {
  return (state as { [key]?: Mark } | null)?.[key]; // Only trails write under this key.
}
