// The module `page.js`: the widget's templates for the proxy, which renders them without a browser.
import { html } from 'lit';
import { toFieldName } from '../../proxy/contract/asked.ts';
import { listShownQuestions } from '../../proxy/contract/check.ts';
import type { Condition, Definition, Question } from '../../proxy/contract/definition.ts';
import type { Answers, Enquiry } from '../../proxy/contract/enquiry.ts';
import type { PageContent, PageForm, PostedFields } from '../../proxy/contract/page.ts';
import { maxLengthOf } from '../../proxy/contract/question-types.ts';
import type { MatchesPattern } from '../../proxy/contract/rules.ts';
import { readAmount } from '../answers/amount.ts';
import { dateInWords, hasWords, joinParts, normaliseEntry, phoneInGroups } from '../answers/answer-text.ts';
import { below, endingIn, noteOf } from '../answers/answers.ts';
import {
  addOtherButton,
  askFor,
  channelChoice,
  channels,
  placeBestTime,
} from '../answers/contact-channel.ts';
import { readHidden } from '../answers/hidden-answers.ts';
import { addressParts, oneOfHint, pickerRow } from '../answers/rare-fields.ts';
import { attribute as attributeVisit } from '../attribution/precedence.ts';
import { type Field, listFields, needsRareFields, type RareFields } from '../form/form-model.ts';
import { card, type FormView, formPanel, frame, picker, talkLine } from '../form/form-view.ts';
import { type Normalise, readAnswers, visibleQuestionIds, visibleValues } from '../form/values.ts';
import { findProblems, messageAt, summaryOf } from '../problems/problems.ts';
import { type PageLanguage, translatorFor } from './catalogues.ts';
import { describeCondition } from './conditions.ts';
import { toHtml } from './html.ts';
import { refusalNote } from './outcome.ts';
import { asPlainForm, markLabel, showPlain } from './plain-form.ts';

export { renderFilesPage } from './files-page.ts';
export { renderFallback, renderMessage, renderReceipt } from './outcome.ts';
export { pageStyles, styles } from './styles.ts';

const ignore = () => {};

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
  const { read, language } = open(form);
  const { lang, dir, locale, translate } = language;
  const fields = read.fields.map(field => ({ ...field }));
  const [call, email] = channels.map(channel => fields.find(({ name }) => name === channel));
  const hasChoice = !!(call && email && definition.contact.ask);
  const hint = hasChoice ? fields.map(field => oneOfHint(field, fields, language)).find(Boolean) : undefined;
  if (hasChoice) {
    askFor('telephone_mobile', 'email', [call, email]);
    call.question.required = false; // Without a script, either will do.
  }
  const arranged = placeBestTime(fields);
  const rare: RareFields = {
    before: field =>
      hasChoice && field === call
        ? channelChoice('telephone_mobile', { isHidden: false, choose: ignore, translate })
        : oneOfHint(field, arranged, language),
    after: field => (hasChoice && field === email ? addOtherButton('email', ignore, translate) : undefined),
    parts: field => addressParts(field, translate),
    placePicker: content =>
      definition.attachments.look === 'row'
        ? pickerRow(content, { isOpen: false, toggle: ignore, translate })
        : content,
  };
  const needsRare = needsRareFields(definition);
  const view = viewOf(form, needsRare ? arranged : fields, { language, rare: needsRare ? rare : undefined });
  const content = frame(card(formPanel(view), 'form', lang, dir), '', locale);
  const headings = new Map(
    read.fields.flatMap(({ name, isHidden, question: { heading } }) =>
      isHidden && heading ? [[name, heading]] : [],
    ),
  );
  return asPlainForm(showPlain(toHtml(content), { ...read, headings, hint }), form);
}

/** A form with the visitor's answers and problems. It isn't in an element, because links to its fields don't reach into a
 * shadow root. Every question that may be asked is shown. */
export function renderFormPage(form: PageForm): PageContent {
  const { definition, today, notes = [], refusal, fields: posted = [], action, matches } = form;
  const { read, language } = open(form);
  const { lang, dir, locale, translate } = language;
  const fields = placeBestTime(
    read.fields.map(field => ({ ...field, isHidden: read.conditions.get(field.name) === false })),
  );
  const enquiry = readEnquiry(definition, posted, action, matches);
  const found = findProblems(definition, enquiry, { earliest: today, latest: today }, matches);
  const problems = (form.problems ?? []).map(
    problem => found.find(({ field, rule }) => field === problem.field && rule === problem.rule) ?? problem,
  );
  const { contact_us } = definition;
  const ending = endingIn(fields, read.values);
  const view = viewOf(form, fields, {
    language,
    rows: notes.includes('choose-files-again')
      ? html`<p class="note" part="note">${translate('chooseFilesAgain')}</p>`
      : undefined,
    rare: {
      before: field => oneOfHint(field, fields, language),
      after: () => undefined,
      parts: field => addressParts(field, translate),
      placePicker: content => content,
    },
  });
  // The labels of questions in the summary have no marks.
  const summary = summaryOf(translate, problems, {
    fields,
    contact: () => contact_us && talkLine(contact_us, translate),
  });
  const panel = formPanel({
    ...view,
    summary,
    note: ending && noteOf(ending.ending, translate),
    messageAt: field => messageAt(translate, problems, field),
    afterAt: field => echo(field, read.values, lang),
  });
  const note = refusal
    ? refusalNote(refusal, translate)
    : notes.includes('check-and-send')
      ? html`<div class="note" part="note">${translate('checkAndSend')}</div>`
      : '';
  const content = card([note, panel], 'form', lang, dir);
  const markup = showPlain(toHtml(frame(content, '', locale)), read);
  return {
    lang,
    dir,
    title: problems.length || refusal ? `${translate('error')} ${definition.label}` : definition.label,
    markup: asPlainForm(markup, form),
  };
}

/** What a form's rendering depends on. */
function open({ definition, action, fields: posted = [], matches }: PageForm) {
  const language = translatorFor(definition.lang);
  const normalise = normaliserFor(definition);
  const values = readValues(definition, posted, { address: action, matches });
  const visible = visibleQuestionIds(definition, values, normalise);
  const isFixed = { hiddenFields: undefined, readonlyFields: undefined };
  const fields = listFields(definition, visible, isFixed, new FormData(), language.translate);
  const answers = readAnswers(definition, values, normalise);
  return { language, read: { values, fields, conditions: conditionsOf(definition, language, answers) } };
}

/** When each question with a condition is asked, by the name of its field: a text, or whether it is, if that doesn't depend
 * on the visitor. */
function conditionsOf(definition: Definition, language: PageLanguage, answers: Answers) {
  const isMet = (condition: Condition) => {
    const probe = { id: '', type: 'text', label: '', shown_when: condition } as const;
    return listShownQuestions([...definition.questions, probe], answers).some(({ id }) => !id);
  };
  return new Map(
    definition.questions.flatMap(({ id, shown_when }) =>
      shown_when
        ? [[toFieldName(id), describeCondition(shown_when, definition, { language, isMet })] as const]
        : [],
    ),
  );
}

function viewOf(
  { definition, today }: PageForm,
  fields: Field[],
  { language, rare, rows }: { language: PageLanguage; rare: RareFields | undefined; rows?: unknown },
): FormView {
  const { translate } = language;
  const { attachments } = definition;
  const files = attachments.max_files ? picker(attachments, ignore, rows, translate) : undefined;
  return {
    definition,
    translate,
    fields: fields.map(markLabel),
    today,
    rare,
    picker: files && rare ? rare.placePicker(files, rows) : files,
    isSending: false,
    onSubmit: ignore,
    onInput: ignore,
    onFocus: ignore,
  };
}

/** How a date or a phone number was understood. */
function echo({ name, question }: Field, values: FormData, lang: string) {
  const text = String(values.get(name) ?? '');
  if (isTooLong(question, text)) return undefined;
  if (question.type === 'tel') return below(phoneInGroups(normaliseEntry(question, text, lang)), text);
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
    const parts = [1, 2, 3, 4].map(part => values.get(`${name}.${part}`));
    if (!question.entry || parts.every(part => part === null)) continue;
    const typed = parts.slice(0, question.type === 'date' ? 3 : 4).map(part => String(part ?? ''));
    if (typed.some(part => isTooLong(question, part))) {
      values.set(name, typed.join('\n'));
      continue;
    }
    const joined = joinParts(typed, question, definition.lang);
    if (joined || !values.get(name)) values.set(name, joined);
  }
  const { answers } = readHidden(definition.questions, { address, prefill: new FormData() }, matches);
  for (const { id, type } of definition.questions)
    if (type === 'hidden') values.set(toFieldName(id), `${answers[id]}`);
  return values;
}

/** Whether a text is too long to be an answer, in whatever notation. What understands a notation may take time that is
 * quadratic in the length, which anybody could use to keep the proxy busy. */
const isTooLong = (question: Question, text: string) => text.length > 2 * maxLengthOf(question) + 1_000;

const normaliserFor = ({ lang }: Definition): Normalise => {
  const { translate } = translatorFor(lang);
  return (question, text) => {
    if (isTooLong(question, text)) return text;
    const number = hasWords(question, text)
      ? readAmount(text, question.unit, lang, translate('numberWords'))
      : text;
    return normaliseEntry(question, number, lang);
  };
};
