import { css } from 'lit';

/** Styles of the receipt, with the custom properties of the form's style sheet. */
export const styles = css`
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
`;
