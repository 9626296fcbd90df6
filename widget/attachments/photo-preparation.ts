import { loadPart } from '../client/lazy-part.ts';
import type { PhotoMessages } from '../messages/en-photos.ts';
import type { Translate } from '../messages/format.ts';
import type { Localizer } from '../messages/localizer.ts';

/** The part that prepares photos. */
export type PhotosModule = typeof import('../photos/photos.ts');

/** Prepares one photo at a time, because each needs a lot of memory. the code for photos is loaded with the first one. */
export class PhotoPreparation {
  /** Translates messages about photos. Set when the code for photos has loaded. */
  translate: Translate<PhotoMessages> | undefined;
  #localizer: Localizer;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(localizer: Localizer) {
    this.#localizer = localizer;
  }

  /** Runs `work` once all earlier work is done. Rejects as `work` does, or when the part can't be loaded. */
  run: RunWithPhotos = work => {
    const previous = this.#previous;
    const current = (async () => {
      await previous;
      const photos = await loadPart(() => import('../photos/photos.ts'));
      this.translate ??= this.#localizer.translator(photos.messages);
      return work(photos);
    })();
    this.#previous = current.catch(() => {}); // The caller handles it.
    return current;
  };
}

/** Runs work that needs the code for photos. Rejects if that can't be loaded. */
export type RunWithPhotos = <Result>(work: (photos: PhotosModule) => Promise<Result>) => Promise<Result>;
