import type { VisitedPage } from './record.ts';

/** Describes this page. `addresses` are all addresses that it has had, in order. */
export function describePage(addresses: string[]): VisitedPage {
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    addresses,
    origin: location.origin,
    referrer: document.referrer,
    document: performance.timeOrigin,
    isReloaded: (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload', // All navigation entries have this type.
    now: Date.now(),
  };
}
