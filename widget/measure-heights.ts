// `measure-heights.js`: prints the CSS that reserves the height of a page's forms while they load. The site owner runs it
// in the browser's console on the finished page; visitors never load it. It is a classic script, so that it can also be
// pasted. It changes the width of each form for a moment, because a frame of another width may be forbidden by the page's
// content security policy, and a reload would count as a visit.

/** The widths of a form that are measured, in em of its font: from a small phone to a wide screen. */
const narrowestEm = 15;
const widestEm = 80;
/** Choices go side by side as soon as their words fit, which is at any width. */
const stepEm = 0.25;
/** Heights that differ by less than this share of the height belong to one rule. */
const tolerance = 0.02;

const rulesForAll = `
  enquiry-form:not([ready]) {
    display: flow-root; container-type: inline-size; contain-intrinsic-width: 30em;
    font-size: var(--enquiry-size, max(1em, 17px));
  }
  enquiry-form:not([ready])::before {
    content: ""; float: left; height: var(--reserved, 0); animation: enquiry-form-release 0s 10s forwards;
  }
  @keyframes enquiry-form-release { to { height: 0; } }`;

/** The rules for one form: its height in em, from each width at which that changes. */
function measure(form: Element): string {
  const caseType = `[case-type="${CSS.escape(form.getAttribute('case-type') ?? '')}"]`;
  const layout = form.hasAttribute('layout') ? '[layout]:not([ready])' : ':not([layout], [ready])';
  const frame = form.shadowRoot!.querySelector<HTMLElement>('.frame')!; // The form is ready.
  const emPx = Number.parseFloat(getComputedStyle(frame).fontSize);
  let rules = '';
  let reservedEm = 0;
  for (let em = narrowestEm; em <= widestEm; em += stepEm) {
    frame.style.width = `${em}em`;
    const heightEm = frame.offsetHeight / emPx;
    if (Math.abs(heightEm - reservedEm) <= heightEm * tolerance) continue;
    reservedEm = heightEm;
    const rule = `enquiry-form${caseType}${layout}::before { --reserved: ${heightEm.toFixed(1)}em; }`;
    rules += em === narrowestEm ? `\n  ${rule}` : `\n  @container (min-width: ${em}em) { ${rule} }`;
  }
  frame.style.width = '';
  return rules;
}

/** Measures the forms as they are on touch screens, or with a mouse, whatever this device has. */
function measureWith(pointer: 'mouse' | 'touch', forms: Element[]): string {
  const styles = new Set(forms.flatMap(form => form.shadowRoot!.adoptedStyleSheets));
  const rules = [...styles].flatMap(sheet => [...sheet.cssRules]);
  const touchRules = rules.filter(
    rule => rule instanceof CSSMediaRule && rule.conditionText === '(pointer: coarse)',
  ) as CSSMediaRule[]; // The condition says so.
  for (const { media } of touchRules) media.mediaText = pointer === 'touch' ? 'all' : 'not all';
  const measured = new Set(forms.map(measure));
  for (const { media } of touchRules) media.mediaText = '(pointer: coarse)';
  return [...measured].join('');
}

const forms = [...document.querySelectorAll('enquiry-form[ready]')].filter(form => form.clientHeight > 0);
if (forms.length === 0) {
  console.warn('This page shows no form. Reload it, wait until the form appears, and run the line again.');
} else {
  const mouse = measureWith('mouse', forms);
  const touch = measureWith('touch', forms);
  const touchOnly =
    touch === mouse ? '' : `\n  @media (pointer: coarse) {${touch.replaceAll('\n', '\n  ')}\n  }`;
  console.log(`@media (scripting: enabled) {${rulesForAll}${mouse}${touchOnly}\n}`);
}

export {}; // Makes the file a module, so that TypeScript doesn't take its names for global ones.
