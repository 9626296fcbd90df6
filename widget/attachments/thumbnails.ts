import type { LitElement, ReactiveController } from 'lit';
import type { Attachment } from './attachments.ts';

/** Draws the small pictures of photos in their rows. On canvases, because a strict policy lets no page show `blob:`. */
export class Thumbnails implements ReactiveController {
  #host: LitElement;
  #list: () => Attachment[];
  #drawn = new WeakMap<HTMLCanvasElement, ImageBitmap>();

  constructor(host: LitElement, list: () => Attachment[]) {
    this.#host = host;
    this.#list = list;
  }

  hostUpdated(): void {
    const rows = this.#host.renderRoot.querySelectorAll('.file');
    for (const [at, { thumbnail }] of this.#list().entries()) {
      const canvas = rows[at]?.querySelector('canvas');
      if (!canvas || !thumbnail || this.#drawn.get(canvas) === thumbnail) continue;
      canvas.width = thumbnail.width;
      canvas.height = thumbnail.height;
      canvas.getContext('2d')?.drawImage(thumbnail, 0, 0);
      this.#drawn.set(canvas, thumbnail);
    }
  }
}
