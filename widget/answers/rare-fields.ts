// Markup that few forms need. The form waits for this part if its definition needs it, as it does for a translation.
import { css, html, type TemplateResult } from 'lit';
import type { FormContext } from '../form/form-context.ts';
import type { Field, RareFields } from '../form/form-model.ts';
import { rareMessages } from '../messages/en-rare.ts';
import { localeOf } from './answer-text.ts';

const styles = css`
  .one-of { margin-bottom: calc(var(--space) * -.625); }
  .pair > .one-of { grid-column: 1 / -1; }
  .parts.lines { display: grid; }
  .lines label:nth-child(4) { max-width: 12em; }
`;

export const prepare = (context: FormContext) => () => createRareFields(context);

/** Adds the styles of the rare fields, and returns their markup. */
function createRareFields({ host, localizer, model }: FormContext): RareFields {
  const translate = localizer.translator(rareMessages);
  host.shadowRoot!.adoptedStyleSheets.push(styles.styleSheet!); // The host has been updated at least once.
  return {
    before: ({ name, isHidden }: Field): TemplateResult | undefined => {
      const oneOf = model.fields.filter(({ isOptional, question }) => !isOptional && !question.required);
      if (isHidden || oneOf.find(field => !field.isHidden)?.name !== name) return undefined;
      const labels = oneOf.map(({ question }) => question.label);
      const fields = new Intl.ListFormat(localeOf(localizer.locale), { type: 'disjunction' }).format(labels);
      return html`<p class="help one-of" id="one-of">${translate('oneOfThese', { fields })}</p>`;
    },
    after: () => undefined,
    placePicker: picker => picker,
    parts: ({ autocomplete, question: { entry, required } }: Field) => {
      if (entry !== 'lines') return undefined;
      // A site that switches autofill off for the address switches it off for its lines.
      const token = (name: string) => (autocomplete === 'street-address' ? name : autocomplete);
      return [
        { label: translate('addressLine1'), autocomplete: token('address-line1') },
        { label: translate('addressLine2'), autocomplete: token('address-line2'), isOptional: required },
        { label: translate('town'), autocomplete: token('address-level2') },
        { label: translate('postcode'), autocomplete: token('postal-code') },
      ];
    },
  };
}
