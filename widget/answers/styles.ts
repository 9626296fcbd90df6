import { css } from 'lit';

/** Styles of what is shown below answers, with the custom properties of the form's style sheet. */
export const styles = css`
  .below { margin-top: .375em; color: var(--muted); font-size: .9em; }
  .below.short { color: var(--danger); font-weight: 600; }
  .below bdi b { font-weight: 700; }
  .field > .link { display: block; margin: .125em -.25em 0; font-size: .9em; text-align: start; }
  .unit { color: var(--muted); }
  .problem .box { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
  .ending { margin-bottom: 1em; border: 1px solid var(--line); }
  .ending a { display: inline-flex; align-items: center; min-height: var(--target); font-weight: 600; }
`;
