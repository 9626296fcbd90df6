// Markup that few forms need. The form waits for this part if its definition needs it, as it does for a translation.
import { css, html, type TemplateResult } from 'lit';
import type { FormContext } from '../form/form-context.ts';
import type { Field, FieldContext, FieldPart, RareFields } from '../form/form-model.ts';
import { type RareMessages, rareMessages } from '../messages/en-rare.ts';
import type { Translate } from '../messages/format.ts';
import { localeOf } from './answer-text.ts';
import { ContactChannel } from './contact-channel.ts';
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

export const prepare = (context: FormContext) => () => createRareFields(context);

/** Adds the styles of the rare fields, returns their markup, and answers hidden questions. */
function createRareFields(context: FormContext): RareFields {
  const { host, localizer, model } = context;
  const translate = localizer.translator(rareMessages);
  const channel = new ContactChannel(context, translate);
  model.addHidden = hiddenAnswers(model);
  const root = host.shadowRoot!; // The host has been updated at least once.
  let isPickerOpen = false;
  root.adoptedStyleSheets.push(styles.styleSheet!);
  return {
    before: (field: Field, { fields }: FieldContext): TemplateResult | undefined => {
      // In steps, the fields of the context are those of one step.
      return (
        oneOfHint(field, model.fields, { translate, locale: localizer.locale }) ??
        channel.choice(field, fields)
      );
    },
    after: (field, { fields }) => channel.addButton(field, fields),
    parts: field => addressParts(field, translate),
    placePicker: (picker, rows) => {
      const isRow = model.source.definition?.attachments.look === 'row' && host.layout !== 'steps';
      if (!isRow) return picker;
      // Files are always shown. When the last one is removed, the focus moves to the picker.
      isPickerOpen = !!rows || (isPickerOpen && !!model.element);
      const isOpen = isPickerOpen;
      const toggle = () => {
        if (rows) root.querySelector<HTMLElement>('#files')?.focus();
        isPickerOpen = !isOpen;
        host.requestUpdate();
      };
      return pickerRow(picker, { isOpen, toggle, translate });
    },
  };
}

/** The hint above the first of several fields of which one is required; undefined above other fields. */
export function oneOfHint(
  field: Field,
  fields: Field[],
  { translate, locale }: { translate: Translate<RareMessages>; locale: string },
): TemplateResult | undefined {
  const oneOf = fields.filter(({ isOptional, question }) => !isOptional && !question.required);
  if (field.isHidden || oneOf.find(({ isHidden }) => !isHidden)?.name !== field.name) return undefined;
  const labels = oneOf.map(({ question }) => question.label);
  const list = new Intl.ListFormat(localeOf(locale), { type: 'disjunction' }).format(labels);
  return html`<p class="help one-of" id="one-of">${translate('oneOfThese', { fields: list })}</p>`;
}

/** The parts of an address in lines; undefined: the field is another. */
export function addressParts(
  { autocomplete, question: { entry, required } }: Field,
  translate: Translate<RareMessages>,
): FieldPart[] | undefined {
  if (entry !== 'lines') return undefined;
  // A site that switches autofill off for the address switches it off for its lines.
  const token = (name: string) => (autocomplete === 'street-address' ? name : autocomplete);
  return [
    { label: translate('addressLine1'), autocomplete: token('address-line1') },
    { label: translate('addressLine2'), autocomplete: token('address-line2'), isOptional: required },
    { label: translate('town'), autocomplete: token('address-level2') },
    { label: translate('postcode'), autocomplete: token('postal-code') },
  ];
}

interface PickerRow {
  isOpen: boolean;
  toggle(): void;
  translate: Translate<RareMessages>;
}

/** A row that opens the file picker. */
export function pickerRow(picker: TemplateResult, { isOpen, toggle, translate }: PickerRow): TemplateResult {
  const optional = translate('optional').replace(/[()]/g, '');
  return html`<div><button type="button" class="add" aria-expanded=${isOpen} aria-controls="picker" @click=${toggle}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${isOpen ? 'M5 12h14' : 'M12 5v14M5 12h14'} /></svg><span><span part="label">${translate('addFiles')}</span> <span class="optional" part="optional">${optional}</span></span></button><div id="picker" ?hidden=${!isOpen}>${picker}</div></div>`;
}
