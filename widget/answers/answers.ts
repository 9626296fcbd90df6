import { css, type ReactiveController, type TemplateResult } from 'lit';
import { html } from '#html';
import { toFieldName } from '../../proxy/contract/asked.ts';
import type { Question } from '../../proxy/contract/definition.ts';
import { formatNumber, normaliseUsual } from '../../proxy/contract/normalise.ts';
import { maxLengthOf, traitsOf } from '../../proxy/contract/question-types.ts';
import { wait } from '../client/requests.ts';
import { linkButton } from '../form/field-view.ts';
import type { SubmissionContext } from '../form/form-context.ts';
import type { Field } from '../form/form-model.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { dateInWords, hasWords, isUncommon, lacksDigit, phoneInGroups } from './answer-text.ts';
import {
  controlsOf,
  deferWhilePressed,
  fieldOf,
  findWhole,
  reportEdit,
  syncParts,
  type TextControl,
  textOf,
  untickOthers,
  watchNumberEdits,
  watchReturnKey,
} from './controls.ts';
import type { UnusualEntries } from './unusual-entries.ts';

/** Styles of what is shown below answers, with the custom properties of the form's style sheet. */
export const styles = css`
  .below { margin-top: .375em; color: var(--muted); font-size: .9em; }
  /* Two controls stay in one line, whatever is above or below them: a float has no baseline. */
  .pair { align-items: last baseline; }
  .pair :is(.below, .link) { float: left; width: 100%; }
  .below.short { color: var(--danger); font-weight: 600; }
  .below bdi b { font-weight: 700; }
  .field > .link { display: block; margin: .125em 0 0; margin-inline-start: -.25em; font-size: .9em; }
  /* Centred on the first line of the label, which leaves room for it. */
  .field { position: relative; }
  .field > .clear { position: absolute; top: -.6em; inset-inline-end: 0; margin: 0; padding-inline-end: 0; }
  .unit { color: var(--muted); }
  .problem .box { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
`;

/** How long a step or an enquiry waits for the part that understands unusual entries. */
const maxUnusualMs = 3_000;
/** The number of characters (code points) that are left when it is announced. */
const announcedAt = 100;

type Suggestion = ReturnType<UnusualEntries['suggestEmail']>;

/** Helps the visitor with answers while they give them: understands what they type, and shows what it understood. */
export class Answers implements ReactiveController {
  #context: SubmissionContext;
  /** What is asked about entries that look wrong, by the names of their fields. */
  #doubts = new Map<string, { value: string; text: string; suggestion: Suggestion }>();
  /** The characters left for each answer, by the name of its field, as of the last edit. */
  #left = new Map<string, number | undefined>();
  #hasStarted = false;
  readonly deferWhilePressed: (action: () => void) => void;
  readonly returnKey: ReturnType<typeof watchReturnKey>;
  #beforeNumberEdit: (control: Element) => void;
  #unusual: LazyObject<UnusualEntries>;

  constructor(context: SubmissionContext) {
    const { host, model } = context;
    const root = host.renderRoot;
    this.#context = context;
    root.adoptedStyleSheets.push(styles.styleSheet!);
    model.normalise = (question, text) => this.#normalise(question, text);
    root.addEventListener('change', this.#onLeave);
    root.addEventListener('focusout', this.#onLeave);
    this.#beforeNumberEdit = watchNumberEdits(root, model);
    this.#unusual = context.lazy(() => import('./unusual-entries.ts'), context);
    this.deferWhilePressed = deferWhilePressed(root);
    this.returnKey = watchReturnKey(context);
    host.addController(this);
  }

  hostUpdated(): void {
    const { host, model } = this.#context;
    // Where a translator has put an element in place of a text, Lit has set this property of the element to the new text.
    for (const each of host.renderRoot.querySelectorAll<HTMLElement & { data?: string }>('font')) {
      if (each.data !== undefined) each.replaceWith(each.data);
    }
    if (!this.#hasStarted && model.element) {
      this.#hasStarted = true;
      this.#understandAll(); // What was entered while this part was loading.
      // The option that was ticked last still has the focus, except in browsers that don't focus checkboxes on a click.
      const ticked = model.element.querySelector<HTMLInputElement>('[type=checkbox]:checked:focus');
      const field = ticked && fieldOf(model, ticked);
      if (field && untickOthers(model, field, ticked)) reportEdit(ticked);
    }
    markStates(host.renderRoot);
    for (const parts of host.renderRoot.querySelectorAll('.parts')) {
      if (this.#syncParts(parts.firstElementChild!)) host.requestUpdate();
    }
    for (const field of model.fields) this.#showLeft(field, textOf(model, field));
  }

  /** What is shown below a field's control: a date in words, a phone number in groups, the characters left, a question
   * about what was typed, or a button that clears an optional choice. */
  belowAt(field: Field): TemplateResult | undefined {
    const { type } = field.question;
    const text = textOf(this.#context.model, field);
    if (type === 'radio' || type === 'yes_no') return this.#clearButton(field);
    const doubt = this.#doubts.get(field.name);
    const asked = doubt?.value === text ? doubt : undefined; // A script may have changed the value, and so does a reset.
    if (type === 'email') return this.#suggestionButton(field, asked?.suggestion);
    if (type === 'tel')
      return below(asked?.text ?? phoneInGroups(this.#normalise(field.question, text)), text);
    if (type === 'date') return below(dateInWords(text, this.#lang), text);
    const left = charactersLeft(field, text);
    // Typing sets its text without an update of the whole form.
    return left === undefined ? undefined : html`<p class="below counter" id="${field.name}-left"></p>`;
  }

  get #lang(): string {
    return this.#context.model.source.definition?.lang ?? '';
  }

  #normalise(question: Question, text: string): string {
    const selector = `.parts + [name="${toFieldName(question.id)}"]`;
    const { renderRoot } = this.#context.host;
    const whole = question.entry && renderRoot.querySelector<HTMLTextAreaElement>(selector);
    // Autofill and scripts may have changed the parts without an event.
    if (whole) syncParts(whole, question, this.#lang, this.#unusual.current);
    const typed = whole ? whole.value : text;
    return (
      normaliseUsual(question, typed, this.#lang) ??
      this.#unusual.current?.normalise(question, typed) ??
      typed
    );
  }

  #isUnusual = (field: Field): boolean => {
    const { question } = field;
    const text = textOf(this.#context.model, field);
    const isInWords = question.entry === 'memorable' && hasWords(text);
    return isInWords || normaliseUsual(question, text, this.#lang) === undefined;
  };

  /** Resolves once all entries are understood, unless the part for unusual ones can't be loaded soon. */
  async understand(): Promise<void> {
    if (this.#context.model.fields.some(this.#isUnusual))
      await Promise.race([this.#loadUnusual(), wait(maxUnusualMs)]);
  }

  #loadFor(field: Field): void {
    if (!this.#unusual.current && this.#isUnusual(field)) void this.#loadUnusual();
  }

  async #loadUnusual(): Promise<void> {
    if (await this.#unusual.load()) this.#understandAll(reportEdit);
  }

  /** Shows how all entries were understood, except the focused one, which isn't finished. */
  #understandAll(report?: (changed: Element) => void): void {
    for (const control of this.#context.model.element?.elements ?? []) {
      if (control.matches(':focus, button, fieldset')) continue;
      const { value } = control as TextControl; // A select has a value, too.
      if (this.#syncParts(control)) report?.(findWhole(control)!);
      this.#understand(control as TextControl);
      if ((control as TextControl).value !== value) report?.(control);
    }
    this.#context.host.requestUpdate(); // Other questions may be visible now.
  }

  /** A button that clears an optional choice; undefined if there is nothing to clear. */
  #clearButton({ name, question }: Field): TemplateResult | undefined {
    const { announce, host, model } = this.#context;
    const controls = controlsOf(model, name) as HTMLInputElement[]; // Radio buttons are inputs.
    if (question.required || !controls.some(({ checked }) => checked)) return undefined;
    const clear = () => {
      for (const control of controls) control.checked = false;
      controls[0]?.focus();
      reportEdit(controls[0]!); // There is one that is checked.
      // After the number of questions that have appeared or disappeared.
      void host.updateComplete.then(() => announce(this.#context.translate('choiceCleared')));
    };
    return linkButton(
      html`${this.#context.translate('clearChoice')}<span class="unseen"> ${question.label}</span>`,
      clear,
      'link clear',
    );
  }

  /** A button that replaces a misspelt email address; undefined if it isn't misspelt. */
  #suggestionButton({ name }: Field, suggestion: Suggestion): TemplateResult | undefined {
    const [control] = controlsOf(this.#context.model, name);
    if (!suggestion || !control) return undefined;
    const { address, changed } = suggestion;
    const at = address.lastIndexOf(changed);
    const [before, after] = this.#context.translate('didYouMean', { address: '|' }).split('|');
    const accept = () => {
      control.value = address;
      control.focus();
      reportEdit(control);
    };
    const corrected = html`${address.slice(0, at)}<b>${changed}</b>${address.slice(at + changed.length)}`;
    return linkButton(html`${before}<bdi>${corrected}</bdi>${after}`, accept);
  }

  /** Called at each edit before the form reads it, so that the form gets the joined values of fields in parts. Returns the
   * control's field. */
  beforeEdit(control: HTMLInputElement): Field | undefined {
    const { model } = this.#context;
    this.#beforeNumberEdit(control);
    const field = fieldOf(model, control);
    if (field?.question.entry) {
      if (this.#syncParts(control)) reportEdit(findWhole(control)!);
      this.#loadFor(field); // A whole date is split at once.
    }
    if (field && control.type === 'checkbox' && control.checked) untickOthers(model, field, control);
    return field;
  }

  /** Called at each edit after the form has read it. */
  afterEdit(control: HTMLInputElement, field: Field | undefined): void {
    const { announce, host } = this.#context;
    this.returnKey.hint(control);
    if (!field) return;
    const { name, question } = field;
    // What is shown below it changes, or the parts of its rows.
    const isShown =
      this.#doubts.delete(name) || /^(date|radio|tel|checkboxes|yes_no|consent)$/.test(question.type);
    if (isShown || question.options?.some(({ ends }) => ends)) host.requestUpdate();
    if (question.entry) return;
    const before = this.#left.get(name);
    const left = this.#showLeft(field, control.value);
    if ((left === undefined) !== (before === undefined)) host.requestUpdate();
    const isShort = (count = Number.POSITIVE_INFINITY) => count <= announcedAt;
    if (isShort(left) && !isShort(before)) announce(this.#counterText(left!)); // It is a number then.
  }

  /** Returns the characters left, and writes them below the field if it has a place for them. */
  #showLeft(field: Field, text: string): number | undefined {
    const left = charactersLeft(field, text);
    this.#left.set(field.name, left);
    if (left === undefined) return undefined;
    const counter = this.#context.host.renderRoot.querySelector(`[id="${field.name}-left"]`);
    if (counter) counter.textContent = this.#counterText(left);
    counter?.classList.toggle('short', left < 0);
    return left;
  }

  #counterText(left: number): string {
    return this.#context.translate(left < 0 ? 'charactersOver' : 'charactersLeft', { count: Math.abs(left) });
  }

  #onLeave = ({ target }: Event): void => this.#understand(target as TextControl); // Or a control without a field.

  /** Shows how a finished entry was understood. An entry isn't changed while the visitor types, nor is one that the site
   * has filled in: the site can replace it only as long as it is the same. */
  #understand(control: TextControl): void {
    const { announce, host, model } = this.#context;
    const field = fieldOf(model, control);
    if (!field || control.value === model.prefill.get(field.name)) return;
    this.#loadFor(field);
    if (findWhole(control)) return;
    const { name, question } = field;
    const { type } = question;
    const normalised = this.#normalise(question, control.value);
    if (type === 'number') control.value = formatNumber(normalised, this.#lang);
    if (/^(email|tel|postcode)$/.test(type)) control.value = normalised;
    const isDoubtful = type === 'email' && normalised.includes('@') && isUncommon(normalised);
    const { current } = this.#unusual;
    if (!current && isDoubtful) void this.#loadUnusual();
    const suggestion = isDoubtful ? current?.suggestEmail(normalised) : undefined;
    const isShort = type === 'tel' && lacksDigit(normalised, this.#lang);
    if (!suggestion && !isShort) return;
    const text = suggestion
      ? this.#context.translate('didYouMean', { address: suggestion.address })
      : this.#context.translate('digitMissing');
    const { value } = control;
    this.deferWhilePressed(() => {
      const wasEdited = control.value !== value;
      if (wasEdited || this.#doubts.get(name)?.text === text) return;
      this.#doubts.set(name, { value, text, suggestion });
      announce(text);
      host.requestUpdate();
    });
  }

  #syncParts(part: Element): boolean {
    const whole = findWhole(part);
    const field = whole && fieldOf(this.#context.model, whole);
    return !!field && syncParts(whole, field.question, this.#lang, this.#unusual.current);
  }
}

/** How an answer was understood, below its control; undefined if that is what was typed. */
export function below(shown: string | undefined, text: string): TemplateResult | undefined {
  return shown && shown !== text.trim() ? html`<p class="below"><bdi>${shown}</bdi></p>` : undefined;
}

/** Adds the parts that tell the page's style sheet the state of fields. Lit sets an element's own parts only once. */
function markStates(root: ParentNode): void {
  const invalid = '[aria-invalid=true]';
  for (const field of root.querySelectorAll('.field'))
    field.part.toggle('problem', field.matches('.problem'));
  for (const row of root.querySelectorAll('.choice'))
    row.part.toggle('chosen', !!row.querySelector(':checked'));
  for (const input of root.querySelectorAll('[part~=input]'))
    input.part.toggle('invalid', input.matches(invalid) || !!input.querySelector(invalid));
}

/** The characters that are left for an answer; negative if it is too long. Undefined if they aren't shown yet. */
function charactersLeft({ question }: Field, text: string): number | undefined {
  const maxLength = maxLengthOf(question);
  if (traitsOf(question.type).answer !== 'words') return undefined;
  // Code points are counted only where the faster count of code units comes near the limit.
  if (text.length < 0.8 * maxLength) return undefined;
  const { length } = [...text];
  return length >= 0.8 * maxLength ? maxLength - length : undefined;
}
