import { css } from 'lit';

/** The ribbon above the form. Its colours are the same in light and dark mode. Its text is dark, so that it can be read
 * on paper, where browsers don't print backgrounds. */
export const styles = css`
  .ribbon {
    margin-bottom: .5em;
    padding: .5em 1em;
    color: #1a1a1a;
    background: #ffd84d;
    border: 2px solid #8a6a00;
    border-radius: var(--enquiry-radius, 10px);
    font-family: var(--enquiry-font, inherit);
    font-weight: 700;
    line-height: 1.4;
    text-align: center;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .warning { background: #ffe4e1; border-color: #b3261e; font-weight: 600; text-align: start; text-wrap: pretty; }
`;
