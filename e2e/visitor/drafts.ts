// The drafts that the form keeps in the session storage.
import type { Page } from '@playwright/test';

/** The note above a restored draft. */
export const draftNote = 'We’ve restored your answers.';

/** The content of the session storage as JSON. */
export function savedDrafts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage }));
}
