import { z } from 'zod';

/** The origin of a page as browsers write it in the `Origin` header (RFC 6454 6.2): scheme, host and, unless it is the
 * scheme's default, port. */
export const exactOrigin = (example: string) =>
  z.string().refine(text => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    error: `must be an exact http or https origin, like ${example} (no path, no slash at the end)`,
  });
