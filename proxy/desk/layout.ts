// What all pages of the desk have in common.
import { html, raw } from 'hono/html';
import { css, documentStyle, styleSource, toDocument } from '../http/pages/page-document.ts';
import type { Reader } from '../outbox/delivery-description.ts';
import { formatNumber, toPrintable } from '../outbox/formats.ts';

export type Html = ReturnType<typeof html>;

/** What a page of the desk is drawn for. */
export interface Viewer extends Reader {
  /** The path of the desk, which ends with a slash. */
  root: string;
  /** Undefined: figures only. */
  user: string | undefined;
  /** Of the user's forms. */
  token: string;
}

export interface Page {
  title: string;
  /** The page of the navigation that this is, or belongs to. */
  part?: 'glance' | 'held' | 'find';
  body: unknown;
  /** The query of the address, which may say what became of a decision. */
  done?: Record<string, string>;
}

/** Besides the style sheet of the forms' own pages. */
const deskStyle = css`
  body { max-width: 60rem; }
  .frame h1 { font-size: 1.5em; line-height: 1.25; }
  .frame h2 { margin-top: 1.75em; font-size: 1.125em; }
  .frame :is(p, ul, dl, form, details, figure, .note) + :is(p, ul, dl, form, details, figure, .note), h1 + * { margin-top: .75em; }
  .frame :is(h2 + *, input + p) { margin-top: .5em; }
  .desk, .tabs, .ends { display: flex; flex-wrap: wrap; gap: 0 1.25em; }
  .desk { align-items: baseline; margin-bottom: 1em; }
  .desk a { display: inline-block; padding-block: .75em; color: inherit; font-weight: 600; text-underline-offset: .3em; }
  .desk a:not([aria-current]) { text-decoration: none; }
  .desk span { margin-inline-start: auto; font-size: .85em; overflow-wrap: anywhere; }
  .tabs, .forms { list-style: none; padding: 0; }
  .tabs a { display: inline-block; padding-block: .5em; }
  .tabs [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
  .forms li { padding-block: .75em; }
  .frame .forms a { display: inline-block; padding: 0; }
  .forms p, .help { color: var(--muted); font-size: .9em; }
  .frame .help { margin: .25em 0 0; }
  .facts { display: grid; grid-template-columns: minmax(8em, max-content) 1fr; gap: .25em 1em; }
  .facts dt { color: var(--muted); } .frame .facts + .facts { margin-top: 1.5em; }
  .answers dt { margin-top: .75em; font-weight: 600; }
  dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  details { border: 1px solid var(--hairline); border-radius: var(--radius); padding: 0 1em; }
  summary { padding-block: .75em; font-weight: 600; cursor: pointer; }
  details > :last-child { margin-bottom: 1em; }
  .frame .send { width: auto; padding-inline: 1.5em; }
  .frame .send.danger { color: var(--surface); background: var(--danger); }
  .check { display: flex; gap: .6em; align-items: start; }
  .check input { flex: none; width: 1.4em; height: 1.4em; accent-color: var(--fill); }
  @media (max-width: 30rem) { .facts { grid-template-columns: 1fr; } .facts dd + dt { margin-top: .5em; } }
  .frame .plot { display: block; width: 100%; height: 10em; border-bottom: 1px solid var(--line); border-top: 1px dotted var(--hairline); }
  .plot polyline { vector-effect: non-scaling-stroke; stroke-width: 2; stroke-linejoin: round; }
  .line0 { color: var(--muted); stroke: var(--muted); }
  .line1 { color: var(--accent-text); stroke: var(--accent-text); }
  /* What is delivered at once would hide what is accepted. */
  .line2 { color: var(--waiting); stroke: var(--waiting); stroke-dasharray: 6 5; }
  i[class] { display: inline-block; width: 1.25em; margin-inline-end: .4em; border-top: 3px solid; vertical-align: middle; }
  .line3 { color: var(--danger); stroke: var(--danger); stroke-dasharray: 2 3; }
  i.line2 { border-top-style: dashed; } i.line3 { border-top-style: dotted; }
  .ends { display: grid; grid: auto / auto-flow 1fr; text-align: center; }
  form.tabs { gap: .75em 1em; align-items: end; }
  form.tabs select { display: block; }
  .scroll { max-height: 24em; overflow: auto; }
  table { border-collapse: collapse; font-size: .9em; font-variant-numeric: tabular-nums; }
  th, td { padding: .25em .75em .25em 0; text-align: end; }
  :is(th, td):first-child { text-align: start; white-space: nowrap; }
`;

/** Shows the page's present state every half a minute, but not while somebody reads an enquiry, or reads or types in an opened part. */
const refresh =
  'setInterval(async()=>{const main=()=>document.querySelector("main");' +
  'if(document.hidden||main().matches(":focus-within,:has(details[open],#term,.answers)"))return;' +
  'try{const r=await fetch(location.href);if(!r.ok)return;' +
  'const next=new DOMParser().parseFromString(await r.text(),"text/html").querySelector("main");' +
  'if(next)main().replaceWith(next)}catch{}},30000)';

/** Draws a page, and returns it with the policy that it needs. `formStyle` is the style sheet of the forms' own pages. */
export async function drawPage(
  viewer: Viewer,
  { title, part, body, done }: Page,
  { formStyle, accent }: { formStyle: string; accent: string | undefined },
): Promise<{ policy: string; document: string }> {
  const { texts, root, user } = viewer;
  const style = `${formStyle}${documentStyle}${accent ? `body { --enquiry-accent: ${accent}; }` : ''}${deskStyle}`;
  const parts = { glance: '', held: 'held', find: 'find' };
  const links = (user === undefined ? (['glance'] as const) : (['glance', 'held', 'find'] as const)).map(
    each =>
      html`<a href="${root}${parts[each]}"${each === part ? raw(' aria-current="page"') : ''}>${texts[each]}</a>`,
  );
  const markup = await html`<body>
<header class="desk"><b>${texts.title}</b><nav class="desk" aria-label="${texts.title}">${links}</nav>
${user === undefined ? '' : html`<span>${texts.signedIn(user)}</span>`}</header>
<main class="frame"><div class="form"><h1>${title}</h1>${done ? drawDone(viewer, done) : ''}${body}</div></main>
<script>${raw(refresh)}</script></body>`;
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "connect-src 'self'",
    'img-src data:',
    `script-src ${styleSource(refresh)}`,
    `style-src ${styleSource(style)}`,
  ].join('; ');
  const document = toDocument({
    lang: texts.lang,
    dir: 'ltr',
    title: texts.title,
    style,
    body: String(markup),
  });
  return { policy, document };
}

/** Says what became of a decision. The query is anybody's, so it chooses only among sentences and numbers. */
function drawDone({ texts }: Viewer, query: Record<string, string>): Html | '' {
  const { done, faults } = texts;
  const countOf = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? formatNumber(Number(text), texts) : '');
  const [changed, unchanged] = [countOf(query.changed), countOf(query.unchanged)];
  const fault = Object.entries(faults).find(([name]) => name === query.fault)?.[1] ?? faults.changed;
  if (!changed && !unchanged) return '';
  const sentences = [changed && done.changed(changed), unchanged && done.unchanged(unchanged, fault)];
  return html`<div class="note ${changed && !unchanged ? '' : 'waiting'}" role="status"><p>${sentences.join(' ')}</p></div>`;
}

/** A text that others have written. What changes the direction of the rest is visible. */
export const shown = (text: string): Html =>
  html`<bdi>${text
    .split('\n')
    .map(line => toPrintable(line))
    .join('\n')}</bdi>`;
