// Pages that embed the form, as they are after editors, optimisers and tag managers have changed them. Each file in the
// folder `mangled` is the part of a page that was the tag or the link, and is named after what has happened to it. They
// were written after pages of real sites. `PROXY` stands for the proxy's address.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('mangled/', import.meta.url);

/** The names of all pages. */
export const mangledPageNames: string[] = readdirSync(folder).map(name => name.replace('.html', ''));

/** The content security policies of the pages that have one. */
const policies: Record<string, string> = {
  'policy-without-proxy': "default-src 'self'; script-src 'self'; img-src data:",
  'policy-without-sending': "default-src 'self'; script-src 'self' PROXY; img-src data:",
  'policy-with-trusted-types':
    "default-src 'none'; script-src PROXY; connect-src PROXY; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html",
  'link-policy-without-proxy': "default-src 'self'; script-src 'self'; img-src data:",
  'link-policy-without-sending': "default-src 'self'; script-src 'self' PROXY; img-src data:",
};

/** A page by its name. `proxy` is the proxy's address without a slash at the end. */
export function mangledPage(name: string, proxy: string): { html: string; policy: string } {
  const part = readFileSync(new URL(`${name}.html`, folder), 'utf8');
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>';
  return {
    html: `${head}<link rel="icon" href="data:,"><h1>Page</h1>${part.replaceAll('PROXY', proxy)}`,
    policy: (policies[name] ?? '').replaceAll('PROXY', proxy),
  };
}
