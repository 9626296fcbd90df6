// The script of the page that adds files to an enquiry.
import { html, render, type TemplateResult } from 'lit/html.js';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { AttachmentRoom } from '../../proxy/contract/enquiry.ts';
import type { FilesContext } from '../attachments/attachments.ts';
import { LazyAttachments } from '../attachments/lazy-attachments.ts';
import { getAttachmentRoom, type UnknownRoom } from '../client/attachment-room.ts';
import type { UploadPermission } from '../client/requests.ts';
import { proxyUrlFrom } from '../form/definition-source.ts';
import { card, frame, picker } from '../form/form-view.ts';
import { ReactiveHost, type ReactiveProperty } from '../form/reactive-host.ts';
import { styles } from '../form/styles.ts';
import { filesPageMessages } from '../messages/en-files-page.ts';
import type { Translate } from '../messages/format.ts';
import { Localizer } from '../messages/localizer.ts';
import type { MessageOverrides } from '../messages/messages.ts';

const ownStyles = `
  .form { --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface)); --good: var(--enquiry-good, #11734a); }
  @supports (color: light-dark(red, red)) {
    .form { --good: var(--enquiry-good, light-dark(#11734a, #5fd3a0)); }
  }
  h2 + p { margin-top: .25em; color: var(--muted); }
  h2 + p > b { font-weight: 600; white-space: nowrap; }
  button { cursor: pointer; }
  @media (hover: hover) {
    .drop:hover .quiet { background: var(--soft); }
  }
  .field, .note, .sending { margin-top: 1.25em; }
  /* The heading says it. */
  .field > [part=label] { display: none; }
  .note { margin-bottom: 0; }
  .note p:not(:only-child):first-child { margin-bottom: .25em; font-weight: 600; }
  .close { margin-top: .75em; font-weight: 600; }
`;

/** `<enquiry-files>`: adds files to the enquiry that the page's address names. The token in the fragment permits it. The
 * address keeps the token, so that a reload and a bookmark work. */
class FilesPage extends ReactiveHost {
  static override styles = styles + ownStyles;
  static override properties: Record<string, ReactiveProperty> = {
    messages: { type: Object },
    pageLang: { attribute: 'lang' },
  };

  static get observedAttributes(): string[] {
    return ReactiveHost.makeReactive(FilesPage);
  }

  /** The translations of this page's own texts. */
  declare messages: MessageOverrides | undefined;
  declare pageLang: string | null;

  #permission: UploadPermission = {
    proxy: proxyUrlFrom(import.meta.url),
    receipt: {
      reference: /\/enquiries\/([^/]+)\/files/.exec(location.pathname)?.[1] ?? '',
      upload_token: location.hash.slice(1),
    },
  };
  /** Undefined while it is being loaded. */
  #room: AttachmentRoom | UnknownRoom | undefined;
  #source: { definition: Pick<AttachmentRoom, 'attachments'> | undefined } = { definition: undefined };
  #localizer = new Localizer(this);
  #translate: Translate<typeof filesPageMessages> = this.#localizer.translator(filesPageMessages);
  /** Everything on this page is optional. */
  #translatePicker: Translate = (key, values) =>
    key === 'optional' ? '' : this.#localizer.translate(key, values);
  #announcement = '';
  /** Created with the shadow root. */
  #attachments: LazyAttachments | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Another link was opened in this tab, which the browser sees as the same page.
    addEventListener('hashchange', () => location.reload());
    addEventListener('online', () => this.#room === 'failed' && this.#load());
    addEventListener('beforeunload', event => this.#attachments?.isBusy && event.preventDefault());
  }

  protected override willUpdate(): void {
    void this.#localizer.load(this.pageLang ?? '');
    if (this.#attachments) return;
    this.#attachments = new LazyAttachments(
      this.#context,
      this.#localizer.translator({ addMoreFiles: '' }),
      () => this.requestUpdate(),
    );
    if (this.#permission.receipt.upload_token) void this.#load();
  }

  protected override show(view: TemplateResult): void {
    render(view, this.renderRoot);
  }

  protected override updated(): void {}

  protected override render(): TemplateResult {
    const { lang, dir, isLoading, locale } = this.#localizer;
    const content = isLoading
      ? html``
      : card(
          html`<h2 part="heading">${this.#translate('addFiles')}</h2>${this.#content()}`,
          'form',
          lang,
          dir,
        );
    return frame(content, this.#announcement, locale);
  }

  #content(): TemplateResult {
    const attachments = this.#attachments!; // Created before the first render.
    const room = this.#room;
    const isKnown = typeof room === 'object';
    const limits = isKnown ? limitsOf(room) : undefined;
    return html`${limits ? this.#picker(limits) : this.#problem()}${
      limits && !attachments.isEmpty
        ? html`<div class="sending">${attachments.summary(limits)}</div>${this.#ending(limits)}`
        : ''
    }`;
  }

  #picker(limits: AttachmentLimits): TemplateResult {
    const attachments = this.#attachments!; // As above.
    const { reference } = this.#permission.receipt;
    const add = (files: File[]) => void attachments.add(files);
    const [before, after] = this.#translate('addFilesTo', { reference }).split(reference);
    return html`<p>${before}<b>${reference}</b>${after}</p>${
      attachments.addMore(limits)
        ? picker(limits, add, undefined, this.#translatePicker)
        : attachments.isEmpty
          ? note(this.#translate('noMoreFiles'))
          : ''
    }`;
  }

  /** What follows once all files were sent. */
  #ending(limits: AttachmentLimits): TemplateResult | undefined {
    const attachments = this.#attachments!; // As above.
    if (!attachments.areAllSent) return undefined;
    const key = attachments.addMore(limits) ? 'mayClose' : 'mayCloseFull';
    return html`<p class="close">${this.#translate(key)}</p>`;
  }

  /** Why no files can be added; undefined as long as that isn't known. */
  #problem(): TemplateResult | undefined {
    const translate = this.#translate;
    if (!this.#permission.receipt.upload_token)
      return note(translate('linkIncomplete'), translate('linkIncompleteHelp'));
    switch (this.#room) {
      case 'closed':
        return note(translate('linkExpired'), translate('linkExpiredHelp'));
      case 'failed':
        return note(
          translate('pageFailed'),
          html`<button type="button" class="link" part="link" @click=${() => this.#load()}>${translate('tryAgain')}</button>`,
        );
      default:
        return undefined;
    }
  }

  async #load(): Promise<void> {
    this.#room = undefined;
    this.requestUpdate();
    const room = await getAttachmentRoom(this.#permission);
    this.#room = room;
    if (typeof room === 'object') {
      this.#source.definition = { attachments: limitsOf(room) };
      this.#attachments!.uploadTo(this.#permission); // Created before the first load.
    }
    this.requestUpdate();
  }

  get #context(): FilesContext {
    return {
      host: this,
      localizer: this.#localizer,
      model: { source: this.#source },
      emit: (_type, about) => {
        // The link has expired, or the enquiry is gone, while the page was open.
        if ('code' in about && /^(closed|not-found)$/.test(about.code)) this.#room = 'closed';
      },
      announce: message => {
        this.#announcement = message;
        this.requestUpdate();
      },
    };
  }
}

/** What can still be added: other devices may have added files already. */
const limitsOf = ({ attachments, left }: AttachmentRoom): AttachmentLimits => ({
  ...attachments,
  max_files: left,
});

const note = (text: string, help?: unknown) =>
  html`<div class="note bad" part="note" role="alert"><p>${text}</p>${help ? html`<p>${help}</p>` : ''}</div>`;

customElements.define('enquiry-files', FilesPage);
