import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import { toFieldName } from '../../proxy/contract/asked.ts';
import { bestTimeId, type Definition } from '../../proxy/contract/definition.ts';
import type { RareMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field } from '../form/form-model.ts';
import type { Translate } from '../messages/format.ts';
import { focusField, reportEdit } from './controls.ts';

/** Styles of the choice, and of the chips for the best time to call. */
export const styles = css`
  .choices:has([name$=best_time]) span::after { content: none; }
  .choice:has([name$=best_time]) {
    position: relative;
    flex: none !important; /* Three are no columns either. */
    width: auto;
    max-width: 100%;
    min-height: max(2.5em, var(--target));
    padding-inline: 1em;
    border-radius: 9em;
    font-size: .9em;
  }
  .field:has([name$=best_time]) { margin-top: calc(var(--space) * -.5); }
  .field:has([name$=best_time]) [part=label] { font-size: .9em; }
  .form .choices:has([name$=best_time]) input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
  }
  .pair:has([name=channel], [name$=best_time]) { row-gap: calc(var(--space) * 1.375); }
  .pair:has([name=channel], [name$=best_time]) > * { grid-column: 1 / -1; }
  .add-other, .field:has([name$=best_time]) > .link { min-height: var(--target); }
  .add-other { display: block; margin: calc(var(--space) * -1.25) 0 0; margin-inline-start: -.25em; font-size: .9em; }
  @media (forced-colors: active) {
    .form .choice:has([name$=best_time]):has(:checked) {
      forced-color-adjust: none;
      color: HighlightText;
      background: Highlight;
      border-color: Highlight;
    }
  }
`;

const channels = ['telephone_mobile', 'email'] as const;
type Channel = (typeof channels)[number];
const bestTimeName = toFieldName(bestTimeId);
/** The field of the choice. Its value is the channel, followed by ` both` if the other field is shown, too. Empty: the
 * visitor hasn't chosen. */
const choiceName = 'channel';

/** What the choice depends on. */
export interface ChannelContext {
  definition: Definition;
  /** The values in the form. */
  values: FormData;
  translate: Translate<RareMessages>;
  /** Whether the form must do without a script, too. Then, either of the two fields will do. */
  isPlain: boolean;
}

/** Lets visitors choose between a call and an email, and asks for what they choose; if the site has fixed one of the two,
 * there is nothing to choose. */
export function askForChannel(
  fields: Field[],
  { definition, values, translate, isPlain }: ChannelContext,
): Field[] {
  const [call, email] = channels.map(channel => fields.find(({ name }) => name === channel));
  if (!call || !email || !definition.contact.ask) return fields;
  const fixed = [call, email].find(({ isHidden, isReadonly }) => isHidden || isReadonly)?.name as
    | Channel
    | undefined; // It is one of the two.
  const { channel, isBoth } = choiceIn(values);
  const needed = !fixed ? channel : textIn(values, fixed) ? fixed : otherThan(fixed);
  const hidden = fixed || isBoth ? undefined : otherThan(channel);
  const labels = { telephone_mobile: 'byPhone', email: 'byEmail' } as const;
  const choice: Field = {
    name: choiceName,
    kind: 'contact',
    question: {
      id: choiceName,
      type: 'radio',
      label: translate('channel'),
      options: channels.map(value => ({ value, label: translate(labels[value]) })),
      required: false,
    },
    isHidden: false,
    isOptional: false,
    isDetached: true,
    autocomplete: '',
  };
  return fields.flatMap(field => {
    if (field !== call && field !== email) return field;
    const isNeeded = field.name === needed;
    const isUnsent = field.name === hidden;
    const asked = {
      ...field,
      question: { ...field.question, required: isNeeded && !isPlain },
      isOptional: !isNeeded,
      isHidden: field.isHidden || isUnsent,
      isUnsent,
      after: hidden && field === email ? addOtherButton(hidden, translate) : undefined,
    };
    return field === call && !fixed ? [choice, asked] : asked;
  });
}

/** Puts the question about the best time to call after the telephone number, with which it is shown. */
export function placeBestTime(fields: Field[]): Field[] {
  const bestTime = fields.find(({ name }) => name === bestTimeName);
  const call = fields.find(({ name }) => name === channels[0]);
  if (!call || !bestTime) return fields;
  const { isHidden } = call;
  // It is asked with the telephone number.
  const asked: Field = { ...bestTime, kind: 'contact', isHidden, isUnsent: isHidden };
  return fields.flatMap(field => (field === call ? [call, asked] : field === bestTime ? [] : field));
}

/** The visitor's choice. Until they make one, what the site has filled in decides, and otherwise it is a call. */
function choiceIn(values: FormData): { channel: Channel; isBoth: boolean } {
  const [chosen, both] = textIn(values, choiceName).split(' ');
  const [call, email] = channels.map(channel => textIn(values, channel));
  const isEmail = chosen ? chosen === 'email' : !call && !!email;
  return {
    channel: isEmail ? 'email' : 'telephone_mobile',
    isBoth: chosen ? !!both : !!(call && email),
  };
}

/** The button that adds the field that the visitor's choice hides. */
function addOtherButton(hidden: Channel, translate: Translate<RareMessages>): TemplateResult {
  const label = translate(hidden === 'email' ? 'addEmail' : 'addTelephone');
  return html`<div><button type="button" class="link add-other" part="link">${label}</button></div>`;
}

/** Keeps the visitor's choice in the form's values, so that a draft has it. */
export function watchChannel({ host, model }: FormContext): void {
  const root = host.shadowRoot!; // The host has been updated at least once.
  const find = (isFound: (field: Field) => boolean | undefined) =>
    channels.find(channel => model.fields.some(field => field.name === channel && isFound(field)));
  const unsent = () => find(({ isUnsent }) => isUnsent);
  const control = () => model.element?.querySelector<HTMLTextAreaElement>(`textarea[name=${choiceName}]`);
  const keep = (choice: string) => {
    const kept = control();
    if (!kept || kept.value === choice) return;
    kept.value = choice;
    model.refresh();
    host.requestUpdate();
  };
  const addOther = () => keep(`${find(({ isUnsent }) => !isUnsent)} both`);

  // Captured, so that the fields have changed before the submission handles the edit.
  const onInput = ({ target }: Event) => {
    const { name, type, value } = target as HTMLInputElement; // Or another control.
    const edited = channels.find(channel => channel === name);
    if (name === choiceName && type === 'radio') keep(value);
    if (!edited) return;
    const needed = find(({ question }) => question.required);
    const values = model.read();
    if (edited === unsent()) {
      // The browser has filled in the hidden field.
      if (textIn(values, otherThan(edited))) addOther();
      else keep(edited);
      return;
    }
    // An edit of what is shown doesn't change the choice.
    const { channel, isBoth } = choiceIn(values);
    if (channel !== needed || isBoth === !!unsent()) keep(unsent() ? `${needed}` : `${needed} both`);
  };
  root.addEventListener('input', onInput, true);
  root.addEventListener('click', ({ target }) => {
    const hidden = unsent();
    if (!hidden || !(target as Element).matches('.add-other')) return; // Only elements are clicked.
    addOther();
    reportEdit(control()!); // It is beside the button.
    void host.updateComplete.then(() => focusField(host, hidden));
  });
  host.addEventListener('enquiry-refused', event => {
    const { fields } = (event as CustomEvent<{ fields: string[] }>).detail; // As its type says.
    if (fields.some(name => name === unsent())) addOther();
  });
  host.addController({
    hostUpdated() {
      const needed = find(({ question }) => question.required);
      const selector = `[type=radio][name=${choiceName}]`;
      for (const radio of model.element?.querySelectorAll<HTMLInputElement>(selector) ?? []) {
        if (radio.checked === (radio.value === needed)) continue;
        radio.checked = radio.value === needed;
        host.requestUpdate(); // It may look different now.
      }
    },
  });
}

function otherThan(channel: Channel): Channel {
  return channel === 'email' ? 'telephone_mobile' : 'email';
}

function textIn(values: FormData, name: string): string {
  return String(values.get(name) ?? '').trim();
}
