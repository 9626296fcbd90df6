// The script of the page that adds files to an enquiry.
import { css, html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import { filesPageMessages } from '../../proxy/contract/languages/en.ts';
import { refusedCode } from '../attachments/attachment.ts';
import type { FilesContext } from '../attachments/form-attachments.ts';
import { LazyAttachments } from '../attachments/lazy-attachments.ts';
import { getRoomLeft, type RoomLeft } from '../client/attachment-room.ts';
import type { UploadPermission } from '../client/requests.ts';
import { proxyUrlFrom } from '../form/definition-source.ts';
import { linkButton } from '../form/field-view.ts';
import { styles } from '../form/form-styles.ts';
import { card, frame, picker, takeChosen } from '../form/form-view.ts';
import { lazy } from '../form/lazy-object.ts';
import { noteStyles } from '../form/note-styles.ts';
import type { MessageOverrides, Translate } from '../messages/format.ts';
import { Localizer } from '../messages/localizer.ts';

const ownStyles = css`
  h2 + p { margin-top: .25em; color: var(--muted); }
  h2 + p > b { font-weight: 600; white-space: nowrap; }
  .field, .note, .sending { margin-top: 1.25em; }
  /* The heading says it. */
  .field > [part=label] { display: none; }
  .note { margin-bottom: 0; }
  .close { margin-top: .75em; font-weight: 600; }
`;

/** `<enquiry-files>`: adds files to the enquiry that the page's address names. The token in the fragment permits it. The
 * address keeps the token, so that a reload and a bookmark work. */
class FilesPage extends LitElement {
  static override styles = [styles, noteStyles, ownStyles];
  static override properties: PropertyDeclarations = {
    messages: { type: Object },
    pageLang: { attribute: 'lang' },
  };

  /** The translations of this page's own texts. */
  declare messages: MessageOverrides | undefined;
  declare pageLang: string | null;
  declare readonly renderRoot: ShadowRoot;

  #permission: UploadPermission = {
    proxy: proxyUrlFrom(import.meta.url),
    receipt: {
      reference: /\/enquiries\/([^/]+)\/files/.exec(location.pathname)?.[1] ?? '',
      upload_token: location.hash.slice(1),
    },
  };
  /** Undefined while it is being loaded. */
  #room: RoomLeft | undefined;
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
    const add = (event: Event) => void this.#attachments?.add(takeChosen(event) ?? []);
    this.renderRoot.addEventListener('change', add);
    addEventListener('beforeunload', event => {
      if (!this.#attachments?.isBusy) return;
      event.preventDefault();
      event.returnValue = true; // For Chromium before version 119.
    });
  }

  protected override willUpdate(): void {
    void this.#localizer.load(this.pageLang ?? '');
    if (this.#attachments) return;
    this.#attachments = new LazyAttachments(this.#context, () => this.requestUpdate());
    if (this.#permission.receipt.upload_token) void this.#load();
  }

  protected override render(): TemplateResult {
    const { lang, dir, isLoading, locale } = this.#localizer;
    const content = html`<h2 part="heading" aria-level="1">${this.#translate('addFiles')}</h2>${this.#content()}<slot></slot>`;
    return frame(isLoading ? html`` : card(content, 'form', lang, dir), this.#announcement, locale);
  }

  #content(): TemplateResult {
    const translate = this.#translate;
    const attachments = this.#attachments!; // Created before the first render.
    const limits = this.definition?.attachments;
    if (!limits) return html`${this.#problem()}`;
    const { reference } = this.#permission.receipt;
    const [before, after] = translate('addFilesTo', { reference }).split(reference);
    const hasRoom = attachments.hasRoom(limits);
    const { areAllSent, isEmpty } = attachments;
    const full = isEmpty ? note(translate('noMoreFiles')) : '';
    return html`
      <p>${before}<b>${reference}</b>${after}</p>
      ${hasRoom ? picker(limits, { rows: undefined, translate: this.#translatePicker }) : full}
      ${isEmpty ? '' : html`<div class="sending">${attachments.summary(limits)}</div>`}
      ${isEmpty || !areAllSent ? '' : html`<p class="close">${translate(hasRoom ? 'mayClose' : 'mayCloseFull')}</p>`}
    `;
  }

  /** Why no files can be added; undefined as long as that isn't known. */
  #problem(): TemplateResult | undefined {
    const translate = this.#translate;
    if (!this.#permission.receipt.upload_token)
      return note(translate('linkIncomplete'), translate('linkIncompleteHelp'));
    if (this.#room === 'closed') return note(translate('linkExpired'), translate('linkExpiredHelp'));
    if (this.#room !== 'failed') return undefined;
    return note(
      translate('pageFailed'),
      linkButton(translate('tryAgain'), () => void this.#load()),
    );
  }

  async #load(): Promise<void> {
    this.#room = undefined;
    this.requestUpdate();
    this.#room = await getRoomLeft(this.#permission);
    const attachments = this.#attachments!; // Created before the first load.
    if (typeof this.#room === 'object') {
      attachments.restore(this.#room.refused.map(each => ({ ...each, state: 'missing', code: refusedCode })));
      attachments.uploadTo(this.#permission);
    }
    this.requestUpdate();
  }

  /** What the files need to know of a definition; undefined while no file can be added. */
  get definition(): { attachments: AttachmentLimits } | undefined {
    if (typeof this.#room !== 'object') return undefined;
    const { attachments, left } = this.#room;
    return { attachments: { ...attachments, max_files: left } };
  }

  get #context(): FilesContext {
    return {
      host: this,
      lazy,
      localizer: this.#localizer,
      model: { source: this },
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

const note = (text: string, help?: unknown) =>
  html`<div class="note bad" part="note" role="alert"><strong>${text}</strong>${help ? html`<p>${help}</p>` : ''}</div>`;

customElements.define('enquiry-files', FilesPage);
