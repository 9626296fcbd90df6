import { listShownQuestions } from '../contract/check.ts';
import type { Definition, Question } from '../contract/definition.ts';
import measured from './figures.json' with { type: 'json' };
import { countLines, type TextStyle } from './text-lines.ts';

/** How the form is laid out: all questions on one page, or in steps. */
export type Layout = 'page' | 'steps';

/** The heights of the form's parts in em of its font, each with texts of one line. */
interface LayoutFigures {
  /** The padding on both sides together. */
  padding: number;
  /** A form that asks only for the first name. The other figures are what a part adds to it. */
  form: number;
  introduction: number;
  surname: number;
  oneOf: number;
  privacy: number;
  /** In steps: the progress bars and the title of the first step. */
  steps: number;
  /** A required field of each kind; with options, two of them. */
  fields: Record<string, number>;
  parts: {
    heading: number;
    help: number;
    /** One more option. */
    option: number;
    /** What an optional question with radio buttons has in addition. */
    optionalRadio: number;
    counter: number;
    consentLink: number;
    /** One more row of a textarea. */
    row: number;
    /** A textarea with ten rows, compared with the usual one. */
    tenRows: number;
  };
}

type TextName = 'heading' | 'introduction' | 'questionHeading' | 'label' | 'help' | 'choice' | 'privacy';

interface Figures {
  /** The width from which the form has the wide layout. */
  layoutChange: number;
  /** A row with a radio button or checkbox: its height with one line, and the space beside and around its text. */
  choice: { height: number; indent: number; padding: number };
  texts: Record<TextName, TextStyle & { line: number }>;
  /** The file picker's height, from each width at which it changes. */
  files: Record<'mouse' | 'touch', [fromEm: number, heightEm: number][]>;
  narrow: LayoutFigures;
  wide: LayoutFigures;
}

// Written by `npm run heights`.
// In TypeScript's eyes, JSON has arrays where we have pairs.
const figures = measured as unknown as Figures;

/** The width in em from which the form has the wide layout. */
export const layoutChangeEm = figures.layoutChange;

/** The height of the file picker in em, with a mouse or on touch screens. */
export function filesHeightEm(pointer: 'mouse' | 'touch', widthEm: number): number {
  const heights = figures.files[pointer];
  return (heights.findLast(([fromEm]) => fromEm <= widthEm) ?? heights[0])?.[1] ?? 0;
}

/** Estimates the height of a form that nobody has filled in yet, in em of its font, with a mouse; in steps, of its first
 * step. `widthEm` is the form's width. */
export function estimateHeightEm(definition: Definition, layout: Layout, widthEm: number): number {
  const { label, introduction, contact, privacy, questions, attachments } = definition;
  const sizes = widthEm < layoutChangeEm ? figures.narrow : figures.wide;
  const column = widthEm - sizes.padding;
  const moreLines = (text: string, name: TextName, indent = 0) =>
    (countLines(text, figures.texts[name], column - indent) - 1) * figures.texts[name].line;

  let height = sizes.form + moreLines(label, 'heading');
  if (introduction) height += sizes.introduction + moreLines(introduction, 'introduction');
  if (contact.surname !== 'hidden') height += sizes.surname;
  if (contact.telephone_mobile !== 'hidden') height += sizes.fields.tel ?? 0;
  if (contact.email !== 'hidden') height += sizes.fields.email ?? 0;
  if (contact.one_of) height += sizes.oneOf;
  if (layout === 'steps') return height + sizes.steps;
  for (const question of listShownQuestions(questions, {})) height += fieldHeight(question, sizes, moreLines);
  if (attachments.max_files > 0) height += filesHeightEm('mouse', widthEm);
  if (privacy) {
    const link = privacy.url ? ` ${privacy.url_label ?? 'Read our privacy notice'}` : '';
    height += sizes.privacy + moreLines(privacy.text + link, 'privacy');
  }
  return height;
}

function fieldHeight(
  question: Question,
  { fields, parts }: LayoutFigures,
  moreLines: (text: string, name: TextName, indent?: number) => number,
): number {
  const { type, label, help, heading, options = [], required, rows, counter, url } = question;
  const { choice, texts } = figures;
  const choiceLines = (text: string) => {
    const lines = texts.choice.line + moreLines(text, 'choice', choice.indent);
    return Math.max(0, lines + choice.padding - choice.height);
  };
  const title = required ? label : `${label} (optional)`;
  let height = fields[kindOf(question)] ?? fields.text ?? 0;
  height += type === 'consent' ? choiceLines(title) : moreLines(title, 'label');
  if (heading) height += parts.heading + moreLines(heading, 'questionHeading');
  if (help) height += parts.help + moreLines(help, 'help');
  if (counter) height += parts.counter;
  if (type === 'consent' && url) height += parts.consentLink;
  if (type === 'radio' && !required) height += parts.optionalRadio;
  // A textarea with few rows is as tall as the usual one.
  if (rows !== undefined) height += Math.max(0, parts.tenRows + (rows - 10) * parts.row);
  if (type !== 'radio' && type !== 'checkboxes') return height;
  return options.reduce(
    (sum, option) => sum + choiceLines(option.label),
    height + (options.length - 2) * parts.option,
  );
}

function kindOf({ type, entry }: Question): string {
  if (entry === 'memorable') return 'memorable';
  return entry === 'lines' ? 'addressLines' : type;
}
