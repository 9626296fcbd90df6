import { z } from 'zod';
import type { Signer } from '../../enquiry/signer.ts';
import type { Settings } from '../../settings/settings.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { readJson } from '../request-body.ts';

export interface PostTestLinkDependencies {
  settings: Pick<Settings, 'requests'>;
  signer: Pick<Signer, 'isTestToken'>;
  clock: () => number;
}

const maxBytes = 4_096;
/** The schema of the body of `POST /test-links`. */
export const testLinkSchema = z.object({ token: z.string() });

/** `POST /test-links`: tells whether the token of a test link is valid for the page that sends the request. */
export function postTestLink({ settings, signer, clock }: PostTestLinkDependencies) {
  return async (context: AppContext) => {
    const body = testLinkSchema.safeParse(await readJson(context, maxBytes, settings.requests.minimumRate));
    if (!body.success) throw new Refusal('malformed');
    return context.json({ valid: signer.isTestToken(body.data.token, pageOrigin(context), clock()) });
  };
}

/** The origin of the page that sends the request. `allowedOrigins` refuses a POST request without one. */
export const pageOrigin = (context: AppContext) => context.req.header('origin') ?? '';
