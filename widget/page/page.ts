// The module `page.js`: the widget's templates for the proxy, which renders them without a browser.
import { render } from '@lit-labs/ssr/lib/render.js';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit/html.js';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { normaliseAnswer } from '../../proxy/contract/normalise.ts';
import type { PageForm, PageModule, PostedFields } from '../../proxy/contract/page.ts';
import { listFields } from '../form/form-model.ts';
import { type FormView, formCard, frame, picker, talkLine } from '../form/form-view.ts';
import { styles as formStyles } from '../form/styles.ts';
import { type Normalise, visibleQuestionIds, visibleValues } from '../form/values.ts';
import { isRightToLeft } from '../messages/format.ts';
import { translatorFor } from './catalogues.ts';
import { asPlainForm } from './plain-form.ts';

export { renderFilesPage } from './files-page.ts';

const ignore = () => {};

/** The style sheet of a form in this language. */
export const styles: PageModule['styles'] = () => formStyles;

/** What the element would send of a form with these values: the contact details and the answers. */
export function readEnquiry(definition: Definition, fields: PostedFields): Partial<Enquiry> {
  return visibleValues(definition, toFormData(fields), normaliserFor(definition));
}

/** The content of the element's shadow root, without its style sheet. */
export function renderForm(form: PageForm): string {
  const { definition, today, fields: posted = [], isTakenOver } = form;
  const { lang, attachments } = definition;
  const { locale, translate } = translatorFor(lang);
  const values = toFormData(posted);
  const visible = visibleQuestionIds(definition, values, normaliserFor(definition));
  const fixed = { hiddenFields: undefined, readonlyFields: undefined };
  const fields = listFields(definition, visible, fixed, new FormData(), translate);
  const view: FormView = {
    definition,
    translate,
    fields,
    today,
    rare: undefined,
    picker: attachments.max_files ? picker(attachments, ignore, undefined, translate) : undefined,
    isSending: false,
    onSubmit: ignore,
    onInput: ignore,
    onFocus: ignore,
  };
  const content = frame(formCard(view, lang, isRightToLeft(lang) ? 'rtl' : 'ltr'), '', locale);
  const markup = asPlainForm(collectResultSync(render(content)), form);
  return isTakenOver ? markup : withoutMarkers(markup);
}

/** What is shown in place of the form. It is in the page's own tree, so the names that only the form's style sheet knows
 * are removed. */
export function renderFallback({ lang, label, contact_us }: Definition, address: string): string {
  const { translate } = translatorFor(lang);
  const content = html`${contact_us && talkLine(contact_us, translate)}<p><a href=${address}>${label}</a></p>`;
  return withoutMarkers(collectResultSync(render(content))).replaceAll(/ (?:class|part)="[\w-]+"/g, '');
}

/** Without the comments that tell Lit where its content is. Lit escapes those of texts. */
function withoutMarkers(markup: string): string {
  return markup.replace(/<!--.*?-->|<\?>/gs, '');
}

function toFormData(fields: PostedFields): FormData {
  const values = new FormData();
  for (const [name, value] of fields) values.append(name, value);
  return values;
}

const normaliserFor =
  ({ lang }: Definition): Normalise =>
  (question, text) =>
    normaliseAnswer(question, text, lang);
