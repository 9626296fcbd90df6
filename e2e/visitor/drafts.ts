// The drafts that the form keeps in session storage.
import type { Page } from '@playwright/test';

/** The note above a restored draft. */
export const draftNote = 'We’ve restored your answers.';

/** Resolves with the content of session storage as JSON. */
export function savedDrafts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...sessionStorage }));
}
