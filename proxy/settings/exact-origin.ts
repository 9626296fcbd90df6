import { z } from 'zod';

/** A web origin exactly as browsers write it in the `Origin` header (RFC 6454, section 6.2): scheme, host and, unless
 * it is the scheme's default, port. */
export const exactOrigin = (example: string) =>
  z.string().refine(text => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    error: `must be an exact http or https origin without a path or a trailing slash, like ${example}`,
  });
