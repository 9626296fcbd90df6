import type { Definition } from '../../proxy/contract/definition.ts';
import { directionOf } from '../../proxy/contract/languages/locale.ts';
import { styles as answerStyles } from '../answers/answers.ts';
import { styles as endingStyles } from '../answers/ending.ts';
import { styles as rareStyles } from '../answers/rare-fields.ts';
import { needsRareFields } from '../form/form-model.ts';
import { styles as formStyles } from '../form/form-styles.ts';
import { noteStyles } from '../form/note-styles.ts';
import { styles as rightToLeftStyles } from '../messages/languages.ts';
import { styles as problemStyles } from '../problems/problems.ts';
import { styles as receiptStyles } from '../receipt/receipt-panel.ts';

const css = String.raw;

/** The styles without a script: controls that need one are replaced by native ones, and every question is shown. */
const plainStyles = css`
  .condition { display: block; color: var(--muted); font-size: .9em; font-weight: 400; }
  .drop + .note { margin: .75em 0 0; }
  .field [id] { scroll-margin-top: 10em; }
  .form [autofocus]:focus { outline: 0; }
  .drop { grid-template-columns: 1fr; }
  .drop :is(svg, b, [aria-hidden], .camera) { display: none; }
  .drop .quiet:not(.camera) {
    display: block;
    grid-column: auto;
    min-height: 0;
    padding: 0;
    background: none;
    border: 0;
    text-align: start;
  }
  .drop .quiet input { position: static; max-width: 100%; opacity: 1; font-size: .9em; font-weight: 400; }
  .drop ::file-selector-button {
    width: auto;
    height: auto;
    margin-inline-end: .5em;
    padding: .5em .75em;
    color: inherit;
    background: none;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    font: inherit;
    font-weight: 600;
    white-space: normal;
    cursor: pointer;
  }
`;

/** Styles of receipts and messages. */
const outcomeStyles = css`
  .refused li { margin-top: .5em; }
  .form .refused b { direction: inherit; font-weight: 600; }
  .actions .small { color: var(--muted); font-size: .9em; }
  .lede + .actions { margin-top: .5em; }
  .lede ~ .talk, .forms ~ .talk { text-align: start; }
  .forms { margin-block: .75em 1.25em; }
  .forms li { border-top: 1px solid var(--hairline); }
  .forms li:last-child { border-bottom: 1px solid var(--hairline); }
  .forms a { display: block; padding-block: .75em; font-weight: 600; }
`;

/** The same for a form in the element, until a script hides them. */
const scriptlessStyles = css`
  [data-plain] { display: none; }
  @media (scripting: none) {
    [data-plain]:not(input) { display: block; }
    ${plainStyles}
    .field[hidden]:has(.condition), .add + [hidden] { display: block !important; }
    .add { display: none !important; }
    .add + [hidden] { margin-top: 0; }
    .add + * > .field > [part=label] { display: block; }
  }
`;

/** The style sheet of a form as the element first shows it, for its shadow root. */
export function styles(definition: Definition): string {
  const rare = needsRareFields(definition) ? [rareStyles.cssText] : [];
  const rightToLeft = directionOf(definition.lang) === 'rtl' ? rightToLeftStyles.cssText : '';
  return [formStyles.cssText, ...rare, rightToLeft, scriptlessStyles].join('');
}

/** The style sheet of all content that is in a page itself. */
export const pageStyles = [
  ...[
    formStyles,
    rareStyles,
    answerStyles,
    endingStyles,
    noteStyles,
    problemStyles,
    receiptStyles,
    rightToLeftStyles,
  ].map(({ cssText }) => cssText),
  plainStyles,
  outcomeStyles,
].join('');
