// A tag manager that behaves as Google Tag Manager's documentation says: it replaces `dataLayer.push`, runs a tag for the
// event that the site owner has chosen, and calls `eventCallback` when the tag has finished or after `eventTimeout`.

/** Returns the tag manager's script. Its only tag runs for `enquiry_accepted`, and takes 900 ms with its request. */
export function tagManager(collectorUrl: string): string {
  return `(${installTagManager})(${JSON.stringify(collectorUrl)})`;
}

/** A script that keeps the pushes to the data layer in session storage, which lasts as long as the tab. */
export const keepPushes = `(${installPushLog})()`;

/** Runs in the page. Returns all pushes in this tab. */
export function readPushes(): Record<string, unknown>[] {
  return JSON.parse(sessionStorage.getItem('pushes') ?? '[]');
}

interface LayerEvent {
  event?: string;
  reference?: string;
  eventCallback?(): void;
  eventTimeout?: number;
}

/** Runs in the page. */
function installTagManager(collectorUrl: string): void {
  const layer: LayerEvent[] = [];
  Object.assign(window, { dataLayer: layer });
  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
  const runTag = async ({ reference = '' }: LayerEvent) => {
    await wait(800);
    await fetch(`${collectorUrl}/?reference=${encodeURIComponent(reference)}`);
  };
  layer.push = (...events) => {
    for (const each of events) {
      Array.prototype.push.call(layer, each);
      const tag = each.event === 'enquiry_accepted' ? runTag(each) : undefined;
      const { eventCallback, eventTimeout } = each;
      if (eventCallback) {
        void Promise.race([tag, eventTimeout && wait(eventTimeout)].filter(Boolean)).finally(eventCallback);
      }
    }
    return layer.length;
  };
}

/** Runs in the page. */
function installPushLog(): void {
  const layer: LayerEvent[] = [];
  Object.assign(window, { dataLayer: layer });
  layer.push = (...events) => {
    const pushes = JSON.parse(sessionStorage.getItem('pushes') ?? '[]');
    sessionStorage.setItem('pushes', JSON.stringify([...pushes, ...events]));
    for (const { eventCallback } of events) eventCallback?.();
    return Array.prototype.push.apply(layer, events);
  };
}
