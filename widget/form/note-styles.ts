import { css } from 'lit';

/** Styles of notes, with the custom properties of the form's style sheet: a tint, a hairline and an icon in the colour of
 * their kind. */
export const noteStyles = css`
  .form {
    --danger: var(--enquiry-danger, #b3261e);
    --good: var(--enquiry-good, #11734a);
    --waiting: var(--enquiry-waiting, #946800);
    --hairline: color-mix(in oklab, var(--ink) 14%, var(--surface));
    --soft-danger: color-mix(in oklab, var(--danger) 8%, var(--surface));
  }
  @supports (color: oklch(from light-dark(red, red) l c h)) {
    .form {
      --danger: var(--enquiry-danger, light-dark(#b3261e, #ff8f85));
      --good: var(--enquiry-good, light-dark(#11734a, #5fd3a0));
      --waiting: var(--enquiry-waiting, light-dark(#946800, #f2c744));
    }
  }
  .note {
    --kind: var(--accent-text);
    position: relative;
    padding: .8em 1em;
    padding-inline-start: 2.7em;
    background: color-mix(in oklab, var(--kind) 7%, var(--surface));
    border: 1px solid color-mix(in oklab, var(--kind) 35%, var(--surface));
    border-radius: var(--radius);
  }
  .note::before {
    content: 'i' / '';
    position: absolute;
    top: 1.35em;
    inset-inline-start: 1.25em;
    width: 1.35em;
    height: 1.35em;
    color: var(--kind);
    border: .13em solid;
    border-radius: 50%;
    font: 700 .75em/1.35 Arial, sans-serif;
    text-align: center;
  }
  .note :is(strong, h3) { display: block; font-size: 1em; }
  .kept p { font-weight: 600; }
  .note > p:not(.kept > p) { font-size: .9em; }
  .note > .link { margin: -.25em -.25em -.5em; }
  .bad { --kind: var(--danger); }
  .bad::before { content: '!' / ''; }
  .note.waiting { --kind: var(--waiting); }
  /* A clock. */
  .note.waiting::before {
    content: '';
    background:
      linear-gradient(currentColor 0 0) 50% 30% / .13em .5em no-repeat,
      linear-gradient(currentColor 0 0) 75% 50% / .4em .13em no-repeat;
  }
  .note.kept::before { content: '↺' / ''; border: 0; font-size: 1.3em; top: .55em; inset-inline-start: .6em; }
`;
