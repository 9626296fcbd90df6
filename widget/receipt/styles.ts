import { css } from 'lit';

/** Styles of the receipt, with the custom properties of the form's style sheet. */
export const styles = css`
  .form .receipt:focus { outline: 0; }
  .receipt > :is(section, .number) { margin-top: 1.5em; }
  .receipt h3 { margin-bottom: .25em; }
  section p + p { margin-top: .5em; }
  .at { margin-top: .375em; }
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
    flex-wrap: wrap;
    gap: .5em .75em;
    align-items: center;
    justify-content: space-between;
    padding: .75em .875em;
    background: var(--soft);
    border: 1px solid #0000;
    border-radius: var(--radius);
  }
  .number span { display: block; color: var(--muted); font-size: .9em; }
  b { unicode-bidi: isolate; }
  .number b { font: 650 1.375em/1.2 ui-monospace, "SF Mono", Menlo, monospace; letter-spacing: .02em; }
  .small { margin-top: .5em; color: var(--muted); font-size: .9em; }
  summary { display: inline-block; align-content: center; cursor: pointer; list-style: none; }
  summary::-webkit-details-marker { display: none; }
  details .link, .actions .link { margin-inline: -.25em; }
  .actions { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; margin-top: 1.5em; }
  .actions .link { display: inline-grid; align-content: center; }
  .receipt dt { margin-top: .75em; color: var(--muted); font-size: .9em; }
  .receipt dd { white-space: pre-line; }
  @media screen {
    .printed { display: none; }
  }
  @media print {
    .form { padding: 0; border-radius: 0; color-scheme: light; box-shadow: none; }
    p.printed { margin-top: .375em; }
    dt { break-after: avoid; }
    .form :is(button, details, .actions, .acts, .camera, .drop) { display: none; }
  }
`;
