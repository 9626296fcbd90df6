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
  /* The edge of the card is in view, too. */
  .steps:not(.below) ~ .step { scroll-margin-top: calc(var(--header, 12px) + min(var(--space), 6cqi) + .85em); }
  .step-count { display: block; margin-bottom: .25em; color: var(--muted); font-size: .72em; font-weight: 400; }
  .news { display: block; margin-top: .25em; color: var(--accent-text); font-size: .72em; font-weight: 600; }
  .step .optional { font-size: .8em; }
  /* Clear stands in the heading's last line, which leaves room for it. */
  .step:has(.optional) { padding-inline-end: 3.2em; }
  .lead + .field > .clear { top: calc(var(--space) * -1.25 - 2.3em); }
  /* The heading of the step says the same, but the label names the control. */
  .lead { display: none; }
  .lead + .field [part=label], .step ~ .rows .field:has(.drop) > [part=label] {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .step ~ .rows { margin-top: calc(var(--space) * 1.25); }
  .summary ~ .rows { margin-top: calc(var(--space) * 1.5); }
  .rows > :last-child { display: flex; flex-wrap: wrap; gap: .75em; }
  .rows > :last-child > :not(button) { flex: 1 0 100%; margin: 0; }
  .rows > :last-child > .send { flex: 1; width: auto; max-width: 100%; overflow-wrap: break-word; }
  .review { display: grid; gap: calc(var(--space) * 1.75); }
  .group { display: flex; flex-wrap: wrap; gap: 0 1em; align-items: baseline; border-bottom: 2px solid; }
  .group h3 { flex: 1 1 5em; padding-block: .375em; font-size: 1.125em; line-height: 1.3; }
  .group .link { margin-inline: -.25em; }
  h3 .news { font-size: .8em; }
  dt .news { font-size: 1em; }
  .answer { padding: .625em 0; border-bottom: 1px solid var(--hairline); }
  .answer.new { padding-inline-start: .875em; background: var(--soft); border-inline-start: 4px solid var(--accent-text); }
  dt { color: var(--muted); font-size: .9em; }
  dd { white-space: pre-line; }
  dd span { display: block; }
  .answer:has(.change) { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1em; }
  .answer dt, .answer dd { grid-column: 1; }
  .answer .change { grid-area: 1 / 2 / 3; }
  .change .link { margin: -.625em -.25em; }
  [dir=rtl] :is(dd, dd span) { unicode-bidi: plaintext; text-align: right; }
  .none { color: var(--muted); }
  /* On phones with room for it, Continue stays in view. In a grid, it would stick to its own row. */
  @media (max-width: 30em) and (min-height: 30em) {
    @container (min-width: 14em) and (max-width: 30em) {
      .ahead ~ .rows { display: flex; flex-direction: column; }
      .ahead ~ .sticky:not(:has(.ending)) > :last-child { position: sticky; }
      .ahead ~ .rows:not(:has(.ending)) > :last-child:has(> .send) {
        bottom: 0;
        z-index: 1;
        margin: -.75em -.5em;
        padding: .75em .5em max(.75em, env(safe-area-inset-bottom));
        background: linear-gradient(#0000, var(--surface) .75em);
      }
      /* It covers nothing that has the focus. The row of a choice is scrolled to instead. */
      .form:has(.ahead) :not(.choice input, .rows > :last-child > *) { scroll-margin-bottom: calc(var(--control) + 3.5em); }
    }
  }
  @media (forced-colors: active) {
    .form { --surface: Canvas; }
    .steps li { background: Canvas; border: 1px solid CanvasText; forced-color-adjust: none; }
    .steps .past { background: CanvasText; }
    .steps .now { background: linear-gradient(90deg, CanvasText 50%, Canvas 50%); }
  }
`;
