import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import type { Ending } from '../../proxy/contract/definition.ts';
import type { RareMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field } from '../form/form-model.ts';
import type { Translate } from '../messages/format.ts';
import { scrollTo } from './controls.ts';

/** Styles of the note that an answer ends the form. They hide what follows, so that the answers stay, and another one brings
 * everything back. */
export const styles = css`
  .ending { margin: calc(var(--space) * -.625) 0 0; }
  .ending a { display: inline-flex; align-items: center; min-height: var(--target); font-weight: 600; }
  .form .ending:focus { outline: 0; }
  /* What follows, except Back and another way to reach the firm, and a list of problems. */
  .rows > .ending ~ :not(:last-child),
  .rows > .ending ~ * > :not(.talk, [part~=back-button]),
  .ending ~ .send,
  .summary:has(~ .rows > .ending) { display: none; }
`;

/** Finds the first answer that ends the form. Returns the name of its field, the reason why the firm can't help, and the note
 * below the field that gives this reason. Undefined if no answer ends the form. */
export function endingIn(fields: Field[], values: FormData, translate: Translate<RareMessages>) {
  return fields
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ name, question }) => {
      const chosen = values.getAll(name);
      const ending = question.options?.find(({ ends, value }) => ends && chosen.includes(value))?.ends;
      return ending ? { name, text: ending.text, note: noteOf(ending, translate) } : [];
    })[0];
}

function noteOf({ text, url, url_label }: Ending, translate: Translate<RareMessages>): TemplateResult {
  // The form can't be sent, so the visitor loses nothing by leaving it.
  return html`
    <div class="note ending" part="note" tabindex="-1">
      <h3>${translate('cannotHelp')}</h3>
      <p>${text}</p>
      ${url && html`<a part="link" href=${url}>${url_label ?? translate('whoCanHelp')}</a>`}
    </div>
  `;
}

/** Announces why the form has ended, and scrolls to the note if the visitor has just chosen that answer. */
export function watchEnding({ announce, host, model }: FormContext): void {
  let announced: string | undefined;
  host.addController({
    hostUpdated() {
      const { name = '', ending } = model.fields.find(field => field.ending) ?? {};
      if (ending && ending !== announced) {
        announce(ending);
        const isPrefilled = `${model.prefill.getAll(name)}` === `${model.lastRead.getAll(name)}`;
        const isRestored = model.isEdited === false;
        if (!isPrefilled && !isRestored) scrollTo(host.renderRoot.querySelector('.ending'));
      }
      announced = ending;
    },
  });
}
