import type { Definition } from '../contract/definition.ts';
import { estimateHeightEm, filesHeightEm, type Layout, layoutChangeEm } from './estimate-height.ts';

/** The widths for which heights are computed, in em of the form's font: from a small phone to the widest form. */
const narrowestEm = 15;
const widestEm = 48;
const stepEm = 0.5;
/** Heights that differ by less share a rule, in em and as a share of the height. */
const toleranceEm = 2.2;
const toleranceShare = 0.03;

/** The font size of the form on a page with the browser's default of 16 px. */
const emPx = 17;
/** The windows for which the CSS names the height. */
const windowsPx = [360, 768, 1_280];

/** The height of forms that are at least `fromEm` wide, up to the next one. */
interface HeightRange {
  fromEm: number;
  heightEm: number;
}

/** The CSS that reserves the height of each case type's form while it loads, by the form's own width, for all questions on
 * one page and, if the case type has steps, for the first step. */
export function reserveHeightCss(definitions: Definition[]): string {
  const lines = [
    // The font size of the form, so that lengths in em are the form's.
    'enquiry-form:not([ready]) {',
    '  display: flow-root; container-type: inline-size; contain-intrinsic-width: 30em;',
    '  font-size: var(--enquiry-size, max(1em, 17px));',
    '}',
    'enquiry-form:not([ready])::before {',
    '  content: ""; float: left; height: calc(var(--reserved, 0em) + var(--reserved-on-touch, 0em));',
    '}',
    ...touchRules(definitions),
    ...definitions.flatMap(definition => [
      describeHeights(definition),
      ...rulesFor(definition, 'page'),
      ...(definition.steps?.length ? rulesFor(definition, 'steps') : []),
    ]),
  ];
  return `@media (scripting: enabled) {\n${lines.map(line => `  ${line}`).join('\n')}\n}`;
}

/** A comment with the heights of a form that is as wide as the window. */
function describeHeights(definition: Definition): string {
  const heights = windowsPx.map(
    px => `${Math.round(emPx * estimateHeightEm(definition, 'page', px / emPx))} px at a width of ${px} px`,
  );
  return `/* ${definition.case_type}: ${heights.join(', ')} */`;
}

function rulesFor(definition: Definition, layout: Layout): string[] {
  const caseType = `[case-type="${definition.case_type}"]`;
  const selector =
    layout === 'steps'
      ? `enquiry-form[layout]${caseType}:not([ready])::before`
      : `enquiry-form${caseType}:not([layout], [ready])::before`;
  const heights = joinWidths(widthEm => estimateHeightEm(definition, layout, widthEm));
  return heights.map(({ fromEm, heightEm }, at) => {
    const rule = `${selector} { --reserved: ${heightEm.toFixed(1)}em; }`;
    return at === 0 ? rule : fromWidth(fromEm, rule);
  });
}

/** The form is taller on touch screens if all its questions are on one page and it has a file picker. */
function touchRules(definitions: Definition[]): string[] {
  if (!definitions.some(({ attachments }) => attachments.max_files > 0)) return [];
  const extraEm = (widthEm: number) => filesHeightEm('touch', widthEm) - filesHeightEm('mouse', widthEm);
  const rules = joinWidths(extraEm).map(({ fromEm, heightEm }, at) => {
    const rule = `enquiry-form:not([layout], [ready])::before { --reserved-on-touch: ${heightEm.toFixed(1)}em; }`;
    return `  ${at === 0 ? rule : fromWidth(fromEm, rule)}`;
  });
  return ['@media (pointer: coarse) {', ...rules, '}'];
}

const fromWidth = (em: number, rule: string) => `@container (min-width: ${em}em) { ${rule} }`;

/** Computes a height for every width, and joins neighbouring widths whose heights hardly differ. */
function joinWidths(heightAt: (widthEm: number) => number): HeightRange[] {
  const ranges: { fromEm: number; heights: number[] }[] = [];
  for (let widthEm = narrowestEm; widthEm <= widestEm; widthEm += stepEm) {
    const height = heightAt(widthEm);
    const range = ranges.at(-1);
    const isClose =
      range && spread([...range.heights, height]) <= Math.max(toleranceEm, height * toleranceShare);
    if (isClose && widthEm !== layoutChangeEm) range.heights.push(height);
    else ranges.push({ fromEm: widthEm, heights: [height] });
  }
  return ranges.map(({ fromEm, heights }) => ({
    fromEm,
    heightEm: (Math.min(...heights) + Math.max(...heights)) / 2,
  }));
}

const spread = (heights: number[]) => Math.max(...heights) - Math.min(...heights);
