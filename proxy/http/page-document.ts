import { createHash } from 'node:crypto';
import type { AppContext } from './context.ts';

/** A page of the proxy's own. */
export interface PageDocument {
  lang: string;
  dir: 'ltr' | 'rtl';
  title: string;
  /** The content of the body. */
  body: string;
  /** The style sheets that the page has as style elements, here or in its shadow roots. */
  styles: string[];
}

const pageStyles =
  'body { margin: 0 auto; max-width: 42rem; padding: 1rem; font-family: system-ui, sans-serif; }';

/** The source of a style element in a content security policy. */
export const styleSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Responds with a page. */
export function sendPage(context: AppContext, { lang, dir, title, body, styles }: PageDocument): Response {
  const sources = [pageStyles, ...styles].map(styleSource).join(' ');
  context.header(
    'content-security-policy',
    `default-src 'none'; base-uri 'none'; form-action 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob: data:; style-src ${sources}`,
  );
  context.header('referrer-policy', 'same-origin');
  context.header('cache-control', 'no-store');
  return context.html(
    `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${pageStyles}</style></head><body>${body}</body></html>`,
  );
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character]!);
}
