import { css } from 'lit';

/** Styles of files, problems, notes and the receipt, with the custom properties of the form's style sheet. */
export const styles = css`
  .form {
    --good: var(--enquiry-good, #11734a);
    --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface));
  }
  @supports (color: light-dark(oklch(from red l c h), red)) {
    .form { --good: var(--enquiry-good, light-dark(#11734a, #5fd3a0)); }
  }
  h2 { scroll-margin: 6em; }
  .form h2:focus { outline: 0; }
  .field { scroll-margin: 2em; }
  .message { margin-bottom: .5em; color: var(--danger); font-weight: 600; font-size: .95em; }
  .problem { padding-inline-start: .875em; border-inline-start: 3px solid var(--danger); }
  .problem :is(input, select, textarea, .choice) { border-color: var(--danger); }
  .problem > :is(input, select, textarea) { box-shadow: inset 0 0 0 1px var(--danger); }
  .summary {
    margin-top: calc(var(--space) * 1.5);
    padding: 1em 1.125em;
    background: var(--soft-danger);
    border: 1.5px solid var(--danger);
    border-radius: var(--radius);
    scroll-margin: 2em;
  }
  .form .summary:focus { outline: 0; }
  .summary a { color: var(--danger); font-weight: 600; }
  h3 { margin-bottom: .375em; font-size: 1em; }
  ul { padding-inline-start: 1.1em; }
  .drop.over {
    background: var(--soft);
    border: 1px solid var(--accent-text);
    box-shadow: inset 0 0 0 1px var(--accent-text);
  }
  .files { margin-top: .625em; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5em; }
  .file {
    display: grid;
    grid-template-columns: 3em 1fr;
    gap: 0 .875em;
    align-items: center;
    padding: .625em;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  .tile {
    display: grid;
    place-items: center;
    grid-row: 1 / 3;
    align-self: start;
    width: 4em;
    height: 4em;
    font-size: .75em;
    font-weight: 700;
    text-transform: uppercase;
    color: var(--accent-text);
    background: var(--soft);
    border-radius: calc(var(--radius) * .6);
  }
  canvas { object-fit: cover; }
  .total { margin-top: 1em; }
  .total p { font-size: .875em; color: var(--muted); font-variant-numeric: tabular-nums; }
  .name { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  [dir=rtl] .name { unicode-bidi: plaintext; text-align: right; }
  .state, progress { grid-column: 2; font-size: .875em; color: var(--muted); }
  .acts { grid-column: 2; display: flex; flex-wrap: wrap; gap: 0 1em; margin: 0 -.25em -.5em; }
  .refused, .failed { color: var(--danger); }
  .sent { color: var(--good); }
  progress {
    appearance: none;
    width: 100%;
    height: .5em;
    border: 0;
    border-radius: 1em;
    overflow: hidden;
    background: var(--hairline);
  }
  ::-webkit-progress-bar { background: var(--hairline); }
  ::-webkit-progress-value { background: var(--accent-text); border-radius: 1em; }
  ::-moz-progress-bar { background: var(--accent-text); }
  .kept { display: flex; flex-wrap: wrap; gap: 0 1em; align-items: center; margin-bottom: 1.5em; padding-block: .375em; }
  .kept p { flex: 1 1 12em; padding-block: .375em; }
  .kept .link { margin-inline: -.25em; }
  .countdown { font-weight: 600; font-variant-numeric: tabular-nums; }
  ::slotted([slot=thanks]) { margin-top: 1.25em; }
  .tick {
    display: grid;
    place-items: center;
    width: 3.25em;
    height: 3.25em;
    margin-bottom: 1em;
    color: var(--good);
    background: color-mix(in oklab, var(--good) 15%, var(--surface));
    border-radius: 50%;
  }
  .tick svg { stroke-width: 2.25; }
  .number {
    display: flex;
    gap: 1em;
    align-items: center;
    justify-content: space-between;
    margin: 1em 0;
    padding: .75em 1em;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  .number span { display: block; color: var(--muted); font-size: .9em; }
  b { unicode-bidi: isolate; }
  .number b { font: 650 1.375em/1.2 ui-monospace, "SF Mono", Menlo, monospace; letter-spacing: .02em; }
  .small { margin: -.5em 0 1em; color: var(--muted); font-size: .9em; }
  .next { margin-top: 1.25em; color: var(--muted); }
  .next b { color: var(--ink); }
  @container (min-width: 30em) {
    .file { grid-template-columns: 3em 1fr auto; }
    .tile { align-self: center; }
    .acts { grid-area: 1 / 3 / 3; margin: 0; }
  }
  .spin {
    width: 1.25em;
    height: 1.25em;
    border: 2.5px solid color-mix(in oklab, currentColor 35%, transparent);
    border-top-color: currentColor;
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    .spin { animation: spin 1s linear infinite; }
  }
  @keyframes spin { to { rotate: 1turn; } }
  @media (forced-colors: active) {
    progress { appearance: auto; }
    .drop.over { outline: 3px solid Highlight; }
  }
`;
