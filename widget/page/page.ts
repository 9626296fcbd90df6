// The module `page.js`: the widget's templates for the proxy, which renders them without a browser.
import type { TemplateResult } from 'lit';
import { html } from '#html';
import { asked, toFieldName, toPartName } from '../../proxy/contract/asked.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Answers, Enquiry } from '../../proxy/contract/enquiry.ts';
import { normaliseAnswer } from '../../proxy/contract/normalise.ts';
import type { PageContent, PageForm, PostedFields } from '../../proxy/contract/page-module.ts';
import { isFarTooLong } from '../../proxy/contract/question-types.ts';
import type { MatchesPattern } from '../../proxy/contract/rules.ts';
import { normaliseEntry } from '../answers/amount.ts';
import { dateInWords, phoneInGroups, splitParts } from '../answers/answer-text.ts';
import { below } from '../answers/answers.ts';
import { joinEntry } from '../answers/date-words.ts';
import { endingIn } from '../answers/ending.ts';
import { readHidden } from '../answers/hidden-answers.ts';
import { arrangeFields, pickerRow } from '../answers/rare-fields.ts';
import { attribute as attributeVisit } from '../attribution/precedence.ts';
import { type Field, listFields, needsRareFields } from '../form/form-model.ts';
import { card, type FormState, formPanel, formView, frame, talkLine } from '../form/form-view.ts';
import { type Normalise, readAnswers, visibleQuestionIds, visibleValues } from '../form/values.ts';
import { findProblems, messageAt, summaryOf } from '../problems/problems.ts';
import { describeCondition } from './describe-condition.ts';
import { refusalNote } from './other-pages.ts';
import { type PageLanguage, translatorFor } from './page-language.ts';
import { toHtml } from './server-html.ts';

export {
  renderFallback,
  renderFormList,
  renderMessage,
  renderReceipt,
  renderTabLink,
} from './other-pages.ts';
export { pageStyles, styles } from './page-styles.ts';
export { renderFilesPage } from './render-files-page.ts';

/** The direction in which a language is written. */
export const dirOf = (lang: string) => translatorFor(lang).dir;

/** The contact details and the answers that the element would send of a form with these values. `address` has the answers
 * to hidden questions in its query. */
export function readEnquiry(
  definition: Definition,
  fields: PostedFields,
  address = '',
  matches?: MatchesPattern,
): Partial<Enquiry> {
  const values = readValues(definition, fields, { address, matches });
  return visibleValues(definition, values, normaliserFor(definition));
}

/** Where the element would say that an enquiry comes from, on a page with these addresses, the latest one first. */
export function attribute({ attribution: settings }: Definition, addresses: string[]) {
  return attributeVisit({ tag: {}, addresses, visit: undefined, settings });
}

/** The content of the element's shadow root, without its style sheet: the element's first rendering, with additions for
 * pages without JavaScript. */
export function renderForm(form: PageForm): string {
  const { definition } = form;
  const read = readForm(form);
  const { dir, locale, translate } = read.language;
  const state = stateOf(form, read, read.fields);
  const placePicker = (files: TemplateResult) =>
    definition.attachments.look === 'row' ? pickerRow(files, translate) : files;
  const panel = formPanel(formView(definition, { ...state, placePicker }));
  return toHtml(frame(card(panel, 'form', read.language.lang, dir), '', locale), form.headingLevel);
}

/** A form with the visitor's answers and problems. It isn't in an element, because links to its fields don't reach into a
 * shadow root. Every question that may be asked is shown. */
export function renderFormPage(form: PageForm): PageContent {
  const { definition, today, notes = [], refusal, matches } = form;
  const read = readForm(form);
  const { language, values } = read;
  const { lang, dir, locale, translate } = language;
  const shown = read.fields.map(field => ({ ...field, isHidden: read.conditions.get(field.name) === false }));
  const state = stateOf(form, read, shown);
  const { fields } = state;
  const enquiry = visibleValues(definition, values, read.normalise);
  const found = findProblems(definition, enquiry, { earliest: today, latest: today }, matches);
  const { contact_us } = definition;
  const talk = contact_us && talkLine(contact_us, translate);
  const ending = endingIn(read.fields, values, translate);
  // If the firm can't help, there is nothing to correct.
  const problems = (ending ? [] : (form.problems ?? [])).map(
    problem => found.find(({ field, rule }) => field === problem.field && rule === problem.rule) ?? problem,
  );
  // Not a direct child of the rows, so that the note hides nothing: without a script, nothing could bring it back.
  const endingNote = ending && html`<div tabindex="-1" autofocus>${ending.note}${talk}</div>`;
  const view = formView(definition, {
    ...state,
    fields: fields.map(field => (field.name === ending?.name ? { ...field, after: endingNote } : field)),
    rows: notes.includes('choose-files-again')
      ? html`<p class="note" part="note">${translate('chooseFilesAgain')}</p>`
      : undefined,
    summary: summaryOf(translate, problems, { fields, contact: () => talk }),
    problemAt: field => ({ message: messageAt(translate, problems, field) }),
    belowAt: field => echo(field, values, lang),
  });
  const note = refusal
    ? refusalNote(refusal, translate)
    : notes.includes('check-and-send')
      ? html`<div class="note" part="note">${translate('checkAndSend')}</div>`
      : '';
  const { label } = definition;
  const title = ending ? `${translate('cannotHelp')} – ${label}` : label;
  return {
    lang,
    dir,
    title: problems.length || refusal ? `${translate('error')} ${label}` : title,
    markup: toHtml(frame(card([note, formPanel(view)], 'form', lang, dir), '', locale), form.headingLevel),
  };
}

/** What a form's rendering depends on. */
function readForm({ definition, action, fields: posted = [], matches }: PageForm) {
  const language = translatorFor(definition.lang);
  const normalise = normaliserFor(definition);
  const values = readValues(definition, posted, { address: action, matches });
  const visible = visibleQuestionIds(definition, values, normalise);
  const noneFixed = { hiddenFields: undefined, readonlyFields: undefined };
  const fields = listFields(definition, visible, noneFixed, new FormData(), language.translate);
  const answers = readAnswers(definition, values, normalise);
  return { language, normalise, values, fields, conditions: conditionsOf(definition, language, answers) };
}

/** When each question with a condition is asked, by the name of its field: a text, or whether it is, if that doesn't depend
 * on the visitor. */
function conditionsOf({ questions }: Definition, language: PageLanguage, answers: Answers) {
  return new Map(
    questions.flatMap(({ id, shown_when }) =>
      shown_when
        ? [[toFieldName(id), describeCondition(shown_when, questions, answers, language)] as const]
        : [],
    ),
  );
}

function stateOf(
  { definition, action, fields: posted = [], hidden = {}, today }: PageForm,
  { conditions, language }: ReturnType<typeof readForm>,
  fields: Field[],
): FormState {
  const shown = shownValues(definition, posted);
  const valuesAt = (name: string) => shown.getAll(name).map(String);
  return {
    translate: language.translate,
    fields: needsRareFields(definition) ? arrangeFields(fields, { definition, ...language }) : fields,
    today,
    plain: {
      action,
      hidden: Object.entries(hidden).map(
        ([name, value]) => html`<input type="hidden" name=${name} value=${value} data-plain>`,
      ),
      shownAt({ name, parts }) {
        const condition = conditions.get(name);
        return {
          values: valuesAt(name),
          partValues: parts?.map((_, at) => valuesAt(toPartName(name, at))[0]),
          condition: typeof condition === 'string' ? condition : undefined,
        };
      },
    },
  };
}

/** What the controls of a form show: what was posted, also where a field in parts was posted as a whole. Texts are without
 * NUL, which browsers would replace with a visible character. */
function shownValues(definition: Definition, posted: PostedFields): FormData {
  const questions = asked(definition);
  const choices = new Set(questions.flatMap(({ name, question }) => (question.options ? name : [])));
  const values = new FormData();
  for (const [name, value] of posted)
    values.append(name, choices.has(name) ? value : value.replaceAll('\0', ''));
  for (const { name, question } of questions) {
    const whole = values.get(name);
    if (!question.entry || !whole || values.has(toPartName(name, 0))) continue;
    const parts = splitParts(String(whole), question).slice(0, 4); // No question has more.
    for (const [at, part] of parts.entries()) values.append(toPartName(name, at), part);
  }
  return values;
}

/** How a date or a phone number was understood. */
function echo({ name, question }: Field, values: FormData, lang: string) {
  const text = String(values.get(name) ?? '');
  if (isFarTooLong(question, text)) return undefined;
  if (question.type === 'tel') return below(phoneInGroups(normaliseAnswer(question, text, lang)), text);
  return question.type === 'date' ? below(dateInWords(text, lang), text) : undefined;
}

/** The values of a form's fields: those of fields in parts as the element joins them, and the answers to hidden questions,
 * which the address has. Browsers post lines that end with CRLF. */
function readValues(
  definition: Definition,
  posted: PostedFields,
  { address, matches }: { address: string; matches: MatchesPattern | undefined },
): FormData {
  const values = new FormData();
  for (const [name, value] of posted) values.append(name, value.replaceAll(/\r\n?/g, '\n'));
  for (const question of definition.questions) {
    const name = toFieldName(question.id);
    const parts = [0, 1, 2, 3].map(at => values.get(toPartName(name, at)));
    if (!question.entry || parts.every(part => part === null)) continue;
    const typed = parts.slice(0, question.type === 'date' ? 3 : 4).map(part => String(part ?? ''));
    if (typed.some(part => isFarTooLong(question, part))) {
      values.set(name, typed.join('\n'));
      continue;
    }
    const joined = joinEntry(typed, question, definition.lang);
    if (joined || !values.get(name)) values.set(name, joined);
  }
  // An enquiry that another page couldn't send has them.
  const hidden = definition.questions.map(question =>
    values.has('visit') && values.has(toFieldName(question.id)) ? { ...question, from: 'values' } : question,
  );
  const { answers } = readHidden(hidden, { address, prefill: values }, matches);
  for (const { id, type } of definition.questions)
    if (type === 'hidden') values.set(toFieldName(id), `${answers[id]}`);
  return values;
}

const normaliserFor = ({ lang }: Definition): Normalise => {
  const { translate } = translatorFor(lang);
  return (question, text) => {
    if (isFarTooLong(question, text)) return text;
    return normaliseEntry(question, text, lang, translate('numberWords'));
  };
};
