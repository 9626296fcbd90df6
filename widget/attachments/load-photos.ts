export type PhotosModule = typeof import('../photos/photos.ts');

const load = (): Promise<PhotosModule> => import('../photos/photos.ts');
let failures = 0;

/** Loads what makes photos fit to be sent. Rejects when the network fails, and may be called again; like
 * `load-sending.ts`, which says why each further try has an address of its own. */
export async function loadPhotos(): Promise<PhotosModule> {
  try {
    return await load();
  } catch {
    const [, path = ''] = /["'`](.+?)["'`]/.exec(String(load)) ?? [];
    return await import(/* @vite-ignore */ new URL(`${path}?again=${++failures}`, import.meta.url).href);
  }
}
