import type { VisitedPage } from './record.ts';

/** Describes this page. `addresses`: the addresses that it has had, the first one first. */
export function describePage(addresses: string[]): VisitedPage {
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    addresses,
    origin: location.origin,
    referrer: document.referrer,
    document: performance.timeOrigin,
    isReloaded: (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload', // All entries of this type are.
    now: Date.now(),
  };
}
