import type { Page } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';

/** Brings a page into a state. */
export type OpenState = (page: Page, stack: Stack) => Promise<unknown>;

/** Makes the page get this problem document for each enquiry. */
export async function refuseEnquiries(
  page: Page,
  problem: { status: number; code: string; challenge?: object },
  headers: Record<string, string> = {},
): Promise<void> {
  await page.route('**/enquiries', route =>
    route.fulfill({
      status: problem.status,
      contentType: 'application/problem+json',
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
        ...headers,
      },
      body: JSON.stringify({ title: 'Refused', ...problem }),
    }),
  );
}
