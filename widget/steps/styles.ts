import { css } from 'lit';

/** Styles of the steps, with the custom properties of the form's style sheet. */
export const styles = css`
  .form { --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface)); }
  .form h2:focus { outline: 0; }
  .steps { display: flex; gap: .375em; margin-bottom: .75em; list-style: none; }
  .steps.below { margin-top: calc(var(--space) * 1.5); }
  .steps li { flex: 1; height: .3125em; border-radius: 1em; background: var(--hairline); }
  .steps .past { background: var(--accent-text); }
  .steps .now { background: linear-gradient(90deg, var(--accent-text) 50%, var(--hairline) 50%); }
  [dir=rtl] .steps .now { background: linear-gradient(-90deg, var(--accent-text) 50%, var(--hairline) 50%); }
  .step { font-size: 1.25em; }
  .step-count { display: block; margin-bottom: .25em; color: var(--muted); font-size: .72em; font-weight: 400; letter-spacing: 0; }
  .step ~ .rows { margin-top: calc(var(--space) * 1.25); }
  .summary ~ .rows { margin-top: calc(var(--space) * 1.5); }
  .rows > :last-child { display: flex; flex-wrap: wrap; gap: .75em; }
  .rows > :last-child > :not(button) { flex: 1 0 100%; margin: 0; }
  .rows > :last-child > .send { flex: 1; width: auto; }
  .review { display: grid; gap: calc(var(--space) * 1.75); }
  .review h3 { margin: 0 0 .25em; font-size: 1.125em; }
  .answer {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: .125em 1em;
    align-items: center;
    padding: .625em 0;
    border-bottom: 1px solid var(--hairline);
  }
  dt { color: var(--muted); font-size: .9em; }
  dd { grid-column: 1; white-space: pre-line; }
  dd span { display: block; }
  [dir=rtl] :is(dd, dd span) { unicode-bidi: plaintext; text-align: right; }
  dd + dd { grid-area: 1 / 2 / 3; }
  dd .unseen { display: inline; }
  .none { color: var(--muted); }
  @media (forced-colors: active) {
    .steps li { background: Canvas; border: 1px solid CanvasText; forced-color-adjust: none; }
    .steps .past { background: CanvasText; }
    .steps .now { background: linear-gradient(90deg, CanvasText 50%, Canvas 50%); }
  }
`;
