import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('pages that block sending are counted by origin, and together after the fiftieth', async () => {
  const metrics = createMetrics({ readDepth: async () => [], countSuspects: async () => [] });
  for (const at of [...Array(52).keys(), 49]) metrics.pageBlocked(`https://${at}.example.com`);
  const text = await metrics.text();
  const count = (origin: string) =>
    new RegExp(`^enquiry_proxy_blocked_pages_total\\{origin="${origin}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  const counts = ['https://0.example.com', 'https://49.example.com', 'https://50.example.com', 'other'];
  expect(counts.map(count)).toEqual(['1', '2', undefined, '2']);
});
