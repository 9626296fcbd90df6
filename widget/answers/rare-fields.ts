// Markup that few forms need. The form waits for this part if its definition needs it, as it does for a translation.
import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import { type RareMessages, rareMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field, FieldPart } from '../form/form-model.ts';
import type { FormState } from '../form/form-view.ts';
import type { Translate } from '../messages/format.ts';
import { localeOf } from './answer-text.ts';
import {
  askForChannel,
  type ChannelContext,
  styles as channelStyles,
  placeBestTime,
  watchChannel,
} from './contact-channel.ts';
import { endingIn, styles as endingStyles, watchEnding } from './ending.ts';
import { hiddenAnswers } from './hidden-answers.ts';

export const styles = css`
  .one-of { margin-bottom: calc(var(--space) * -.625); }
  .pair > .one-of { grid-column: 1 / -1; }
  .parts.lines { display: grid; }
  .lines label:nth-child(4) { max-width: 8em; }
  .add {
    display: flex;
    gap: .75em;
    align-items: center;
    width: 100%;
    min-height: max(3.25em, var(--target));
    padding-block: .5em;
    background: none;
    border: solid color-mix(in oklab, var(--ink) 14%, var(--surface));
    border-width: 1px 0;
    text-align: start;
  }
  .add svg { flex: none; color: var(--accent-text); stroke-width: 2; }
  .add > span { display: flex; flex: 1; flex-wrap: wrap; gap: 0 .75em; justify-content: space-between; }
  .add [part=label] { margin: 0; }
  .add:has(+ [hidden] .over) { background: var(--soft); border-color: var(--accent-text); }
  .add + * { margin-top: 1em; }
  .add + * > .field > [part=label] { display: none; }
  @container (max-width: 12em) {
    .add svg { display: none; }
  }
  @media (forced-colors: active) {
    .add svg { color: ButtonText; }
  }
`;

/** Adds the styles of the rare fields, arranges them, and answers hidden questions. */
export function create(context: FormContext): Pick<FormState, 'placePicker'> {
  const { host, localizer, model } = context;
  const translate = localizer.translator(rareMessages);
  const root = host.shadowRoot!; // The host has been updated at least once.
  let isPickerOpen = false;
  for (const { styleSheet } of [styles, channelStyles, endingStyles])
    root.adoptedStyleSheets.push(styleSheet!);
  const { arrange } = model;
  model.arrange = (definition, fields, values) => {
    const { locale } = localizer;
    const before = arrange(definition, fields, values);
    const arranged = arrangeFields(before, { definition, values, translate, locale, isPlain: false });
    const found = endingIn(arranged, values, translate);
    return arranged.map(field =>
      field.name === found?.name ? { ...field, ending: found.text, after: found.note } : field,
    );
  };
  model.addHidden = hiddenAnswers(model);
  watchChannel(context);
  watchEnding(context);
  root.addEventListener('click', ({ target }) => {
    if (!model.element || !(target as Element).closest('.add')) return;
    if (root.querySelector('[part~=file]')) root.querySelector<HTMLElement>('#files')?.focus();
    isPickerOpen = !isPickerOpen;
    host.requestUpdate();
  });
  return {
    placePicker: (picker, rows) => {
      const isRow = model.source.definition?.attachments.look === 'row' && host.layout !== 'steps';
      if (!isRow) return picker;
      // Files are always shown. When the last one is removed, the focus moves to the picker.
      isPickerOpen = !!rows || (isPickerOpen && !!model.element);
      return pickerRow(picker, translate, isPickerOpen);
    },
  };
}

/** Puts the fields into their final order, hides some, and adds what stands above and below them. */
export function arrangeFields(fields: Field[], context: ChannelContext & { locale: string }): Field[] {
  const { translate } = context;
  const { hinted, hint } = oneOfHint(fields, context);
  const inParts = fields.map(field => ({
    ...field,
    parts: field.question.entry === 'lines' ? addressParts(field, translate) : field.parts,
    before: field === hinted ? hint : undefined,
  }));
  return placeBestTime(askForChannel(inParts, context));
}

/** The first of several fields of which one is required, and the hint above it. Where visitors choose one, only those
 * without a script need it. */
function oneOfHint(
  fields: Field[],
  { definition, isPlain, locale, translate }: ChannelContext & { locale: string },
) {
  const oneOf = fields.filter(({ isOptional, question }) => !isOptional && !question.required);
  const { ask } = definition.contact;
  const hinted = ask && !isPlain ? undefined : oneOf.find(({ isHidden }) => !isHidden);
  const labels = oneOf.map(({ question }) => question.label);
  const list = new Intl.ListFormat(localeOf(locale), { type: 'disjunction' }).format(labels);
  const text = translate('oneOfThese', { fields: list });
  const hint = html`<p class="help one-of" id="one-of" ?data-plain=${ask}>${text}</p>`;
  return { hinted, hint };
}

/** The parts of an address in lines. */
function addressParts(
  { autocomplete, question: { required } }: Field,
  translate: Translate<RareMessages>,
): FieldPart[] {
  // A site that switches autofill off for the address switches it off for its lines.
  const token = (name: string) => (autocomplete === 'street-address' ? name : autocomplete);
  return [
    { label: translate('addressLine1'), autocomplete: token('address-line1') },
    { label: translate('addressLine2'), autocomplete: token('address-line2'), isOptional: required },
    { label: translate('town'), autocomplete: token('address-level2') },
    { label: translate('postcode'), autocomplete: token('postal-code') },
  ];
}

/** A row that opens the file picker. */
export function pickerRow(
  picker: TemplateResult,
  translate: Translate<RareMessages>,
  isOpen = false,
): TemplateResult {
  return html`
    <div>
      <button type="button" class="add" aria-expanded=${isOpen} aria-controls="picker">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${isOpen ? 'M5 12h14' : 'M12 5v14M5 12h14'} /></svg>
        <span>
          <span part="label">${translate('addFiles')}</span>
          <span class="optional" part="optional">${translate('optional')}</span>
        </span>
      </button>
      <div id="picker" ?hidden=${!isOpen}>${picker}</div>
    </div>
  `;
}
