import type { LitElement, ReactiveController } from 'lit';
import type { Attachment } from './attachment.ts';

/** Keeps the focus in the list of files when the focused button disappears: it moves to the row that takes its place, or
 * else to the picker or the receipt. */
export class RowFocus implements ReactiveController {
  #host: LitElement;
  /** The position of the row that has the focus; -1: none has. */
  #at = -1;

  constructor(host: LitElement) {
    this.#host = host;
  }

  hostUpdate(): void {
    const row = this.#host.shadowRoot?.activeElement?.closest('.file');
    this.#at = row ? this.#rows().indexOf(row) : -1;
  }

  hostUpdated(): void {
    if (this.#at < 0 || this.#root.activeElement) return;
    const row = this.#rows().at(Math.min(this.#at, this.#rows().length - 1));
    const next =
      row?.querySelector('button') ??
      row ??
      this.#root.querySelector('#files') ??
      this.#root.querySelector('.receipt');
    (next as HTMLElement | null)?.focus({ preventScroll: true });
  }

  get #root(): ShadowRoot {
    return this.#host.shadowRoot!; // Made before the first update.
  }

  #rows(): Element[] {
    return [...this.#root.querySelectorAll('.file')];
  }
}

/** Draws the thumbnails of photos in their rows. It uses canvases, because a strict content security policy forbids
 * `blob:` images. */
export class Thumbnails implements ReactiveController {
  #host: LitElement;
  #attachments: () => Attachment[];
  #drawn = new WeakMap<HTMLCanvasElement, ImageBitmap>();

  constructor(host: LitElement, attachments: () => Attachment[]) {
    this.#host = host;
    this.#attachments = attachments;
  }

  hostUpdated(): void {
    const rows = this.#host.renderRoot.querySelectorAll('.file');
    this.#attachments().forEach(({ thumbnail }, at) => {
      const canvas = rows[at]?.querySelector('canvas');
      if (!canvas || !thumbnail || this.#drawn.get(canvas) === thumbnail) return;
      canvas.width = thumbnail.width;
      canvas.height = thumbnail.height;
      canvas.getContext('2d')?.drawImage(thumbnail, 0, 0);
      this.#drawn.set(canvas, thumbnail);
    });
  }
}
