import { css, html, nothing, type TemplateResult } from 'lit';
import { telAddress } from '../../proxy/contract/normalise.ts';
import { type AnsweredQuestion, listAnswers } from '../answers/answer-text.ts';
import type { SubmissionContext } from '../form/form-context.ts';
import type { ShownContact } from '../form/form-view.ts';
import { toFormData } from '../form/values.ts';

/** Styles of the links, with the custom properties of the form's style sheet. */
const styles = css`
  .ways .quiet { color: inherit; background: var(--surface); line-height: 1.3; text-decoration: none; text-wrap: balance; }
  /* The note has the same number, in a button. */
  .note:has(.ways .quiet) ~ .talk { display: none; }
`;

/** The ways to reach the firm when an enquiry can't be sent: the links of `contact_us` in the definition (a call, an email
 * with the answers, and a page), or without it the element's fallback content, which often has a phone number or an email
 * address. */
export class ContactWays {
  /** Renders the way to the form on the proxy's own page. Comes with a lazy part. */
  page: (() => TemplateResult | undefined) | undefined;
  /** Whether that way comes before the others. */
  isPageFirst = false;
  /** Renders the note above Send once the visitor has gone on to that page. Undefined: they haven't. */
  continuedNote: (() => TemplateResult) | undefined;
  #context: SubmissionContext;

  constructor(context: SubmissionContext) {
    this.#context = context;
    context.host.renderRoot.adoptedStyleSheets.push(styles.styleSheet!);
  }

  /** With a heading, if there is anything below it. */
  render(heading?: 'dontWait'): TemplateResult {
    const { first, links } = this.#list();
    const title = heading && first && html`<p><b>${this.#context.translate(heading)}</b></p>`;
    const page = this.page?.();
    return html`<div class="ways">${title}${this.isPageFirst ? [page, links] : [links, page]}</div>`;
  }

  /** What to announce when they appear; empty if there are none. */
  get announcement(): string {
    const { first } = this.#list();
    return first && `${this.#context.translate('dontWait')} ${first}`;
  }

  /** The links, and the text of the first one. */
  #list(): { links: TemplateResult[]; first: string } {
    const { host, model } = this.#context;
    const translate = this.#context.translate;
    const { contact_us, label = '' } = model.source.definition ?? {};
    if (!contact_us) return { links: [html`<slot></slot>`], first: host.textContent?.trim() ?? '' };
    const { phone, email, url, tel }: ShownContact = contact_us;
    const links: TemplateResult[] = [];
    let first = '';
    const add = (href: string, text: string, hint?: string) => {
      first ||= text;
      const unseen = hint && html`<span class="unseen">\u00a0${hint}</span>`;
      links.push(html`
        <a class="quiet" part="quiet-button" href=${href} target=${hint ? '_blank' : nothing}>
          <span>${text}${unseen}</span>
        </a>
      `);
    };
    if (phone) add(tel ?? telAddress(phone), translate('call', { phone }));
    if (email) {
      const about = { subject: label, answers: listAnswers(this.#context, toFormData(model.values)) };
      add(mailtoLink(email, about, translate('answersCut')), translate('emailAnswers'));
    }
    // The form keeps trying in this tab.
    if (url) add(url, translate('contactUs'), translate('opensInNewTab'));
    return { links, first };
  }
}

/** Some mail programs open no longer link. */
const maxLinkLength = 1_800;
/** Leaves most of the link to the answers, whatever the label of the form. */
const maxSubjectLength = 60;

/** A `mailto:` link (RFC 6068) with the answers as text. If it would be too long, the text is cut and ends with
 * `cutNote`. */
export function mailtoLink(
  email: string,
  { subject, answers }: { subject: string; answers: AnsweredQuestion[] },
  cutNote: string,
): string {
  const address = encode(email.replace(/[\s\p{Cc}]/gu, '')).replace('%40', '@');
  const shortSubject = [...subject.replace(/\s+/g, ' ')].slice(0, maxSubjectLength).join('');
  const start = `mailto:${address}?subject=${encode(shortSubject)}&body=`;
  const text = answers.map(({ label, text }) => `${label}\n${text}`).join('\n\n');
  let link = start + encode(text);
  // Characters are encoded as one or more, so each pass only comes closer.
  let kept = [...text].slice(0, maxLinkLength);
  while (link.length > maxLinkLength) {
    link = start + encode(`${kept.join('')}\n\n${cutNote}`);
    kept = kept.slice(0, kept.length * Math.min(0.99, maxLinkLength / link.length));
  }
  return link;
}

/** Encodes a text for a link. A line of an email ends with CRLF, and half of a character can't be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '').replace(/\r\n?|\n/g, '\r\n'));
}
