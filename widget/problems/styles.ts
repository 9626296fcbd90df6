import { css } from 'lit';

/** Styles of problems and notes, with the custom properties of the form's style sheet. */
export const styles = css`
  .form {
    /* Hovering over Send and pressing it moves its colour away from that of its text. */
    --away: var(--accent);
    --good: var(--enquiry-good, #11734a);
    --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface));
  }
  @supports (color: light-dark(oklch(from red l c h), red)) {
    .form {
      --away: oklch(from var(--on-accent) clamp(0, (.6 - l) * 1000, 1) 0 h);
      --good: var(--enquiry-good, light-dark(#11734a, #5fd3a0));
    }
  }
  @media (hover: hover) {
    .choice:hover, .drop:hover { border-color: var(--tint); }
    .quiet:hover, .drop:hover .quiet { background: var(--soft); }
    .send:not([aria-disabled=true]):hover { background: color-mix(in srgb, var(--accent) 84%, var(--away)); }
    :is(a, .link):hover { text-decoration-thickness: .125em; }
  }
  .send:not([aria-disabled=true]):active { background: color-mix(in srgb, var(--accent) 72%, var(--away)); }
  button { cursor: pointer; }
  .quiet:active { background: color-mix(in oklab, var(--tint) 16%, var(--surface)); }
  /* The row of a choice is scrolled to instead. */
  .choice input { scroll-margin: 0; }
  .message { display: block; margin-bottom: .5em; color: var(--danger); font-weight: 600; font-size: .9em; }
  .problem { padding-inline-start: .875em; border-inline-start: 3px solid var(--danger); }
  .problem :is(input, select, textarea) { border-color: var(--danger); }
  .problem :is(input, select, textarea):is(.problem > *, .parts *) { box-shadow: inset 0 0 0 1px var(--danger); }
  .summary {
    margin-top: calc(var(--space) * 1.5);
    padding: 1em 1.125em;
    background: var(--soft-danger);
    border: 1.5px solid var(--danger);
    border-radius: var(--radius);
  }
  .form .summary:focus { outline: 0; }
  /* Unlike "none", an empty text keeps the list a list for VoiceOver. */
  ul { list-style-type: ''; }
  .summary a { display: flex; align-items: center; min-height: var(--target); padding-block: .45em; color: var(--danger); font-size: .95em; font-weight: 600; line-height: 1.35; }
  .summary h3 { margin-bottom: .25em; font-size: 1.125em; line-height: 1.3; }
  .kept { display: flex; flex-wrap: wrap; gap: 0 1em; align-items: center; margin-bottom: 1.5em; padding-block: .375em; }
  .kept p { flex: 1 1 12em; padding-block: .375em; }
  .kept .link { margin-inline: -.25em; text-align: start; }
  [inert] { opacity: .55; }
  textarea { field-sizing: content; max-height: 24em; }
  .send { display: flex; gap: .625em; justify-content: center; align-items: center; }
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
