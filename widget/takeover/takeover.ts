import { toPartName } from '../../proxy/contract/asked.ts';
import type { FormContext, FormHost } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { mergeFormData, readFormData, restoreFormData } from '../form/values.ts';
import type { Submission } from '../submission/submission.ts';

export { takeOverLinks } from './links.ts';

export const create = (context: FormContext, submission: LazyObject<Submission>) =>
  new Takeover(context, submission);

/** Puts the element's form in the place of one that a server has rendered, with what the visitor has done in it. The
 * server's form works without the element, so this waits until nothing in it but a chosen option has the focus, or until
 * the focus goes from one control to another. */
class Takeover {
  /** Whether the element renders its form now, in front of the server's. */
  hasBegun = false;
  #context: FormContext;
  #submission: LazyObject<Submission>;
  #root: ShadowRoot;
  #served: HTMLFormElement;
  #watch: ReturnType<typeof watchVisitor>;
  /** Where the focused control, or else the server's form, was in the window. */
  #top = 0;

  constructor(context: FormContext, submission: LazyObject<Submission>) {
    const { host } = context;
    this.#context = context;
    this.#submission = submission;
    this.#root = host.renderRoot;
    // A page may have changed the markup that it prerendered, so that it has no form.
    this.#served =
      this.#root.querySelector<HTMLFormElement>('form[action]') ?? document.createElement('form');
    this.#watch = watchVisitor(this.#root, this.#served, () => host.requestUpdate());
    host.requestUpdate();
  }

  /** Called when the element has a form or a receipt to show. Does nothing while the visitor is busy with the server's form. */
  tryToBegin(isReceipt: boolean): void {
    const { host } = this.#context;
    if (this.#watch.isBusy()) return;
    const isUsed =
      !!this.#root.activeElement ||
      this.#readValues().touched.size > 0 ||
      fileInputsIn(this.#served).some(({ files }) => files?.length);
    // The receipt is of an earlier enquiry. The next update shows the form.
    if (isUsed && isReceipt) this.#submission.current?.reset();
    // A step would hide fields that the visitor has seen.
    else if (isUsed && host.layout === 'steps') host.layout = null;
    else {
      this.#watch.end();
      this.#top = topOf(this.#root.activeElement ?? this.#served);
      this.hasBegun = true;
      host.requestUpdate();
    }
  }

  /** Hands the values, files, focus, caret and scroll position over to the element's form, which is in front of `end`, and
   * removes the server's, which is after it. */
  complete(end: Node): void {
    const { host, model } = this.#context;
    const focused = this.#root.activeElement as HTMLInputElement | null; // Or another element of the server's form.
    const read = this.#readValues();
    const { touched } = read;
    const own = model.element;
    if (own) {
      this.#fillIn(own, read);
      const counterpart = focused && counterpartOf(focused, own, this.#served);
      if (focused && counterpart) {
        counterpart.focus({ preventScroll: true });
        const { selectionStart, selectionEnd, selectionDirection } = focused;
        if (typeof selectionStart === 'number' && typeof counterpart.selectionStart === 'number')
          counterpart.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
      }
    }
    while (end.nextSibling) end.nextSibling.remove();
    if (!own) return;
    scrollBy({ top: topOf(this.#root.activeElement ?? own) - this.#top, behavior: 'instant' });
    this.#followLateChanges(own);
    if (touched.size || focused) void this.#submission.load();
    host.requestUpdate(); // Other questions may be visible now.
    const served = fileInputsIn(this.#served);
    void host.updateComplete.then(() => report(own, touched, served));
  }

  /** Repeats what a script does that fills in one field after another and has found the server's controls before. */
  #followLateChanges(own: HTMLFormElement): void {
    const follow = ({ target, type }: Event) => {
      const control = target as HTMLInputElement; // Or another control.
      const counterpart = counterpartOf(control, own, this.#served);
      if (!counterpart || control.type === 'file') return;
      counterpart.checked = control.checked;
      if (!isBox(control)) counterpart.value = control.value;
      counterpart.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    };
    for (const type of ['input', 'change']) this.#served.addEventListener(type, follow);
  }

  #readValues(): ServedValues {
    const initial = this.#served.cloneNode(true) as HTMLFormElement;
    initial.reset();
    const [values, before] = [this.#served, initial].map(form => {
      const read = readFormData(form);
      for (const { name } of form.querySelectorAll<HTMLInputElement>('[data-plain], [type=file]'))
        read.delete(name);
      return read;
    }) as [FormData, FormData];
    const names = new Set([...values.keys(), ...before.keys()]);
    const touched = [...names].filter(name => `${values.getAll(name)}` !== `${before.getAll(name)}`);
    return { values, before, touched: new Set(touched) };
  }

  /** Fills in the server's values, which count as the site's where the visitor hasn't changed them. The draft and the
   * site's own values replace those. */
  #fillIn(own: HTMLFormElement, { values, before, touched }: ServedValues): void {
    const { model } = this.#context;
    const others = model.pending ?? new FormData();
    const parts = partsIn(own);
    for (const [name, { whole, input }] of parts) {
      const isTouched = [...parts].some(([other, part]) => part.whole === whole && touched.has(other));
      if (values.get(name) && (isTouched || !others.get(whole))) input.value = String(values.get(name));
    }
    for (const [name, { whole }] of parts) if (touched.has(name)) others.delete(whole);
    for (const name of new Set(values.keys())) {
      if (touched.has(name) || model.prefill.has(name)) continue;
      for (const value of values.getAll(name)) if (value) model.prefill.append(name, value);
    }
    model.pending = mergeFormData(values, others, before);
    restoreFormData(own, model.pending);
  }
}

/** What the controls of a server's form contain. */
interface ServedValues {
  values: FormData;
  /** What they contained at first. */
  before: FormData;
  /** The names of those that the visitor, the browser or a script has changed. */
  touched: Set<string>;
}

/** The inputs of fields in parts, and the names of the fields, by the names that the inputs have in a server's form. */
function partsIn(form: HTMLFormElement): Map<string, { whole: string; input: HTMLInputElement }> {
  return new Map(
    [...form.querySelectorAll('.parts')].flatMap(parts => {
      const whole = parts.nextElementSibling?.getAttribute('name') ?? '';
      const inputs = [...parts.querySelectorAll('input')];
      return inputs.map((input, at) => [toPartName(whole, at), { whole, input }] as const);
    }),
  );
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

const isBox = ({ type }: HTMLInputElement) => /radio|checkbox/.test(type);

/** Whether an element is a box that was chosen: nothing in it can be lost, and a question may depend on it. */
const isChosen = (element: HTMLInputElement) => isBox(element) && element.checked;

/** The controls of a form with this name, in their order. */
const controlsIn = (form: HTMLFormElement, name: string) =>
  [...form.querySelectorAll<HTMLInputElement>('[name]')].filter(control => control.name === name);

const fileInputsIn = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('[type=file]')];

/** The element of a form that corresponds to one of a server's form; undefined: none does. */
function counterpartOf(element: HTMLInputElement, own: HTMLFormElement, served: HTMLFormElement) {
  const { localName, name, value } = element;
  if (!name) {
    const find = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>(localName)];
    return find(own)[find(served).indexOf(element)];
  }
  const controls = controlsIn(own, name);
  const isSame = (control: HTMLInputElement) => !isBox(element) || control.value === value;
  return partsIn(own).get(name)?.input ?? controls.find(isSame) ?? controls[0];
}

/** Repeats the events of the visitor's changes for the element. */
function report(own: HTMLFormElement, touched: Set<string>, served: HTMLInputElement[]): void {
  const parts = partsIn(own);
  for (const name of touched) {
    const controls = controlsIn(own, name);
    const control = parts.get(name)?.input ?? controls.find(({ checked }) => checked) ?? controls[0];
    control?.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  for (const [at, input] of fileInputsIn(own).entries()) {
    const { files = null } = served[at] ?? {};
    if (!files?.length) continue;
    input.files = files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** What must not be disturbed: a composition (IME), a press, a choice in a list or a window of the browser's own, and the
 * form's POST. */
type BusyState = 'composing' | 'pressing' | 'choosing' | 'posting';

/** Watches what the visitor does in a server's form. Calls `onFree` when it may be over. */
function watchVisitor(root: ShadowRoot, form: HTMLFormElement, onFree: () => void) {
  const ended = new AbortController();
  const states = new Set<BusyState>();
  // This part may be late.
  if ((root.host as Partial<FormHost>).isPosting) states.add('posting');
  if (form.matches(':active')) states.add('pressing');
  /** The control that the focus has gone to during the press. */
  let movedTo: Element | undefined;
  /** Whether the focus has just gone to another control. */
  let isMoving = false;
  let last = root.activeElement;

  const listen = <Type extends Event>(
    target: EventTarget,
    types: string,
    listener: (event: Type) => void,
  ) => {
    // The page may stop the events of its window.
    const options = { signal: ended.signal, capture: target === window };
    for (const type of types.split(' ')) target.addEventListener(type, listener as EventListener, options);
  };
  /** Called when the focus has gone to another control. The element decides in a microtask. */
  const move = () => {
    isMoving = true;
    onFree();
    setTimeout(() => {
      isMoving = false;
    });
  };
  const end = (state: BusyState) =>
    // Its last events follow in this task.
    setTimeout(() => {
      states.delete(state);
      onFree();
    });

  listen(root, 'compositionstart compositionupdate', () => states.add('composing')); // This part may be late.
  listen(root, 'compositionend', () => end('composing'));
  listen(root, 'submit', ({ defaultPrevented }) => defaultPrevented || states.add('posting'));
  listen(window, 'pageshow', () => end('posting')); // The visitor has come back to a page that the browser has kept.
  listen(root, 'pointerdown mousedown', ({ target }) => {
    states.delete('choosing');
    states.add('pressing');
    if ((target as Element).matches('select')) states.add('choosing');
  });
  // The space bar changes a box when it is released.
  listen(root, 'keydown', ({ key, target }: KeyboardEvent) => {
    if (key === ' ' && isBox(target as HTMLInputElement)) states.add('pressing');
  });
  listen(window, 'pointerup pointercancel mouseup keyup', () => {
    if (!states.has('pressing')) return;
    // A click on a label moves the focus later in this task.
    setTimeout(() => {
      const to = movedTo;
      movedTo = undefined;
      states.delete('pressing');
      // A list or a calendar may be open.
      if (to && !to.matches('select, [type=date], [type=file]')) move();
      else onFree();
    });
  });
  listen(root, 'click', ({ target }) => {
    if ((target as Element).matches('[type=file]')) states.add('choosing');
  });
  listen(root, 'change cancel keydown', () => states.has('choosing') && end('choosing'));
  listen(root, 'focusin', ({ target }) => {
    const hasMoved = last && last !== target;
    last = target as Element;
    if (hasMoved && states.has('pressing')) movedTo = last;
    else if (hasMoved) move();
  });
  listen(root, 'focusout', () => setTimeout(onFree));
  return {
    isBusy: () =>
      states.size > 0 ||
      (!!root.activeElement && !isMoving && !isChosen(root.activeElement as HTMLInputElement)) ||
      // A date that isn't complete can't be handed over.
      [...form.querySelectorAll<HTMLInputElement>('[type=date]')].some(({ validity }) => validity.badInput),
    end: () => ended.abort(),
  };
}
