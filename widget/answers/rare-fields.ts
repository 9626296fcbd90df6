// What few forms need. The form waits for this part if its definition or its tag needs it, as it does for a translation.
import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import type { Definition } from '../../proxy/contract/definition.ts';
import { type RareMessages, rareMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field, FieldPart } from '../form/form-model.ts';
import type { FormState } from '../form/form-view.ts';
import { present } from '../form/presentation.ts';
import type { Translate } from '../messages/format.ts';
import { localeOf } from './answer-text.ts';
import { endingIn, styles as endingStyles, watchEnding } from './ending.ts';
import { hiddenAnswers } from './hidden-answers.ts';

export const styles = css`
  /* The room for Clear, also where the label doesn't say that a choice is optional. */
  fieldset:has([type=radio]):not(:has(:required)) > legend { padding-inline-end: 4em; }
  .one-of { margin-bottom: calc(var(--space) * -.625); }
  .pair > .one-of { grid-column: 1 / -1; }
  /* A day and a month that may be left out stay beside the year. */
  .parts .optional { font-size: .9em; }
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

/** Adds the styles of the rare fields and what is above and below them, answers hidden questions, and follows the look and
 * the heading level of the tag. */
export function create(context: FormContext): Pick<FormState, 'placePicker'> {
  const { host, localizer, model } = context;
  const translate = localizer.translator(rareMessages);
  const root = host.renderRoot;
  let isPickerOpen = false;
  for (const { styleSheet } of [styles, endingStyles]) root.adoptedStyleSheets.push(styleSheet!);
  const { arrange } = model;
  model.arrange = (definition, fields, values) => {
    const { locale } = localizer;
    const before = arrange(definition, fields, values);
    const arranged = arrangeFields(before, { definition, translate, locale });
    const found = endingIn(arranged, values, translate);
    return arranged.map(field =>
      field.name === found?.name ? { ...field, ending: found.text, after: found.note } : field,
    );
  };
  model.addHidden = hiddenAnswers(model);
  watchEnding(context);
  present(context);
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

/** What is added to fields depends on. */
interface RareContext {
  definition: Definition;
  translate: Translate<RareMessages>;
  locale: string;
}

/** Adds the lines of addresses, and a hint above the first shown question of which one must be answered. */
export function arrangeFields(fields: Field[], { definition, translate, locale }: RareContext): Field[] {
  const oneOf = fields.filter(
    ({ isHidden, question }) => !isHidden && definition.at_least_one_of?.includes(question.id),
  );
  const labels = oneOf.map(({ question }) => question.label);
  const list = new Intl.ListFormat(localeOf(locale), { type: 'disjunction' }).format(labels);
  const text = translate('oneOfThese', { fields: list });
  return fields.map(field => ({
    ...field,
    parts: field.question.entry === 'lines' ? addressParts(field, translate) : field.parts,
    before: field === oneOf[0] ? html`<p class="help one-of" id="one-of">${text}</p>` : undefined,
  }));
}

/** The parts of an address in lines. */
function addressParts(
  { autocomplete, question: { required } }: Field,
  translate: Translate<RareMessages>,
): FieldPart[] {
  // A site that switches autofill off for the address switches it off for its lines.
  const token = (name: string) => autocomplete.replace(/street-address$/, name);
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
