import { css, html, type ReactiveController, type TemplateResult } from 'lit';
import { toFieldName } from '../../proxy/contract/asked.ts';
import { bestTimeId } from '../../proxy/contract/definition.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field } from '../form/form-model.ts';
import type { RareMessages } from '../messages/en-rare.ts';
import type { Translate } from '../messages/format.ts';
import { focusField, reportEdit } from './controls.ts';

/** Styles of the choice, and of the chips for the best time to call. */
export const styles = css`
  .channel { display: grid; gap: .5em; margin-bottom: calc(var(--space) * -.625); }
  .channel .choice { position: relative; justify-content: center; padding-inline: .375em; font-weight: 600; text-align: center; }
  @container (min-width: 14em) {
    .channel { grid-template-columns: 1fr 1fr; gap: 0; }
    .channel :first-of-type { border-start-end-radius: 0; border-end-end-radius: 0; }
    .channel :last-of-type { border-inline-start: 0; border-start-start-radius: 0; border-end-start-radius: 0; }
  }
  .channel .choice:has(:checked) { color: var(--on-accent); background: var(--accent); border-color: var(--accent); box-shadow: none; }
  .channel .choice:has(:focus-visible) { z-index: 1; }
  .choices:has([name$=best_time]) { display: flex; flex-wrap: wrap; }
  .choice:has([name$=best_time]) {
    position: relative;
    flex: none;
    width: auto;
    max-width: 100%;
    min-height: max(2.5em, var(--target));
    padding-inline: 1em;
    border-radius: 9em;
    font-size: .9em;
  }
  .field:has([name$=best_time]) { margin-top: calc(var(--space) * -.5); }
  .field:has([name$=best_time]) [part=label] { font-size: .9em; }
  .form :is(.channel, .choices:has([name$=best_time])) input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
  }
  .pair:has(.channel, [name$=best_time]) { row-gap: calc(var(--space) * 1.375); }
  .pair:has(.channel, [name$=best_time]) > * { grid-column: 1 / -1; }
  .add-other, .field:has([name$=best_time]) > .link { min-height: var(--target); }
  .add-other { display: block; margin: calc(var(--space) * -1.25) 0 0; margin-inline-start: -.25em; font-size: .9em; }
  @media (forced-colors: active) {
    .form :is(.channel .choice, .choice:has([name$=best_time])):has(:checked) {
      forced-color-adjust: none;
      color: HighlightText;
      background: Highlight;
      border-color: Highlight;
    }
  }
`;

export const channels = ['telephone_mobile', 'email'] as const;
type Channel = (typeof channels)[number];
const bestTimeName = toFieldName(bestTimeId);
/** The control that keeps the visitor's choice in the form's values, so that a draft has it. */
const controlName = 'channel';

/** Lets visitors choose between a call and an email, shows the field for their choice, and asks for the best time to call
 * below the telephone number. */
export class ContactChannel implements ReactiveController {
  #context: FormContext;
  #translate: Translate<RareMessages>;
  #channel: Channel = 'telephone_mobile';
  /** Whether the other field is shown, too. */
  #isBoth = false;
  /** Whether the visitor can choose. */
  #hasChoice = false;
  /** The value of the control that keeps the choice: empty as long as the visitor hasn't made one. Undefined: the form is
   * a new one. */
  #kept: string | undefined;
  /** The text in the field that isn't shown. */
  #hiddenText = '';

  constructor(context: FormContext, translate: Translate<RareMessages>) {
    const { host, model } = context;
    const root = host.shadowRoot!; // The host has been updated at least once.
    this.#context = context;
    this.#translate = translate;
    root.adoptedStyleSheets.push(styles.styleSheet!);
    root.addEventListener('reset', () => {
      this.#kept = undefined;
    });
    root.addEventListener('input', ({ target }) => {
      if ((target as Element).id === this.#hidden) this.#refresh(); // The browser has filled it in.
    });
    host.addEventListener('enquiry-refused', event => {
      const { fields } = (event as CustomEvent<{ fields: string[] }>).detail; // As its type says.
      if (fields.some(name => name === this.#hidden)) this.#choose(this.#channel, true);
    });
    model.arrange = (fields, values) => this.#arrange(fields, values);
    host.addController(this);
  }

  hostUpdated(): void {
    const { renderRoot } = this.#context.host;
    for (const radio of renderRoot.querySelectorAll<HTMLInputElement>('.channel input')) {
      radio.checked = radio.value === this.#channel;
    }
  }

  /** The choice, which is shown above the telephone number and the email address; undefined above other fields. */
  choice({ name }: Field, fields: Field[]): TemplateResult | undefined {
    if (name !== channels[0] || !this.#hasChoice) return undefined;
    return channelChoice(this.#channel, {
      isHidden: !isShown(fields),
      choose: channel => this.#choose(channel),
      translate: this.#translate,
    });
  }

  /** The button that adds the other field, below both; undefined below other fields. */
  addButton({ name }: Field, fields: Field[]): TemplateResult | undefined {
    const { host } = this.#context;
    const hidden = this.#hidden;
    if (name !== channels[1] || !hidden || !isShown(fields)) return undefined;
    const add = () => {
      this.#choose(this.#channel, true);
      reportEdit(this.#control!); // It is beside the button.
      void host.updateComplete.then(() => focusField(host, hidden));
    };
    return addOtherButton(hidden, add, this.#translate);
  }

  /** The field that the visitor's choice hides; undefined: none. */
  get #hidden(): Channel | undefined {
    return this.#hasChoice && !this.#isBoth ? otherThan(this.#channel) : undefined;
  }

  get #control(): HTMLTextAreaElement | null {
    return this.#context.host.renderRoot.querySelector(`[name=${controlName}]`);
  }

  #choose(channel: Channel, isBoth = false): void {
    const control = this.#control;
    this.#channel = channel;
    this.#isBoth = isBoth;
    this.#kept = `${channel}${isBoth ? ' both' : ''}`;
    if (control) control.value = this.#kept;
    this.#hiddenText = textIn(this.#context.model.read(), otherThan(channel));
    this.#refresh();
  }

  #refresh(): void {
    this.#context.model.refresh();
    this.#context.host.requestUpdate();
  }

  #arrange(fields: Field[], values: FormData): Field[] {
    const { model } = this.#context;
    const [call, email] = channels.map(channel => fields.find(({ name }) => name === channel));
    this.#hasChoice = false;
    if (call && email && model.source.definition?.contact.ask) {
      // If the site has fixed one of them, there is nothing to choose.
      const isFixed = ({ isHidden, isReadonly }: Field) => isHidden || isReadonly;
      const fixed = isFixed(call) ? channels[0] : isFixed(email) ? channels[1] : undefined;
      this.#hasChoice = !fixed;
      if (!fixed) this.#update(values);
      const needed = !fixed ? this.#channel : textIn(values, fixed) ? fixed : otherThan(fixed);
      askFor(needed, this.#hidden, [call, email]);
    }
    return placeBestTime(fields);
  }

  /** Takes over a choice from a draft. Shows a field that was filled in while it was hidden, by the site, from a draft or by
   * the browser. */
  #update(values: FormData): void {
    const kept = String(values.get(controlName) ?? '');
    const isNew = kept !== this.#kept || !this.#context.model.element;
    if (isNew) {
      const [channel, both] = kept.split(' ');
      this.#channel = channel === 'email' ? channel : 'telephone_mobile';
      this.#isBoth = !!both;
      this.#hiddenText = kept && textIn(values, otherThan(this.#channel));
    }
    this.#kept = kept;
    const hidden = this.#hidden;
    const hiddenText = hidden ? textIn(values, hidden) : '';
    if (hidden && hiddenText && hiddenText !== this.#hiddenText) {
      if (textIn(values, this.#channel)) this.#isBoth = true;
      else this.#channel = hidden;
    }
    this.#hiddenText = hiddenText;
  }
}

/** The choice between a call and an email. */
export function channelChoice(
  chosen: Channel,
  {
    isHidden,
    choose,
    translate,
  }: { isHidden: boolean; choose(channel: Channel): void; translate: Translate<RareMessages> },
): TemplateResult {
  const labels = { telephone_mobile: 'callMe', email: 'emailMe' } as const;
  // The buttons belong to no form, because another control has their value.
  return html`<fieldset class="channel" ?hidden=${isHidden}><legend class="unseen">${translate('channel')}</legend>${channels.map(
    each =>
      html`<label class="choice" part=${each === chosen ? 'choice chosen' : 'choice'}><input type="radio" form="" name="contact" value=${each} @input=${() => choose(each)}><span>${translate(labels[each])}</span></label>`,
  )}</fieldset><textarea name=${controlName} hidden></textarea>`;
}

/** The button that adds the field that the visitor's choice hides. */
export function addOtherButton(
  hidden: Channel,
  add: () => void,
  translate: Translate<RareMessages>,
): TemplateResult {
  const label = translate(hidden === 'email' ? 'addEmail' : 'addTelephone');
  return html`<div><button type="button" class="link add-other" part="link" @click=${add}>${label}</button></div>`;
}

/** Makes one of the two fields required, and hides one. */
export function askFor(needed: Channel, hidden: Channel | undefined, fields: Field[]): void {
  for (const field of fields) {
    field.question.required = field.name === needed;
    field.isOptional = !field.question.required;
    if (field.name === hidden) field.isHidden = field.isUnsent = true;
  }
}

/** Puts the question about the best time to call after the telephone number, with which it is shown. */
export function placeBestTime(fields: Field[]): Field[] {
  const call = fields.find(({ name }) => name === channels[0]);
  const bestTime = call && fields.find(({ name }) => name === bestTimeName);
  if (!bestTime) return fields;
  bestTime.kind = 'contact'; // It is asked with the telephone number.
  bestTime.isHidden = bestTime.isUnsent = call.isHidden;
  const others = fields.filter(field => field !== bestTime);
  others.splice(others.indexOf(call) + 1, 0, bestTime);
  return others;
}

function otherThan(channel: Channel): Channel {
  return channel === 'email' ? 'telephone_mobile' : 'email';
}

function textIn(values: FormData, name: string): string {
  return String(values.get(name) ?? '').trim();
}

/** Whether one of the two fields is shown: not at another step. */
function isShown(fields: Field[]): boolean {
  return fields.some(({ name, isHidden }) => !isHidden && channels.some(channel => channel === name));
}
