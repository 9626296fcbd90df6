import type { TemplateResult } from 'lit';
import type { render } from 'lit/html.js';
import type { FormContext } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';
import type { LazyController } from '../form/lazy-controller.ts';
import type { ReactiveHost } from '../form/reactive-host.ts';
import { readFormData } from '../form/values.ts';
import type { Submission } from '../submission/submission.ts';
import { adoptChildren, isMovable, type LitPart, movePart } from './adopt.ts';

/** What the entry renders templates with. */
type Render = typeof render;

export const prepare = (context: FormContext, submission: LazyController<Submission>, render: Render) => () =>
  createTakeover(context, submission, render);

/** Returns a function that takes over a form that a server has rendered, as soon as the element has one to show and the
 * visitor isn't in the middle of something. Until then, the server's form works without the element. */
function createTakeover(
  { host, model }: FormContext,
  submission: LazyController<Submission>,
  render: Render,
): (view: TemplateResult) => void {
  const root: ShadowRoot & { _$litPart$?: unknown } = host.shadowRoot!; // The form is in it.
  const watch = watchServerForm(root, () => host.requestUpdate());
  host.requestUpdate();
  return view => {
    if (watch.isBusy) return;
    const fresh: DocumentFragment & { _$litPart$?: unknown } = document.createDocumentFragment();
    const part = render(view, fresh) as unknown as LitPart; // The takeover uses its private members.
    const isReceipt = !!fresh.querySelector('[part~=receipt]');
    // Otherwise the definition or a part is being loaded, or couldn't be.
    if (!isReceipt && !fresh.querySelector('form')) return;
    const state = readState(root);
    const { focused, touched } = state;
    if (touched.size && isReceipt) {
      submission.current?.reset(); // The receipt is of an earlier enquiry. The next update shows the form.
      return;
    }
    if ((touched.size || focused) && host.layout === 'steps') {
      host.layout = null; // A step would hide fields that the visitor has seen.
      return;
    }
    watch.end();
    const top = () => focused?.getBoundingClientRect().top ?? 0;
    const before = top();
    const kept = new Map<Node, Element>();
    if (fresh._$litPart$ === part && isMovable(part)) {
      adoptChildren(root, fresh, kept, focused);
      movePart(part, kept);
      root._$litPart$ = part; // Lit's state of this root has had this name since its second version.
    } else replaceForm(root, view, render);
    root.adoptedStyleSheets[0]?.replaceSync((host.constructor as typeof ReactiveHost).styles); // The server's style element is gone.
    if (isReceipt) return;
    fillIn(model, state, new Set(kept.values()));
    if (focused?.isConnected) scrollBy({ top: top() - before, behavior: 'instant' });
    else restoreFocus(root, state);
    if (touched.size || focused) void submission.load();
    host.requestUpdate(); // Other questions may be visible now.
    void host.updateComplete.then(() => reportState(root, state));
  };
}

/** Renders a form in place of the server's, with its files. */
function replaceForm(root: ShadowRoot, view: TemplateResult, render: Render): void {
  const filesIn = () => root.querySelector<HTMLInputElement>('input[type=file]');
  const files = filesIn()?.files;
  root.replaceChildren();
  render(view, root);
  const input = filesIn();
  if (input && files) input.files = files;
}

/** Watches a server's form for what must not be disturbed: a composition (IME) and the form's own POST. Calls `onFree` when
 * it is over. */
function watchServerForm(root: ShadowRoot, onFree: () => void) {
  const ended = new AbortController();
  const watch = { isBusy: false, end: () => ended.abort() };
  const listen = (target: EventTarget, type: string, isBusy: (event: Event) => boolean) => {
    const update = (event: Event) => {
      watch.isBusy = isBusy(event);
      if (!watch.isBusy) setTimeout(onFree); // The composition's last input event follows.
    };
    target.addEventListener(type, update, { signal: ended.signal });
  };
  listen(root, 'compositionstart', () => true);
  listen(root, 'compositionupdate', () => true); // This part may have been loaded during the composition.
  listen(root, 'compositionend', () => false);
  listen(root, 'submit', event => !event.defaultPrevented);
  listen(window, 'pageshow', () => false); // The visitor has come back to a page that the browser has kept.
  return watch;
}

/** What a visitor has done in a server's form. */
interface VisitorState {
  /** What its controls hold. */
  values: FormData;
  /** The names of the fields that the visitor, the browser or a script has changed. */
  touched: Set<string>;
  /** The controls that were changed, except for radio buttons that aren't chosen any more. */
  changed: HTMLInputElement[];
  focused: Element | null;
  /** The selection in the focused control; undefined if it has none. */
  selection: Parameters<HTMLInputElement['setSelectionRange']> | undefined;
}

function readState(root: ShadowRoot): VisitorState {
  const controls = controlsIn(root);
  const changed = controls.filter(isChanged);
  const focused = root.activeElement;
  const { selectionStart, selectionEnd, selectionDirection } = (focused ?? {}) as Partial<HTMLInputElement>;
  return {
    values: readFormData(root.querySelector('form') ?? undefined),
    touched: new Set(changed.map(nameOf)),
    changed: changed.filter(({ type, checked }) => type !== 'radio' || checked),
    focused,
    selection:
      typeof selectionStart === 'number'
        ? [selectionStart, selectionEnd ?? null, selectionDirection ?? undefined]
        : undefined,
  };
}

/** The controls of a form. What they have in common with inputs is enough. */
function controlsIn(root: ShadowRoot): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea):not([data-plain])')];
}

/** The name of the field that a control belongs to. The value of a field in parts is in the text area after them. */
function nameOf(control: HTMLInputElement): string {
  const whole = control.closest('.parts')?.nextElementSibling;
  return (whole ?? control).getAttribute('name') ?? '';
}

/** Whether a control has another value than the server has given it. */
function isChanged(control: HTMLInputElement): boolean {
  const { checked, defaultChecked, defaultValue, type, validity, value } = control;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const given = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return value !== (given?.value ?? '');
  }
  if (type === 'file') return false; // They are handed over in any case.
  return /radio|checkbox/.test(type)
    ? checked !== defaultChecked
    : value !== defaultValue || validity.badInput;
}

/** Fills the draft and the site's values into the fields that the visitor hasn't changed, and gives new controls the values
 * of the server's controls. Values from the server count as filled in by the site. */
function fillIn(model: FormModel, { values, touched }: VisitorState, kept: Set<Element>): void {
  const { pending, element, prefill } = model;
  model.pending = undefined; // It would replace all values.
  for (const control of (element?.elements ?? []) as Iterable<HTMLInputElement>) {
    const name = control.getAttribute('name') ?? '';
    const given = pending?.has(name) && !touched.has(name) ? pending : kept.has(control) ? undefined : values;
    if (!name || !given?.has(name)) continue;
    if (/radio|checkbox/.test(control.type)) control.checked = given.getAll(name).includes(control.value);
    else control.value = String(given.get(name));
  }
  const names = new Set([...values.keys()].filter(name => !touched.has(name) && !prefill.has(name)));
  for (const name of names) for (const value of values.getAll(name)) if (value) prefill.append(name, value);
}

/** Focuses the new control of a field whose control was replaced, with the same selection. */
function restoreFocus(root: ShadowRoot, { focused, selection }: VisitorState): void {
  const control = focused?.id ? root.querySelector<HTMLInputElement>(`[id="${focused.id}"]`) : null;
  control?.focus({ preventScroll: true });
  if (control && selection && typeof control.selectionStart === 'number')
    control.setSelectionRange(...selection);
}

/** Repeats the events of the visitor's earlier changes for the element. */
function reportState(root: ShadowRoot, { changed }: VisitorState): void {
  const controls = controlsIn(root);
  const counterpart = (control: HTMLInputElement) =>
    controls.find(each => each === control) ?? controls.find(each => each.name && each.name === control.name);
  for (const control of changed)
    counterpart(control)?.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  for (const control of controls)
    if (control.files?.length) control.dispatchEvent(new Event('change', { bubbles: true }));
}
