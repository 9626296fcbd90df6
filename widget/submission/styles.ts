import { css } from 'lit';

/** Styles of problems and notes, with the custom properties of the form's style sheet. */
export const styles = css`
  .form {
    --good: var(--enquiry-good, #11734a);
    --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface));
  }
  @supports (color: light-dark(oklch(from red l c h), red)) {
    .form { --good: var(--enquiry-good, light-dark(#11734a, #5fd3a0)); }
  }
  .field { scroll-margin: 2em; }
  .message { display: block; margin-bottom: .5em; color: var(--danger); font-weight: 600; font-size: .95em; }
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
  .summary h3 { margin-bottom: .375em; font-size: 1em; }
  ul { padding-inline-start: 1.1em; }
  .kept { display: flex; flex-wrap: wrap; gap: 0 1em; align-items: center; margin-bottom: 1.5em; padding-block: .375em; }
  .kept p { flex: 1 1 12em; padding-block: .375em; }
  .kept .link { margin-inline: -.25em; }
  [inert] { opacity: .55; }
  .countdown { font-weight: 600; font-variant-numeric: tabular-nums; }
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
`;
