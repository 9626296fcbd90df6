import { css } from './css.ts';

/** The styles of the form, derived from the public custom properties. Lengths are in `em`, because on a page with
 * `html { font-size: 62.5% }` every `rem` would be too small. */
export const styles = css`
  :host { display: block; min-width: 0; }
  /* Not on the host, where a page's rule for all elements would win. */
  .frame {
    font-size: var(--enquiry-size, max(1em, 17px));
    container-type: inline-size;
    contain-intrinsic-width: 30em;
  }
  :host([hidden]), [hidden] { display: none !important; }
  /* What gets the focus stays below the page's header, with the focus ring. Steps measure it. */
  * { box-sizing: border-box; margin: 0; padding: 0; scroll-margin: var(--header, 120px) 0 1em; }
  .form {
    --accent: var(--enquiry-accent, #0b6e5f);
    --radius: var(--enquiry-radius, 10px);
    --space: var(--enquiry-space, 1em);
    --control: var(--enquiry-control, 3em);
    --target: 2em;
    --surface: var(--enquiry-surface, #fff);
    --ink: var(--enquiry-ink, #1a2226);
    --accent-text: var(--accent);
    --fill: var(--accent);
    --on-accent: var(--enquiry-on-accent, #fff);
    --tint: var(--ink);
    --muted: color-mix(in oklab, var(--ink) 68%, var(--surface));
    --line: var(--enquiry-line, color-mix(in oklab, var(--ink), var(--surface)));
    --field: var(--enquiry-field, light-dark(#1a222606, #0000004a));
    --soft: color-mix(in oklab, var(--tint) 9%, var(--surface));
    color-scheme: light;
    padding: min(var(--space) * 1.25, 6cqi);
    border-radius: calc(var(--radius) * 1.6);
    color: var(--ink);
    background: var(--surface);
    box-shadow: var(--enquiry-shadow, 0 0 0 1px light-dark(#0000000a, #ffffff14), 0 12px 32px -16px #00000038);
    font-family: var(--enquiry-font, inherit);
    font-weight: 400;
    line-height: 1.5;
    text-align: start;
    overflow-wrap: anywhere;
    white-space: normal;
    -webkit-tap-highlight-color: #0000;
  }
  @supports (color: oklch(from light-dark(red, red) l c h)) {
    .form {
      color-scheme: inherit;
      --surface: var(--enquiry-surface, light-dark(#fff, #1f262a));
      --ink: var(--enquiry-ink, light-dark(#1a2226, #eef2f3));
      --accent-text: light-dark(oklch(from var(--accent) min(l, .48) c h), oklch(from var(--accent) max(l, .78) c h));
      /* On a dark card, Send is light, whatever the accent. */
      --fill: light-dark(var(--accent), oklch(from var(--accent) max(l, .74) c h));
      /* White up to a luminance of .179, then black: the one with more contrast. */
      --on-accent: var(--enquiry-on-accent, oklch(from color(from var(--fill) xyz y y y) clamp(0, (.5655 - l) * 1e4, 1) 0 h));
      /* The accent, or the ink if the accent's hue is close to red: a chosen row must not look like an error. An alpha
       * of 0 leaves only the ink in the mix. */
      --hue: oklch(from var(--accent-text) l c h / clamp(0, max(h - 28, 28 - h) - 25, 1));
      --tint: oklch(from color-mix(in oklab, var(--hue) 99%, var(--ink)) l c h / 1);
    }
    /* Away from the colour of its text. */
    @media (hover: hover) {
      .send:hover:not(:active) {
        background: color-mix(in srgb, var(--fill) 84%, oklch(from var(--on-accent) clamp(0, (.6 - l) * 1e4, 1) 0 h));
      }
    }
  }
  h2, h3 { font-family: var(--enquiry-heading-font); }
  h2 { font-size: clamp(1.1em, 8cqi, 1.5em); line-height: 1.25; text-wrap: balance; }
  .lede, .help, .optional, .privacy, .drop p { color: var(--muted); }
  .lede { margin-top: .25em; }
  .rows, .pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: calc(var(--space) * 1.375); }
  .rows { margin-top: calc(var(--space) * 1.5); }
  .rows > h3 { margin: .5em 0 -.25em; font-size: 1.125em; line-height: 1.3; }
  fieldset { border: 0; min-width: 0; }
  /* Otherwise WebKit leaves no room below the label. */
  legend { display: flow-root; }
  /* The room for Clear. */
  legend:has(.optional) { padding-inline-end: 4em; }
  [part=label] { display: block; margin-bottom: .375em; font-weight: 600; }
  .optional { font-weight: 400; }
  .help, .privacy, .drop p, .after { font-size: .9em; }
  .help { display: block; margin: -.25em 0 .5em; }
  button, input, select, textarea { font: inherit; color: inherit; }
  input, select, textarea { font-size: max(1em, 16px); }
  input:not([type=radio], [type=checkbox], [type=file]), select, textarea, .choice, .box, .drop, .quiet {
    width: 100%;
    min-height: var(--control);
    padding: .375em min(.8125em, 3.4cqi);
    background: var(--field);
    border: 1px solid var(--line);
    border-radius: var(--radius);
  }
  [readonly] { background: none !important; }
  .pair:not(:has(> :not([hidden]))) { display: none; }
  [type=tel] { max-width: 14em; }
  [type=postcode] { max-width: 8em; }
  [inputmode=decimal] { max-width: 10em; }
  [type=date] { min-width: 8em; max-width: max-content; }
  select {
    width: auto;
    max-width: 100%;
    appearance: none;
    background: conic-gradient(from -45deg at bottom, currentColor 90deg, #0000 0) right .9em center / .8em .4em no-repeat var(--field);
    padding-inline-end: 2.25em;
  }
  textarea { display: block; min-height: 6.5em; resize: vertical; }
  :focus-visible, :is(.choice, .box, .quiet):has(:focus-visible) {
    outline: var(--enquiry-ring, 3px solid color-mix(in oklab, var(--accent-text) 70%, var(--surface)));
    outline-offset: 1px;
  }
  :is(.choice, .box):has(:focus-visible) :focus-visible { outline: 0; }
  .choices { display: flex; flex-wrap: wrap; column-gap: .5em; margin-bottom: -.5em; }
  .choices > * { flex: 1 1 100%; margin-bottom: .5em; }
  /* Short choices are in columns of equal width: three for three choices, otherwise two, or one where the longest word
   * doesn't fit. That's why each choice contains the words of all, unseen and unheard. */
  :has(> [data-labels]) { flex-basis: 40%; }
  .choices:has(> :nth-child(3):last-child) > :has(> [data-labels]) { flex-basis: 30%; }
  [data-labels]::after { content: attr(data-labels) / ''; display: block; line-height: 0; visibility: hidden; }
  /* Takes the second place in the last row, if there is one. */
  .choices::after { content: ''; width: calc(50% - .25em); }
  /* As wide as its longest word. */
  [data-labels], .parts { min-width: 0; overflow-wrap: break-word; }
  .choice, .box { display: flex; gap: .5em; align-items: center; cursor: pointer; }
  .form .box { width: fit-content; max-width: 100%; padding-block: 0; }
  .box input { all: unset; flex: 1; width: 8em; min-width: 40%; min-height: max(var(--control) - 2px, var(--target)); }
  .parts { display: flex; flex-wrap: wrap; gap: .6em; align-items: end; }
  .parts input { margin-top: .25em; }
  .parts label { flex: 0 1 4em; }
  .parts :last-child { flex-basis: 5em; }
  .choice:has(:checked) {
    background: var(--soft);
    border-color: var(--tint);
    box-shadow: inset 0 0 0 1px var(--tint);
  }
  .choice input { flex: none; width: 1.25em; height: 1.25em; accent-color: var(--fill); cursor: inherit; }
  .after { margin-top: .25em; }
  /* Links in a sentence, too, are at least 24 px high, which doesn't change the distance of its lines. */
  a, .link { padding-block: .4em; color: var(--accent-text); text-decoration: underline; text-underline-offset: .18em; }
  .after a { display: inline-flex; align-items: center; min-height: var(--target); }
  .send {
    width: 100%;
    min-height: calc(var(--control) + .25em);
    padding: .5em 1em;
    color: var(--on-accent);
    background: var(--fill);
    border: 1px solid #0000;
    border-radius: var(--radius);
    font-weight: 650;
  }
  .quiet, .link { min-height: max(2.75em, var(--target)); background: none; }
  .quiet { display: inline-grid; place-items: center; width: auto; font-weight: 600; text-align: center; overflow-wrap: normal; }
  .link { min-width: var(--target); padding: .5em .25em; border: 0; text-align: start; }
  button { cursor: pointer; }
  @media (hover: hover) {
    :is(.choice, .drop, [part~=input]):hover { border-color: var(--tint); }
    .quiet:hover, .drop:hover .quiet { background: var(--soft); }
  }
  .choice:active, .quiet:active { background: var(--soft); }
  @media (prefers-reduced-motion: no-preference) {
    .choice, .quiet, .send, [part~=input] { transition: .12s; }
    .choice:active, .quiet:active, .send:active { scale: .985; }
  }
  .talk { margin-top: .75em; text-align: center; }
  /* A telephone number keeps to one line if it fits, and is a target of 44 px. */
  .talk a { display: inline-block; margin-block: -.7em; padding-block: .7em; }
  .drop {
    position: relative;
    display: grid;
    grid-template-columns: auto 1fr;
    gap: .875em;
    align-items: center;
    padding: 1em;
    border-style: dashed;
  }
  .drop .quiet { grid-column: 1 / -1; }
  .drop input { position: absolute; inset: 0; width: 100%; opacity: 0; font-size: 0; }
  /* In a shadow root, Chromium's file inputs accept drops only on their button. */
  .drop ::file-selector-button { width: 100%; height: 100%; }
  .camera { display: none; }
  .drop b { display: block; color: var(--ink); font-weight: 600; }
  svg { width: 1.5em; height: 1.5em; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; }
  .privacy, .note { margin-bottom: 1em; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  /* A phone with text of 200%: long words are hyphenated where the browser can, instead of cut. */
  @container (max-width: 13em) {
    .form { hyphens: auto; }
  }
  @container (min-width: 30em) {
    .form { padding: calc(var(--space) * 1.75); }
    .pair { grid-template-columns: 1fr 1fr; gap: var(--space); align-items: end; }
    .pair > :only-child, .pair:has(> [hidden]) > * { grid-column: 1 / -1; }
    .drop { grid-template-columns: auto 1fr auto; }
    .drop .quiet { grid-column: auto; }
  }
  /* 44 px, and the border of a button around a file input, where it can't be tapped. */
  @media (pointer: coarse) {
    .form { --control: max(var(--enquiry-control, 3em), 44px); --target: 46px; }
    .drop { grid-template-columns: 1fr 1fr; gap: .625em; align-items: normal; padding: 0; background: none; border: 0; }
    .drop p { grid-column: 1 / -1; margin-top: -.25em; }
    .drop :is(svg, b) { display: none; }
    .drop .quiet { position: relative; display: grid; grid-column: auto; padding: .375em 0; }
  }
  @media (prefers-contrast: more) {
    .form { --line: var(--ink); --muted: var(--ink); }
  }
  @media (forced-colors: active) {
    select { appearance: auto; }
  }
`;
