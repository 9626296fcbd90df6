import { html, type TemplateResult } from 'lit';
import { listAnswers } from '../answers/answer-text.ts';
import type { FormContext } from '../form/form-context.ts';
import { LazyController } from '../form/lazy-controller.ts';
import { toFormData } from '../form/values.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { ContactLinks } from './contact-links.ts';

/** The ways to reach the firm when an enquiry can't be sent: the links of `contact_us` in the definition, or without it
 * the element's fallback content, which often has a phone number or an email address. */
export class ContactWays {
  /** A lazy part, because only forms with `contact_us` need it. */
  #links: LazyController<ContactLinks>;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>) {
    this.#context = context;
    this.#translate = translate;
    this.#links = new LazyController(() => import('./contact-links.ts'), context);
    // They may not load any more once sending fails. Without them, there is the fallback content.
    if (context.model.source.definition?.contact_us) void this.#links.load();
  }

  /** With a heading, if there is anything below it. */
  render(heading?: 'dontWait'): TemplateResult {
    const { first, links } = this.#list();
    return html`<div class="ways">${heading && first ? html`<p><b>${this.#translate(heading)}</b></p>` : ''}${links}</div>`;
  }

  /** What to announce when they appear; empty if there are none. */
  get announcement(): string {
    const { first } = this.#list();
    return first && `${this.#translate('dontWait')} ${first}`;
  }

  #list(): { links: TemplateResult[]; first: string } {
    const { host, model } = this.#context;
    const { contact_us, label } = model.source.definition ?? {};
    const part = contact_us && this.#links.current;
    return part
      ? part.list(contact_us, {
          subject: label!,
          answers: listAnswers(this.#context, toFormData(model.values)),
        })
      : { links: [html`<slot></slot>`], first: host.textContent?.trim() ?? '' };
  }
}
