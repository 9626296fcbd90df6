import { css, html, type ReactiveController, type TemplateResult } from 'lit';
import { toFieldName } from '../../proxy/contract/asked.ts';
import type { Question } from '../../proxy/contract/definition.ts';
import { formatNumber, normaliseAnswer } from '../../proxy/contract/normalise.ts';
import type { Field } from '../form/fields.ts';
import type { FormContext } from '../form/form-context.ts';
import { type AnswersMessages, answersMessages } from '../messages/en-answers.ts';
import type { Translate } from '../messages/format.ts';
import {
  charactersLeft,
  clearButton,
  counterText,
  endingNote,
  type FoundEnding,
  findEnding,
  isNewlyShort,
  suggestionButton,
} from './below.ts';
import {
  fieldOf,
  findWhole,
  reportEdit,
  syncParts,
  type TextControl,
  textOf,
  untickOthers,
  untickOthersAtStart,
  withoutEmptyLines,
} from './controls.ts';
import { type EmailSuggestion, suggestEmail } from './email-suggestion.ts';
import { dateInWords } from './memorable-date.ts';
import { watchNumberEdits } from './number-edit.ts';
import { watchReturnKey } from './return-key.ts';

/** Styles of what is shown below answers, with the custom properties of the form's style sheet. */
const styles = css`
  .below { margin-top: .375em; color: var(--muted); font-size: .9em; }
  .below.short { color: var(--danger); font-weight: 600; }
  .below bdi b { font-weight: 700; }
  .field > .link { display: block; margin: .125em -.25em 0; font-size: .9em; text-align: start; }
  .unit { color: var(--muted); }
  .problem .box { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
  .ending { margin-bottom: 1em; border: 1px solid var(--line); }
  .ending a { display: inline-flex; align-items: center; min-height: var(--target); font-weight: 600; }
`;

/** Helps the visitor with answers while they give them: understands what they type, and shows what it understood. */
export class Answers implements ReactiveController {
  #context: FormContext;
  #translate: Translate<AnswersMessages>;
  /** Suggestions for the email addresses that look misspelt, by the names of their fields. */
  #suggestions = new Map<string, EmailSuggestion>();
  /** The characters left for each answer, by the name of its field, as of the last edit. */
  #left = new Map<string, number | undefined>();
  #edited: { control: Element; fields: Field[]; field: Field | undefined } | undefined;
  #hasStarted = false;
  #whenReleased: (action: () => void) => void;
  readonly returnKey: ReturnType<typeof watchReturnKey>;
  #beforeNumberEdit: (control: Element) => void;
  /** The text of the ending that is shown. */
  #endingText: string | undefined;

  constructor(context: FormContext) {
    const { host, localizer, model } = context;
    const root = host.shadowRoot!; // A lazy part is loaded after the first update.
    this.#context = context;
    this.#translate = localizer.translator(answersMessages);
    root.adoptedStyleSheets.push(styles.styleSheet!);
    model.normalise = (question, text) => this.#normalise(question, text);
    root.addEventListener('change', this.#onLeave);
    root.addEventListener('focusout', this.#onLeave);
    const isNumber = (control: Element) => fieldOf(model, control)?.question.type === 'number';
    this.#beforeNumberEdit = watchNumberEdits(root, isNumber, () => this.#lang);
    this.#whenReleased = watchPointer(root);
    this.returnKey = watchReturnKey(context);
    host.addController(this);
  }

  hostUpdated(): void {
    const { host, model } = this.#context;
    if (!this.#hasStarted && model.element) {
      this.#hasStarted = true;
      // What was entered while this part was loading. The focused entry isn't finished.
      for (const control of model.element.elements) {
        if (!control.matches(':focus, button, fieldset')) this.#understand(control as TextControl);
      }
      untickOthersAtStart(model);
    }
    for (const parts of host.renderRoot.querySelectorAll('.parts')) {
      if (this.#syncParts(parts.firstElementChild!)) host.requestUpdate();
    }
    for (const field of model.fields) {
      const left = charactersLeft(field, textOf(model, field));
      this.#left.set(field.name, left);
      this.#showLeft(field.name);
    }
    const text = findEnding(model)?.ending.text;
    if (text === this.#endingText) return;
    this.#endingText = text;
    if (text) this.#context.announce(text);
    host.requestUpdate(); // The values may have been filled in during this update.
  }

  /** What is shown below a field's control: a date in words, the characters left, a suggestion, or a button that clears
   * an optional choice. */
  afterAt(field: Field): TemplateResult | undefined {
    const { type } = field.question;
    if (type === 'date') return this.#dateAt(field);
    if (type === 'radio' || type === 'yes_no') return clearButton(this.#context, this.#translate, field);
    if (type === 'email') {
      const suggestion = this.#suggestions.get(field.name);
      return suggestion && suggestionButton(this.#context, this.#translate, field, suggestion);
    }
    const left = charactersLeft(field, textOf(this.#context.model, field));
    // Typing sets its text without an update of the whole form.
    return left === undefined ? undefined : html`<p class="below counter" id="${field.name}-left"></p>`;
  }

  /** The answer that ends the form; undefined: none does. */
  get ending(): FoundEnding | undefined {
    return findEnding(this.#context.model);
  }

  /** Explains, in place of Send, why the form has ended; undefined if it hasn't. */
  endingNote(): TemplateResult | undefined {
    const { ending } = this;
    return ending && endingNote(ending, this.#translate);
  }

  get #lang(): string {
    return this.#context.model.source.definition?.lang ?? '';
  }

  #normalise(question: Question, text: string): string {
    const selector = `.parts + [name="${toFieldName(question.id)}"]`;
    const whole =
      question.entry && this.#context.host.renderRoot.querySelector<HTMLTextAreaElement>(selector);
    // Autofill and scripts may have changed the parts without an event.
    if (whole) syncParts(whole, question, this.#lang);
    const normalised = normaliseAnswer(question, whole ? whole.value : text, this.#lang);
    return question.entry === 'lines' ? withoutEmptyLines(normalised) : normalised;
  }

  #dateAt(field: Field): TemplateResult | undefined {
    const words = dateInWords(textOf(this.#context.model, field), this.#lang);
    return words ? html`<p class="below">${words}</p>` : undefined;
  }

  /** Called at each edit before the form reads it, so that the form gets the joined values of fields in parts. */
  beforeEdit(control: HTMLInputElement): void {
    this.#beforeNumberEdit(control);
    const field = this.#fieldBeingEdited(control);
    if (!field) return;
    if (field.question.entry && this.#syncParts(control)) reportEdit(findWhole(control)!);
    if (control.type === 'checkbox' && control.checked) untickOthers(this.#context.model, field, control);
  }

  /** Called at each edit after the form has read it. */
  afterEdit(control: HTMLInputElement): void {
    const { announce, host } = this.#context;
    this.returnKey.hint(control);
    const field = this.#fieldBeingEdited(control);
    if (!field) return;
    const { name, question } = field;
    const isShownBelow = this.#suggestions.delete(name) || /^(date|radio|yes_no)$/.test(question.type);
    if (isShownBelow || question.options?.some(({ ends }) => ends)) host.requestUpdate();
    if (question.entry) return;
    const before = this.#left.get(name);
    const left = charactersLeft(field, control.value);
    if (left === undefined && before === undefined) return;
    this.#left.set(name, left);
    if (!this.#showLeft(name)) host.requestUpdate();
    if (isNewlyShort(left, before)) announce(counterText(this.#translate, left!)); // It is a number then.
  }

  /** Writes the characters left below a field. Returns whether it has a place for them. */
  #showLeft(name: string): boolean {
    const left = this.#left.get(name);
    const counter = this.#context.host.renderRoot.querySelector(`[id="${name}-left"]`);
    if (!counter || left === undefined) return false;
    counter.textContent = counterText(this.#translate, left);
    counter.classList.toggle('short', left < 0);
    return true;
  }

  /** The same as `fieldOf`, but searches only when the visitor goes on to another control. */
  #fieldBeingEdited(control: Element): Field | undefined {
    const { model } = this.#context;
    if (control !== this.#edited?.control || model.fields !== this.#edited.fields) {
      this.#edited = { control, fields: model.fields, field: fieldOf(model, control) };
    }
    return this.#edited.field;
  }

  #onLeave = ({ target }: Event): void => this.#understand(target as TextControl); // Or a control without a field.

  /** Shows how a finished entry was understood. An entry isn't changed while the visitor types, nor is one that the site
   * has filled in: the site can replace it only as long as it is the same. */
  #understand(control: TextControl): void {
    const { announce, host, model } = this.#context;
    const field = fieldOf(model, control);
    if (!field || findWhole(control) || control.value === model.prefill.get(field.name)) return;
    const { name, question } = field;
    const normalised = this.#normalise(question, control.value);
    if (question.type === 'number') control.value = formatNumber(normalised, this.#lang);
    if (question.type === 'postcode') control.value = normalised;
    const suggestion = question.type === 'email' ? suggestEmail(normalised) : undefined;
    if (!suggestion) return;
    this.#whenReleased(() => {
      if (control.value.trim() !== normalised) return; // It was edited meanwhile.
      if (this.#suggestions.get(name)?.address === suggestion.address) return;
      this.#suggestions.set(name, suggestion);
      announce(this.#translate('didYouMean', { address: suggestion.address }));
      host.requestUpdate();
    });
  }

  #syncParts(part: Element): boolean {
    const whole = findWhole(part);
    const field = whole && fieldOf(this.#context.model, whole);
    return !!field && syncParts(whole, field.question, this.#lang);
  }
}

/** Watches the pointer in a form. Returns a function that calls another at once, or after the visitor's click if they are
 * pressing something: content that appears above it would move it away, and the click would miss it. */
function watchPointer(root: ShadowRoot): (action: () => void) => void {
  let isPressed = false;
  const actions: (() => void)[] = [];
  const release = () => {
    isPressed = false;
    for (const action of actions.splice(0)) action();
  };
  root.addEventListener('pointerdown', () => {
    isPressed = true;
    const ended = new AbortController();
    for (const type of ['pointerup', 'pointercancel']) {
      const end = () => {
        ended.abort();
        setTimeout(release); // The click follows the pointerup event in the same task.
      };
      addEventListener(type, end, { capture: true, signal: ended.signal });
    }
  });
  return action => {
    if (isPressed) actions.push(action);
    else action();
  };
}
