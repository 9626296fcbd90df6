import { css } from 'lit';

/** Roles, not values: a site sets accent, radius, space, font, and everything follows. Lengths are in `em` of the
 * page's text, which `rem` of a page with `html { font-size: 62.5% }` would not be. */
export const styles = css`
  :host {
    display: block;
    font-size: max(1em, 17px);
  }
  :host([hidden]), [hidden] { display: none !important; }
  * { box-sizing: border-box; }
  .form {
    --accent: var(--enquiry-accent, #0b6e5f);
    --radius: var(--enquiry-radius, 10px);
    --space: var(--enquiry-space, 1em);
    --surface: var(--enquiry-surface, #fff);
    --ink: var(--enquiry-ink, #1a2226);
    --danger: #b3261e;
    --good: #11734a;
    --accent-text: var(--accent);
    --on-accent: #fff;
    --muted: color-mix(in oklab, var(--ink) 68%, var(--surface));
    --line: color-mix(in oklab, var(--ink) 50%, var(--surface));
    --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface));
    --field: color-mix(in oklab, var(--ink) 2.5%, var(--surface));
    --soft: color-mix(in oklab, var(--accent-text) 9%, var(--surface));
    container-type: inline-size;
    padding: calc(var(--space) * 1.75);
    border-radius: calc(var(--radius) * 1.6);
    color: var(--ink);
    background: var(--surface);
    box-shadow: 0 1px 2px #0000000f, 0 12px 32px -16px #00000038;
    font-family: var(--enquiry-font, inherit);
    font-weight: 400;
    font-style: normal;
    line-height: 1.5;
    letter-spacing: normal;
    text-align: start;
    text-transform: none;
    overflow-wrap: anywhere;
  }
  @supports not (color: light-dark(oklch(from red l c h), red)) {
    .form { color-scheme: light; }
  }
  @supports (color: light-dark(oklch(from red l c h), red)) {
    .form {
      --surface: var(--enquiry-surface, light-dark(#fff, #1c2226));
      --ink: var(--enquiry-ink, light-dark(#1a2226, #eef2f3));
      --danger: light-dark(#b3261e, #ff8f85);
      --good: light-dark(#11734a, #5fd3a0);
      --accent-text: light-dark(oklch(from var(--accent) min(l, .48) c h), oklch(from var(--accent) max(l, .78) c h));
      --on-accent: oklch(from var(--accent) clamp(0, (.57 - l) * 1000, 1) 0 h);
    }
  }
  h2, h3, p, ul, fieldset, legend { margin: 0; padding: 0; border: 0; min-width: 0; }
  h2 { font-size: 1.25em; line-height: 1.3; letter-spacing: -.01em; text-wrap: balance; scroll-margin: 7rem; }
  h2:focus, .summary:focus { outline: 0; }
  .lede, .help, .optional, .privacy, .drop p { color: var(--muted); }
  .lede { margin-top: .25em; }
  .rows, .pair, .choices { display: grid; gap: calc(var(--space) * 1.375); }
  .rows { margin-top: calc(var(--space) * 1.5); }
  .choices { gap: .5em; }
  label, legend { display: block; margin-bottom: .375em; font-weight: 600; }
  .optional { font-weight: 400; }
  .help, .privacy, .drop p, .after { font-size: .9em; }
  .help { margin: -.25em 0 .5em; }
  .field, .summary { scroll-margin: 2rem; }
  input:not([type=radio], [type=checkbox], [type=file]), select, textarea {
    display: block;
    width: 100%;
    min-height: 3em;
    margin: 0;
    padding: .625em .8125em;
    font: inherit;
    color: inherit;
    background: var(--field);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  textarea { resize: vertical; field-sizing: content; min-height: 6.5em; max-height: 24em; }
  :focus-visible, .choice:has(:focus-visible), .drop:has(:focus-visible) {
    outline: 3px solid color-mix(in oklab, var(--accent-text) 70%, var(--surface));
    outline-offset: 1px;
  }
  .choice :focus-visible { outline: 0; }
  .choice {
    display: flex;
    gap: .75em;
    align-items: center;
    min-height: 3em;
    margin: 0;
    padding: .5em .8125em;
    font-weight: 400;
    background: var(--field);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .choice:hover, .drop:hover { border-color: var(--accent-text); }
  .choice:has(:checked) {
    background: var(--soft);
    border-color: var(--accent-text);
    box-shadow: inset 0 0 0 1px var(--accent-text);
  }
  .choice input { flex: none; width: 1.25em; height: 1.25em; margin: 0; accent-color: var(--accent); cursor: inherit; }
  .two { grid-template-columns: 1fr 1fr; }
  .after { margin-top: .5em; }
  a, .link { color: var(--accent-text); text-decoration: underline; text-underline-offset: .18em; }
  button { font: inherit; color: inherit; cursor: pointer; }
  .send {
    display: flex;
    gap: .625em;
    justify-content: center;
    align-items: center;
    width: 100%;
    min-height: 3.25em;
    padding: .5em 1em;
    color: var(--on-accent);
    background: var(--accent);
    border: 0;
    border-radius: var(--radius);
    font-weight: 650;
  }
  .send:hover { background: color-mix(in oklab, var(--accent) 88%, #000); }
  .send[aria-disabled] { cursor: default; }
  .quiet, .link { min-height: 2.75em; padding: .5em 1em; background: none; border: 1px solid var(--line); border-radius: var(--radius); font-weight: 600; }
  .quiet:hover, .drop:hover .quiet { background: var(--soft); }
  .link { padding: .5em .25em; border: 0; font-weight: 400; }
  .spin { width: 1.25em; height: 1.25em; border: 2.5px solid color-mix(in oklab, currentColor 35%, transparent); border-top-color: currentColor; border-radius: 50%; }
  .privacy { margin-bottom: 1em; }
  .drop {
    position: relative;
    display: grid;
    grid-template-columns: auto 1fr;
    gap: .875em;
    align-items: center;
    padding: 1em;
    background: var(--field);
    border: 1.5px dashed var(--line);
    border-radius: var(--radius);
  }
  .drop .quiet { grid-column: 1 / -1; text-align: center; }
  .drop input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; font-size: 0; }
  .drop b { display: block; color: var(--ink); font-weight: 600; }
  svg { width: 1.5em; height: 1.5em; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
  .message { margin-bottom: .5em; font-weight: 600; font-size: .95em; color: var(--danger); }
  .problem { padding-inline-start: .875em; border-inline-start: 3px solid var(--danger); }
  .problem :is(label, legend) { margin-bottom: .25em; }
  .problem .help { margin: 0 0 .25em; }
  .problem :is(input, select, textarea, .choice) { border-color: var(--danger); }
  .problem > :is(input, select, textarea) { box-shadow: inset 0 0 0 1px var(--danger); }
  .problem .choice { margin: 0; }
  .summary, .failure { color: var(--ink); background: color-mix(in oklab, var(--danger) 8%, var(--surface)); border: 1.5px solid var(--danger); }
  .summary { margin-top: calc(var(--space) * 1.5); padding: 1em 1.125em; border-radius: var(--radius); }
  h3 { margin-bottom: .375em; font-size: 1em; }
  .summary ul { padding-inline-start: 1.1em; }
  .summary a { color: var(--danger); font-weight: 600; }
  .note { display: flex; flex-wrap: wrap; gap: 0 .75em; align-items: center; justify-content: space-between; margin-bottom: 1em; padding: .75em 1em; font-size: .95em; background: var(--soft); border-radius: var(--radius); }
  .failure { background: color-mix(in oklab, var(--danger) 8%, var(--surface)); }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @container (min-width: 30em) {
    .pair { grid-template-columns: 1fr 1fr; gap: var(--space); align-items: end; }
    .pair > :only-child { grid-column: 1 / -1; }
    .drop { grid-template-columns: auto 1fr auto; }
    .drop .quiet { grid-column: auto; }
  }
  @media (prefers-reduced-motion: no-preference) {
    .spin { animation: spin 1s linear infinite; }
    input, select, textarea, .choice, .send { transition: border-color .12s, background-color .12s, box-shadow .12s; }
  }
  @keyframes spin { to { rotate: 1turn; } }
`;
