import { css } from './template.ts';

/** The looks of the files and the receipt, on the roles of the form's own sheet. */
export const styles = css`
  .small, .next, .number span, .state { color: var(--muted); }
  .small, .number span { font-size: .9em; }
  .files { display: grid; gap: .5em; margin-top: .625em; list-style: none; }
  .file { display: grid; grid-template-columns: 3em 1fr auto; gap: 0 .875em; align-items: center; padding: .625em; border: 1px solid var(--hairline); border-radius: var(--radius); }
  .tile { display: grid; place-items: center; grid-row: span 2; width: 3.75em; height: 3.75em; font-size: .8em; font-weight: 700; text-transform: uppercase; color: var(--accent-text); background: var(--soft); border-radius: calc(var(--radius) * .6); }
  .name { align-self: end; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .state, progress { grid-column: 2; font-size: .875em; }
  .state { align-self: start; }
  .acts { grid-area: 1 / 3 / span 2; display: grid; justify-items: end; }
  .refused, .failed { color: var(--danger); }
  .sent { color: var(--good); }
  progress { appearance: none; width: 100%; height: .375rem; border: 0; border-radius: 1em; overflow: hidden; background: var(--hairline); }
  ::-webkit-progress-bar { background: var(--hairline); }
  ::-webkit-progress-value { background: var(--accent-text); border-radius: 1em; }
  ::-moz-progress-bar { background: var(--accent-text); }
  .tick { display: grid; place-items: center; width: 3.25em; height: 3.25em; margin-bottom: 1em; color: var(--good); background: color-mix(in oklab, var(--good) 15%, var(--surface)); border-radius: 50%; }
  .tick svg { stroke-width: 2.25; }
  .number { display: flex; gap: 1em; align-items: center; justify-content: space-between; margin: 1em 0; padding: .75em 1em; border: 1px solid var(--hairline); border-radius: var(--radius); }
  .number span { display: block; }
  .number b { font: 650 1.375em/1.2 ui-monospace, Menlo, monospace; }
  .small { margin: -.5em 0 1em; }
  .next { margin-top: 1.25em; }
  .next b { color: var(--ink); }
  @media (forced-colors: active) { progress { appearance: auto; } }
`;
