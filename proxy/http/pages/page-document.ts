import { createHash } from 'node:crypto';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { escapeHtml } from '../../contract/html.ts';
import type { PageContent } from '../../contract/page-module.ts';
import { textIn } from '../../settings/texts.ts';
import type { AppContext, AppDependencies } from '../context.ts';
import { createFrameFinder } from './frame-site.ts';

/** A page of the proxy's own. */
interface PageDocument extends PageContent {
  /** The style sheets of content in shadow roots. Default: no content is in one, and the page has its style sheet. */
  styles?: string[];
  /** Further HTML in the document's head. */
  head?: string;
  /** Whether the browser must forget the form that the page responds to. Default: no. */
  isPostForgotten?: boolean;
  /** Whether its address contains a token, which no `Referer` header must have. Default: no. */
  hasTokenInAddress?: boolean;
  status?: ContentfulStatusCode;
}

export const css = String.raw;

/** If the widget's style sheet is in the page itself, its rule for all elements is less specific than these rules. */
export const documentStyle = css`
  :root { color-scheme: light dark; }
  body {
    margin: 0 auto;
    padding: max(1rem, env(safe-area-inset-top)) max(1rem, env(safe-area-inset-right)) 3rem max(1rem, env(safe-area-inset-left));
    max-width: 44rem;
    color: #1a2226;
    background: #f4f6f7;
    font: 1rem/1.5 system-ui, sans-serif;
  }
  .brand { margin: .5rem 0 1.25rem; font-size: 1.25rem; font-weight: 650; overflow-wrap: anywhere; }
  :root:has(.framed) { color-scheme: light; }
  .framed { margin: 0; padding: 0; max-width: none; background: none; }
  .framed .form, .framed ::part(form) { padding: .75em; border-radius: 0; box-shadow: none; }
  .brand img { display: block; max-width: min(100%, 20rem); max-height: 4rem; }
  @supports (color: light-dark(red, red)) {
    body { color: light-dark(#1a2226, #eef2f3); background: light-dark(#f4f6f7, #101416); }
  }
  @media (min-width: 40rem) {
    body { padding-block-start: 2rem; }
  }
  @media print {
    :root { color-scheme: light; }
    body { max-width: none; padding: 0; color: #000; background: none; }
    .brand img { max-height: 2.5rem; }
  }
`
  .split('\n')
  .map(line => line.trim())
  .join('');

/** Chromium keeps the body of a POST in the files with which it restores tabs. A reload then gets an empty form. */
const forgetPost = 'history.replaceState(null,"",location.href)';

/** Creates the function that responds with a page in the brand of the config. Pages in a frame have neither brand nor
 * margins, and only the site around them may show them. */
export function createPages(dependencies: Pick<AppDependencies, 'config' | 'settings' | 'widget'>) {
  const { language, pages } = dependencies.config;
  const { brand } = pages;
  const { pageScript: script, page: templates } = dependencies.widget;
  const findFrame = createFrameFinder(dependencies);
  const accent = brand.accent ? `body { --enquiry-accent: ${brand.accent}; }` : '';
  const ownStyle = documentStyle + accent;
  const images = ["'self'", 'blob:', 'data:', ...(brand.logo ? [new URL(brand.logo).origin] : [])].join(' ');

  /** The page in place of one whose site is hidden, in one sentence with a link to the page. Any site may show it in a frame:
   * it has no form and no personal data, and its link opens a tab of the proxy's own. */
  function linkToPage(
    context: AppContext,
    { lang, title, status, hasTokenInAddress }: PageDocument,
  ): PageDocument {
    const { searchParams } = new URL(context.req.url);
    searchParams.delete('frame');
    const link = templates.renderTabLink(lang, `?${searchParams}`, hasTokenInAddress ? title : undefined);
    return { ...link, ...(status && { status }) };
  }

  return (context: AppContext, asked: PageDocument): Response => {
    const frame = findFrame(context);
    const isHidden = frame === 'hidden';
    const page = isHidden ? linkToPage(context, asked) : asked;
    const { lang, dir, title, markup, styles, head = '' } = page;
    const name = brand.name === undefined ? '' : textIn(brand.name, lang, language);
    const style = styles ? ownStyle : templates.pageStyles + ownStyle;
    const policy = [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${isHidden ? '*' : (frame?.ancestor ?? "'none'")}`,
      `script-src 'self' ${[script, forgetPost].map(styleSource).join(' ')}`,
      "connect-src 'self'",
      `img-src ${images}`,
      `style-src ${[style, ...(styles ?? [])].map(styleSource).join(' ')}`,
    ];
    context.header('content-security-policy', policy.join('; '));
    // With `no-referrer`, browsers would send `Origin: null` with the page's own form. Where the proxy is below a path of a
    // site, that site's pages and their analytics get the referrer.
    context.header('referrer-policy', asked.hasTokenInAddress ? 'no-referrer' : 'same-origin');
    context.header('cache-control', 'no-store');
    const { status = 200 } = page;
    const logo = brand.logo
      ? `<img src="${escapeHtml(brand.logo)}" alt="${escapeHtml(name)}">`
      : name && `<bdi>${escapeHtml(name)}</bdi>`;
    // The title of the content is the page's only heading of the first level.
    const header = logo && !frame ? `<header><div class="brand">${logo}</div></header>` : '';
    // Inline, so that it needs no request.
    const ending =
      frame && !isHidden ? `<script data-origin="${escapeHtml(frame.origin)}">${script}</script>` : '';
    const content = {
      lang,
      dir,
      title: name ? `${title} – ${name}` : title,
      style,
      head: `<meta name="robots" content="noindex">${page.isPostForgotten ? `<script>${forgetPost}</script>\n` : ''}${head}`,
      body: frame
        ? `<body class="framed"><main>${markup}</main>${ending}</body>`
        : `<body>${header}<main>${markup}</main></body>`,
    };
    return context.html(toDocument(content), status);
  };
}

/** Writes a document. `style` is that of the content and `documentStyle`. */
export function toDocument({
  lang,
  dir,
  title,
  style,
  head = '',
  body,
}: Omit<PageContent, 'markup'> & { style: string; head?: string; body: string }): string {
  return `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
${head}</head>
${body}
</html>
`;
}

/** The source of a style element or an inline script in a content security policy. */
export const styleSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
