// The form as a bare Lit element: it stores values, shows conditional questions and handles Send, and nothing else.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  dateParts,
  introduction,
  isShown,
  labelOf,
  type Outline,
  outlines,
  privacy,
  reportSubmitted,
  reportUsable,
  send,
  title,
} from './outline.ts';

class LitForm extends LitElement {
  #values: Record<string, unknown> = {};

  /** The page has the style, as for the other candidates. */
  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    reportUsable();
  }

  protected override render(): TemplateResult {
    return html`<form novalidate @input=${this.#onInput} @submit=${this.#onSubmit}>
      <h2>${title}</h2>
      <p class="lede">${introduction}</p>
      <div class="rows">
        ${outlines.filter(outline => isShown(outline, this.#values)).map(field)}
        <div>
          <p class="privacy">${privacy}</p>
          <button class="send">${send}</button>
        </div>
      </div>
    </form>`;
  }

  #onInput = ({ currentTarget, target }: Event): void => {
    const { name, type, value } = target as HTMLInputElement;
    const form = new FormData(currentTarget as HTMLFormElement);
    this.#values[name] = type === 'checkbox' ? form.getAll(name) : value;
    if (outlines.some(({ shownWhen }) => shownWhen?.[0] === name)) this.requestUpdate();
  };

  #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { elements } = event.currentTarget as HTMLFormElement;
    const picker = elements.namedItem('files') as HTMLInputElement;
    reportSubmitted({ ...this.#values, files: [...(picker.files ?? [])].map(({ name }) => name) });
  };
}

function field(outline: Outline): TemplateResult {
  const { autocomplete, heading, help, isOptional, kind, name, options = [] } = outline;
  const label = html`<span part="label">${labelOf(outline)}</span>`;
  const note = help ? html`<span class="help" id="${name}-help">${help}</span>` : nothing;
  const described = help ? `${name}-help` : nothing;
  const choices = (type: string) => html`<fieldset>
    <legend>${label}${note}</legend>
    <div class="choices">
      ${options.map(
        ([value, text]) =>
          html`<label class="choice"><input type=${type} name=${name} value=${value}><span>${text}</span></label>`,
      )}
    </div>
  </fieldset>`;
  const labelled = (control: TemplateResult) =>
    html`<label part="label" for=${name}>${labelOf(outline)}</label>${note}${control}`;
  const controls: Record<Outline['kind'], () => TemplateResult> = {
    text: () => labelled(input('text')),
    email: () => labelled(input('email')),
    tel: () => labelled(input('tel')),
    file: () => labelled(html`<input id=${name} name=${name} type="file" multiple>`),
    radio: () => choices('radio'),
    checkboxes: () => choices('checkbox'),
    consent: () => html`<label class="choice"
      ><input type="checkbox" name=${name} value="yes"><span>${labelOf(outline)}</span></label
    >`,
    textarea: () =>
      labelled(
        html`<textarea id=${name} name=${name} aria-required="true" aria-describedby=${described}></textarea>`,
      ),
    select: () =>
      labelled(html`<select id=${name} name=${name} aria-required="true">
        <option value="">Choose…</option>
        ${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
      </select>`),
    date: () => html`<fieldset>
      <legend>${label}${note}</legend>
      <div class="parts memorable">
        ${dateParts.map(
          part =>
            html`<label>${part}<input name="${name}-${part}" inputmode="numeric" aria-required="true"></label>`,
        )}
      </div>
    </fieldset>`,
  };
  const input = (type: string) => html`<input
    id=${name}
    name=${name}
    type=${type}
    autocomplete=${autocomplete ?? ''}
    aria-required=${!isOptional}
    aria-describedby=${described}
  >`;
  return html`${heading ? html`<h3>${heading}</h3>` : nothing}<div class="field">${controls[kind]()}</div>`;
}

customElements.define('lit-form', LitForm);
document.querySelector('.form')?.append(document.createElement('lit-form'));
