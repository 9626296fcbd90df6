import type { VisitedPage } from './record.ts';

/** Describes this page. `addresses` are all addresses that it has had, in order. */
export function describePage(addresses: string[]): VisitedPage {
  // All entries of this type are PerformanceNavigationTiming.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    addresses,
    origin: location.origin,
    referrer: document.referrer,
    document: performance.timeOrigin,
    isReloaded: navigation?.type === 'reload',
    now: Date.now(),
  };
}
