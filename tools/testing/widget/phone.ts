import { onTestFinished, vi } from 'vitest';

/** Makes the browser a phone's until the end of the test. `share` is called with what is shared. */
export function onPhone(share: (shared: ShareData) => Promise<void>): void {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation(query =>
    query === '(pointer: coarse)' ? ({ matches: true } as MediaQueryList) : matchMedia.call(window, query),
  );
  Object.assign(navigator, { share, canShare: () => true }); // Chromium on Linux has neither.
  onTestFinished(() => {
    for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  });
}
