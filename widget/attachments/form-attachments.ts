import { css, html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { AttachmentLimits, Definition } from '../../proxy/contract/definition.ts';
import { type AttachmentMessages, attachmentMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext, FormHost } from '../form/form-context.ts';
import type { Translate } from '../messages/format.ts';
import type { Attachment } from './attachment.ts';
import { AttachmentList, type AttachmentListener } from './attachment-list.ts';
import { addedSentence, type FileTranslators, fileRows, totalBar, uploadSummary } from './file-rows.ts';
import { PhotoPreparation } from './inspect-file.ts';
import type { UploadTarget } from './upload.ts';

/** What files need of a form, or of the page that adds files to an enquiry. */
export interface FilesContext extends Pick<FormContext, 'localizer' | 'announce' | 'emit' | 'lazy'> {
  readonly host: LitElement & Pick<FormHost, 'renderRoot'>;
  readonly model: { readonly source: { readonly definition: Pick<Definition, 'attachments'> | undefined } };
}

/** Styles of the files, with the custom properties of the form's style sheet. */
export const styles = css`
  /* At the end of the label's line. */
  .field:has(> .count) { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75em; align-items: baseline; }
  .field:has(> .count) > :not([part=label], .count) { grid-column: 1 / -1; }
  .count { grid-area: 1 / 2; color: var(--muted); font-size: .775em; }
  .files { margin-top: .5em; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5em; }
  .file {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) 2.6em;
    gap: .7em;
    align-items: center;
    padding: .47em 0;
    padding-inline-start: .47em;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
    overflow: hidden;
  }
  /* It has no cross. */
  .file.sent { grid-template-columns: auto minmax(0, 1fr); padding-inline-end: .7em; }
  .tile {
    position: relative;
    display: grid;
    place-items: center;
    width: 4.7em;
    height: 4.7em;
    font-size: .7em;
    font-weight: 700;
    text-transform: uppercase;
    color: var(--accent-text);
    background: var(--soft);
    border-radius: calc(var(--radius) * .8);
  }
  canvas { position: absolute; width: 100%; height: 100%; object-fit: cover; border-radius: inherit; }
  .sent .tile::after {
    content: "✓" / "";
    position: absolute;
    inset: auto -.4em -.4em auto;
    display: grid;
    place-items: center;
    width: 1.7em;
    height: 1.7em;
    color: var(--surface);
    background: var(--good);
    border: 2px solid var(--surface);
    border-radius: 50%;
    line-height: 1;
  }
  [dir=rtl] .sent .tile::after { inset-inline: auto -.4em; }
  .total { margin-top: 1em; }
  .total p { font-size: .875em; color: var(--muted); font-variant-numeric: tabular-nums; }
  .name { display: flex; justify-content: left; overflow: hidden; font-size: .88em; font-weight: 600; line-height: 1.35; white-space: pre; }
  [dir=rtl] .name { justify-content: right; }
  .name > :nth-child(2) { overflow: hidden; text-overflow: ellipsis; }
  .name > :last-child { flex: none; }
  .state { display: block; color: var(--muted); font-size: .775em; line-height: 1.4; font-variant-numeric: tabular-nums; }
  .about .link { display: block; min-height: max(2.6em, var(--target)); margin: -.4em -.25em; font-size: .88em; }
  .about .choose { display: inline-grid; }
  .drop input, .drop ::file-selector-button { cursor: pointer; }
  .link.cross {
    width: 2em;
    min-height: max(2em, var(--target));
    padding: 0;
    color: var(--muted);
    font-size: 1.3em;
    line-height: 1;
    text-align: center;
    text-decoration: none;
  }
  .file :is(.link, .choose):is(:focus-visible, :has(:focus-visible)) { outline-offset: -3px; }
  .unsent { border-color: color-mix(in oklab, var(--danger) 35%, var(--surface)); }
  .unsent .tile { color: var(--danger); background: var(--soft-danger); }
  .unsent .state { color: var(--danger); }
  progress {
    appearance: none;
    width: 100%;
    height: .5em;
    border: 0;
    border-radius: 1em;
    overflow: hidden;
    background: var(--hairline);
  }
  .file progress { position: absolute; bottom: 0; height: 3px; border-radius: 0; background: none; }
  ::-webkit-progress-bar { background: none; }
  ::-webkit-progress-value { background: var(--accent-text); border-radius: inherit; }
  @media (prefers-reduced-motion: no-preference) {
    ::-webkit-progress-value { transition: width .2s linear; }
  }
  ::-moz-progress-bar { background: var(--accent-text); }
  @container (max-width: 14em) {
    .tile { display: none; }
    .file.file { grid-template-columns: minmax(0, 1fr) auto; }
  }
  @media (forced-colors: active) {
    progress, .file progress { appearance: auto; }
  }
`;

/** `begin` is called with the attachments before anything else uses them. */
export function create(
  context: FilesContext,
  onChange: () => void,
  begin: (attachments: Attachments) => void,
): Attachments {
  const attachments = new Attachments(context, onChange);
  begin(attachments);
  return attachments;
}

/** The files of a form: adds those that are chosen, pasted or dropped, shows them, and uploads them. */
export class Attachments implements AttachmentListener, ReactiveController {
  /** A reset replaces it. */
  list: AttachmentList;
  #context: FilesContext;
  #onChange: () => void;
  #photos: PhotoPreparation;
  #translate: Translate<AttachmentMessages>;
  /** The position of the row that had the focus before the update; -1: none had. */
  #focusedRow = -1;
  #drawn = new WeakMap<HTMLCanvasElement, ImageBitmap>();

  /** `onChange` is called when a file was added or removed, and with each step of an upload. */
  constructor(context: FilesContext, onChange: () => void) {
    const { host, localizer } = context;
    this.#context = context;
    this.#onChange = onChange;
    this.#photos = new PhotoPreparation(localizer);
    this.#translate = localizer.translator(attachmentMessages);
    this.list = new AttachmentList(this, this.#photos);
    host.addController(this);
    host.renderRoot.adoptedStyleSheets.push(styles.styleSheet!);
  }

  hostUpdate(): void {
    const row = this.#root.activeElement?.closest('.file');
    this.#focusedRow = row ? this.#rowElements().indexOf(row) : -1;
  }

  /** Draws the thumbnails of photos. They use canvases, because a strict content security policy forbids `blob:` images. */
  hostUpdated(): void {
    const rows = this.#rowElements();
    this.list.all.forEach(({ thumbnail }, at) => {
      const canvas = rows[at]?.querySelector('canvas');
      if (!canvas || !thumbnail || this.#drawn.get(canvas) === thumbnail) return;
      canvas.width = thumbnail.width;
      canvas.height = thumbnail.height;
      canvas.getContext('2d')?.drawImage(thumbnail, 0, 0);
      this.#drawn.set(canvas, thumbnail);
    });
    if (this.#focusedRow >= 0 && !this.#root.activeElement) this.#focusNear(rows);
  }

  /** Adds files and announces them: a single one by name, several by their number. On the receipt, they are uploaded
   * at once. With `replaced`, the first takes the place of a file that wasn't sent. */
  async add(added: File[], replaced?: Attachment): Promise<void> {
    const { announce, model } = this.#context;
    const limits = model.source.definition!.attachments; // Files are only added to a form or a receipt.
    announce('');
    const attachments = await this.list.add(added, limits, replaced);
    const present = attachments.filter(({ abort }) => !abort.signal.aborted);
    const sentence = addedSentence(this.#translators, present, limits);
    if (sentence) announce(sentence);
  }

  /** On the receipt: how many of the places for files are used. */
  get usedPlaces(): number {
    const isClosed = this.list.all.some(({ code }) => code === 'closed');
    return isClosed ? Infinity : this.list.count('checking', 'waiting', 'uploading', 'sent', 'failed');
  }

  /** Aborts all uploads and empties the list. */
  reset(): void {
    this.list.abort();
    this.list = new AttachmentList(this, this.#photos);
  }

  /** The list of files, in the form with their number; undefined without files. */
  rows(limits: AttachmentLimits): TemplateResult | undefined {
    const { announce, localizer } = this.#context;
    if (!this.list.all.length) return undefined;
    return fileRows({
      ...this.#translators,
      locale: localizer.locale,
      list: this.list,
      limits,
      act: (action, attachment) => {
        this.list[action](attachment);
        if (action === 'remove') announce(this.#translate('removed', { name: attachment.file.name }));
      },
      replace: (replaced, file) => void this.add([file], replaced),
    });
  }

  /** Says above Send which files won't be sent; undefined if all will be. */
  unsentNote(): TemplateResult | undefined {
    const { unsent } = this.list;
    if (!unsent[0]) return undefined;
    const text = this.#translate('filesUnsent', { count: unsent.length, name: unsent[0].file.name });
    return html`<p class="note bad" part="note">${text}</p>`;
  }

  /** How the uploads are getting on: a sentence, and a progress bar if there are several. */
  progress(): TemplateResult {
    return html`<p>${uploadSummary(this.#translate, this.list)}</p>${totalBar(this.#translate, this.list)}`;
  }

  get #translators(): FileTranslators {
    return { translate: this.#translate, translatePhotos: this.#photos.translate };
  }

  onChange(): void {
    this.#context.host.requestUpdate();
    this.#onChange();
  }

  onQuarter(percent: number): void {
    this.#context.announce(this.#translate('percentUploaded', { percent }));
  }

  onEnd({ state, code }: Attachment, { receipt: { reference } }: UploadTarget): void {
    const { emit, announce } = this.#context;
    if (state === 'sent') emit('attachment-sent', { reference, count: this.list.count('sent') });
    else emit('attachment-failed', { reference, code });
    if (!this.list.isBusy) announce(uploadSummary(this.#translate, this.list));
  }

  /** Moves the focus, whose button has disappeared, to the row in its place, or else to the picker or the receipt. */
  #focusNear(rows: Element[]): void {
    const row = rows.at(Math.min(this.#focusedRow, rows.length - 1));
    const next =
      row?.querySelector('button') ??
      row ??
      this.#root.querySelector('.receipt') ??
      this.#root.querySelector('#files');
    (next as HTMLElement | null)?.focus({ preventScroll: true });
  }

  get #root(): ShadowRoot {
    return this.#context.host.renderRoot;
  }

  #rowElements(): Element[] {
    return [...this.#root.querySelectorAll('.file')];
  }
}
