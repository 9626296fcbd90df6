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
  .count { margin-top: .5em; color: var(--muted); font-size: .9em; }
  .files { margin-top: .625em; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5em; }
  .file {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 .625em;
    align-items: center;
    padding: .625em;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  .tile {
    display: grid;
    place-items: center;
    grid-row: 1 / 3;
    align-self: start;
    width: 3.75em;
    height: 3.75em;
    font-size: .7em;
    font-weight: 700;
    text-transform: uppercase;
    color: var(--accent-text);
    background: var(--soft);
    border-radius: calc(var(--radius) * .6);
  }
  canvas { object-fit: cover; }
  .total { margin-top: 1em; }
  .total p { font-size: .875em; color: var(--muted); font-variant-numeric: tabular-nums; }
  .name { grid-column: 2; font-weight: 600; line-height: 1.3; text-align: left; white-space: pre-wrap; }
  [dir=rtl] .name { text-align: right; }
  .name[dir] { max-height: 3.9em; overflow: hidden; }
  /* 100% is the height of the whole name: with four lines or more, --over is greater than any length, otherwise negative. */
  .lines { display: block; position: relative; --over: calc((100% - 4.55em) * 99); }
  .lines > * { display: block; clip-path: inset(0 0 clamp(0px, var(--over), 100% - 2.6em)); }
  .lines .end {
    position: absolute;
    inset: min(2.6em, var(--over)) 0 auto;
    overflow: hidden;
    clip-path: none;
    direction: rtl;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .state, progress { grid-column: 2 / 4; font-size: .875em; color: var(--muted); }
  .acts { grid-area: 3 / 1 / 4 / 4; display: flex; flex-wrap: wrap; gap: 0 1em; margin: 0 -.25em -.5em; }
  .more { margin: .25em -.25em -.75em; }
  .acts .link { min-height: max(3em, var(--target)); font-size: .9em; }
  .refused, .failed, .missing { color: var(--danger); }
  .sent { color: var(--good); }
  .sent::before { content: "✓ " / ""; }
  .unsent { background: var(--soft-danger); border-color: color-mix(in oklab, var(--danger) 45%, var(--surface)); }
  .unsent .tile { color: var(--danger); background: color-mix(in oklab, var(--danger) 14%, var(--surface)); }
  progress {
    appearance: none;
    width: 100%;
    height: .5em;
    border: 0;
    border-radius: 1em;
    overflow: hidden;
    background: var(--hairline);
  }
  ::-webkit-progress-bar { background: var(--hairline); }
  ::-webkit-progress-value { background: var(--accent-text); border-radius: 1em; }
  ::-moz-progress-bar { background: var(--accent-text); }
  @container (max-width: 14em) {
    .tile { display: none; }
  }
  @container (max-width: 22em) {
    .file { gap: 0 .5em; padding: .5em; }
    .tile { width: 3.5em; height: 3.5em; font-size: .6em; }
    .name { font-size: .95em; }
  }
  @container (min-width: 14em) and (max-width: 29.99em) {
    .name { grid-column: 2 / 4; }
    .file:not(.unsent) :is(.state, progress) { grid-column: 2; }
    /* The margins take back what the height of the button adds to the row. */
    .file:not(.unsent) .acts:not(:has(:nth-child(2))) { grid-area: 2 / 3; margin: -.75em -.25em -.75em 0; }
  }
  @container (min-width: 30em) {
    .file { gap: 0 .875em; }
    .tile { align-self: center; width: 4em; height: 4em; font-size: .75em; }
    .state, progress { grid-column: 2; }
    .acts.acts { grid-area: 1 / 3 / 3; margin: 0; }
  }
  @media (forced-colors: active) {
    progress { appearance: auto; }
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
    const { announce } = this.#context;
    if (!this.list.all.length) return undefined;
    return fileRows({
      ...this.#translators,
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
      this.#root.querySelector('#files') ??
      this.#root.querySelector('.receipt');
    (next as HTMLElement | null)?.focus({ preventScroll: true });
  }

  get #root(): ShadowRoot {
    return this.#context.host.renderRoot;
  }

  #rowElements(): Element[] {
    return [...this.#root.querySelectorAll('.file')];
  }
}
