// A React page, built as a customer would build it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as buildWithVite } from 'vite';

/** A page that the server has rendered with a prerendered form in it, as docs/pages.md shows it. */
const source = `
import { createElement as e, StrictMode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

function Page({ form }) {
  const [renders, setRenders] = useState(0);
  return e('main', null,
    e('button', { onClick: () => setRenders(renders + 1) }, 'Rendered again: ' + renders),
    e('div', { dangerouslySetInnerHTML: { __html: form }, suppressHydrationWarning: true }),
  );
}

const view = form => e(StrictMode, null, e(Page, { form }));
export const render = form => renderToString(view(form));
if (globalThis.document) hydrateRoot(document.querySelector('#root'), view(window.prerendered));
`;

/** Builds the script of a page that React hydrates. On a server, it exports `render`. */
export async function buildHydratedPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'react-page-'));
  // The temporary folder has no node_modules above it, so aliases lead to the packages.
  const modules = new URL('../../node_modules/', import.meta.url).pathname;
  try {
    writeFileSync(join(folder, 'page.js'), source);
    await buildWithVite({
      root: folder,
      configFile: false,
      logLevel: 'error',
      // Only in development does StrictMode mount everything twice.
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
      resolve: { alias: { react: `${modules}react`, 'react-dom': `${modules}react-dom` } },
      build: { lib: { entry: 'page.js', formats: ['es'], fileName: () => 'page.js' } },
    });
    return readFileSync(join(folder, 'dist/page.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
