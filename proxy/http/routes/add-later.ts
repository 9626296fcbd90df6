import type { AttachmentRoom } from '../../contract/enquiry.ts';
import { escapeHtml } from '../../contract/html.ts';
import { acceptsAttachments } from '../../outbox/deliveries.ts';
import { settingsOf } from '../../settings/config.ts';
import { type AppContext, type AppDependencies, bearerOf } from '../context.ts';
import { createPages } from '../page-document.ts';
import { Refusal } from '../refusal.ts';
import type { Route } from '../route.ts';
import { createStoreBudget } from '../store-limits.ts';

/** `GET /enquiries/{reference}/files?lang=`: the page on which a visitor adds files to an enquiry, perhaps from another
 * device. It is the same for every reference, so that it reveals none. The token that permits the uploads is in the fragment
 * of its address, which browsers don't send. */
export function getFilesPage({ config, definitions, widget }: AppDependencies) {
  const respond = createPages(config, widget.pageScript);
  const contentStyle = widget.page.pageStyles; // Of what browsers without JavaScript show.
  return (context: AppContext) => {
    const lang = context.req.query('lang') ?? config.language;
    const content = widget.page.renderFilesPage(lang, definitions.contactUs(lang));
    // Relative to the page, because a web server may serve the proxy below a path.
    const script = escapeHtml(`../../assets/${widget.filesScript}`);
    // Search engines don't know the token, so the page would be of no use in their results.
    context.header('x-robots-tag', 'noindex');
    const head = `<script type="module" src="${script}"></script>\n`;
    return respond(context, { ...content, contentStyle, head });
  };
}

export const attachmentLimitsRoute: Route = {
  method: 'GET',
  path: '/enquiries/:reference/attachment-limits',
  operationId: 'getAttachmentLimits',
  summary: 'Find out which files can still be attached to an enquiry.',
  security: [{ uploadToken: [] }],
  successes: { 200: ['The limits.', 'AttachmentRoom'] },
  refusals: ['upload-token-invalid', 'not-found', 'unavailable'],
};

/** `GET /enquiries/{reference}/attachment-limits`: what the bearer of an upload token can still add to the enquiry. */
export function getAttachmentLimits({ config, intake, signer, clock }: AppDependencies) {
  return async (context: AppContext) => {
    const reference = context.req.param('reference') ?? '';
    const caseType = signer.caseTypeOf(bearerOf(context) ?? '', reference, clock());
    if (caseType === undefined)
      throw new Refusal('upload-token-invalid', { headers: { 'www-authenticate': 'Bearer' } });
    const budget = createStoreBudget();
    const enquiry = await budget.run(() => intake.enquiry(reference));
    if (!enquiry || !acceptsAttachments(enquiry.state)) throw new Refusal('not-found');
    const count = await budget.run(() => intake.countAttachments(reference));
    const { max_files, max_bytes, strip_metadata } = settingsOf(config, caseType).attachments;
    const room: AttachmentRoom = {
      attachments: { max_files, max_bytes, strip_metadata },
      left: Math.max(max_files - count, 0),
    };
    return context.json(room);
  };
}
