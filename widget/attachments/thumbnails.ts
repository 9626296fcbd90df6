import type { LitElement, ReactiveController } from 'lit';
import type { Attachment } from './attachment.ts';

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
