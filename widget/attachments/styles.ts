import { css } from 'lit';

/** Styles of the files, with the custom properties of the form's style sheet. */
export const styles = css`
  .count { margin-top: .5em; color: var(--muted); font-size: .9em; }
  .files { margin-top: .625em; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5em; }
  .file {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 .625em;
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
    width: 3.75em;
    height: 3.75em;
    font-size: .7em;
    font-weight: 700;
    text-transform: uppercase;
    color: var(--accent-text);
    background: var(--soft);
    border-radius: calc(var(--radius) * .6);
  }
  canvas { object-fit: cover; }
  .total { margin-top: 1em; }
  .total p { font-size: .875em; color: var(--muted); font-variant-numeric: tabular-nums; }
  .name { grid-column: 2; display: flex; justify-content: left; font-weight: 600; text-align: left; }
  [dir=rtl] .name { justify-content: right; text-align: right; }
  .name [aria-hidden] { flex: none; white-space: pre; }
  .name .start { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; }
  .state, progress { grid-column: 2 / 4; font-size: .875em; color: var(--muted); }
  .acts { grid-area: 3 / 1 / 4 / 4; display: flex; flex-wrap: wrap; gap: 0 1em; margin: 0 -.25em -.5em; }
  .acts .link { min-height: max(3em, var(--target)); font-size: .9em; }
  .refused, .failed, .missing { color: var(--danger); }
  .sent { color: var(--good); }
  .sent::before { content: "✓ " / ""; }
  .unsent { background: var(--soft-danger); border-color: color-mix(in oklab, var(--danger) 45%, var(--surface)); }
  .unsent .tile { color: var(--danger); background: color-mix(in oklab, var(--danger) 14%, var(--surface)); }
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
  @container (max-width: 14em) {
    .tile { display: none; }
  }
  @container (max-width: 22em) {
    .file { gap: 0 .5em; padding: .5em; }
    .tile { width: 3.5em; height: 3.5em; font-size: .6em; }
    .name { font-size: .95em; }
  }
  @container (min-width: 14em) {
    /* The margins take back what the height of the button adds to the row. */
    .acts:not(:has(:nth-child(2))) { grid-area: 1 / 3; margin: -.5em -.25em -.5em 0; }
  }
  @container (min-width: 30em) {
    .file { gap: 0 .875em; }
    .tile { align-self: center; width: 4em; height: 4em; font-size: .75em; }
    .state, progress { grid-column: 2; }
    .acts.acts { grid-area: 1 / 3 / 3; margin: 0; }
  }
  @media (forced-colors: active) {
    progress { appearance: auto; }
  }
`;
