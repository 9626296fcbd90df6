// One form, three ways: for the same form and answers, the enquiry API gets the same enquiry, whether the element, a page
// without JavaScript or a server application has sent it. The problems are the same, too, and a page keeps the entries.
// Longer than 200 lines because it lists entries for every kind of control.
import * as fc from 'fast-check';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { toFieldName, toMembers } from '../proxy/contract/asked.ts';
import type { Definition, Question } from '../proxy/contract/definition.ts';
import type { Problem } from '../proxy/contract/enquiry.ts';
import type { QuestionType } from '../proxy/contract/question-types.ts';
import { readDefinitions } from '../proxy/enquiry/definitions.ts';
import { attributeOf, elementsIn, readPlainForm, sanitise } from '../tools/testing/plain-form.ts';
import { createProxyUnderTest, json, type ProxyUnderTest } from '../tools/testing/proxy/proxy.ts';
import { validConfig } from '../tools/testing/proxy/settings.ts';
import { isComplete } from '../tools/testing/random.ts';
import {
  Choices,
  inLanguages,
  languages,
  optionValues,
  type RandomQuestion,
  randomContact,
  randomQuestion,
} from '../tools/testing/random-forms.ts';
import { normaliseEntry } from './answers/amount.ts';
import { joinEntry } from './answers/date-words.ts';
import { hiddenAnswers } from './answers/hidden-answers.ts';
import { mergeFormData, type Normalise, readAnswers, visibleValues } from './form/values.ts';
import { translatorFor } from './page/page-language.ts';

const texts = [
  'AB12',
  ' AB12 ',
  'ab',
  'a\tb',
  '<b a="1">&amp;</b>',
  'ʻOkina',
  '👍🏽',
  'e\u0301',
  '\u202eabc',
  '\u3164',
  '$& $1',
];

/** Texts that visitors type. Most of them are possible answers. */
const typed: Record<QuestionType, string[]> = {
  text: [...texts, ''],
  textarea: [...texts, 'One.\nTwo.', '\nThree.', 'a\vb', '</textarea><script>', '', '%0D%0A+ %'],
  address: ['1 High Street\n\nLeeds', '1 High Street\u0007', ' \n '],
  email: [
    'ada@example.com',
    '\u202aada@example.com ',
    'Ada Byron <ada@example.com>',
    '“ada＠example.com”',
    'mailto:ada@example.com?cc=x',
    'ada',
    '',
  ],
  tel: ['tel:07700 900123 (home)', '+44\u00a07700\u2011900123', '٠٧٧٠٠٩٠٠١٢٣', '(07700) 900-123', '123', ''],
  number: [
    '7',
    '£1,250',
    '1.250,50',
    '285 000',
    '٧',
    '٢٨٥٬٠٠٠',
    '20 miles',
    '1,5',
    '1.2k',
    '2 thousand',
    '0.5',
    'x',
    '',
  ],
  date: ['2026-03-10', '0026-03-10', '2020-02-29', '2019-01-01', ''],
  postcode: ['ｓｗ１ａ1aa', '1234 AB', 'EC1A 1BB', 'London', ''],
  select: ['neck', 'back', 'none', ''],
  radio: ['neck', 'back', 'none', ''],
  checkboxes: optionValues,
  yes_no: ['yes', 'no', ''],
  consent: ['yes', ''],
  hidden: ['AB12', ' AB12 ', 'ab!', 'a b', ''],
};
const dates = [
  ['10', '3', '2026'],
  [' 1', '02', '2026'],
  ['٢', '٢', '٢٠٢٦'],
  ['1', 'Feb', '2020'],
  ['1er', 'févr.', '2020'],
  ['', '2', '2026'],
  ['', '', '2026'],
  ['3', '', '2026'],
  ['31', '2', '2026'],
  ['2026-01-02', '', ''],
  ['', '', '1/2/2020'],
  ['1/2', 'x', ''],
  ['', '', ''],
];
const addresses = [
  ['1 High Street', '', 'Leeds', 'LS1 1AA'],
  ['1 High Street', ' Flat 2 ', 'Leeds', ''],
  ['', ' ', '', ''],
];

/** A case type as it is written in a config, and what a visitor enters in each of its controls, shown or not. */
function randomCase(bytes: Uint8Array) {
  const choices = new Choices(bytes);
  const questions: RandomQuestion[] = [];
  for (let n = choices.below(6); n >= 0; n--) {
    const question = randomQuestion(choices, `q${questions.length}`, questions);
    if (question.type === 'hidden')
      Object.assign(question, choices.maybe({ from: `address:${question.id}` }));
    questions.push(question);
  }
  const { asked, ...contact } = randomContact(choices);
  const entered = new Map<string, string[]>();
  for (const question of [...questions, ...asked]) {
    const { id, type } = question;
    const entry = 'entry' in question && question.entry;
    const isGiven = choices.below(8) > 0;
    const one =
      entry === 'memorable'
        ? choices.one(dates)
        : entry === 'lines'
          ? choices.one(addresses)
          : [choices.one(typed[type])];
    const given =
      type === 'checkboxes' ? [optionValues, ['none'], ['neck', 'back'], ['neck']][choices.below(4)]! : one;
    if (isGiven) entered.set(toFieldName(id), given);
  }
  const caseType = {
    label: inLanguages('A'),
    questions: choices.below(2) ? ['contact', ...questions] : questions,
    ...contact,
  };
  return { caseType, entered, lang: choices.one(languages) };
}
type RandomCase = ReturnType<typeof randomCase>;

/** The control that a question has. */
function controlType({ type, entry }: Question): string {
  if (entry) return 'text';
  if (type === 'address') return 'textarea';
  return type === 'number' || type === 'postcode' ? 'text' : type;
}

/** The values of the element's controls. */
function fillElement({ questions, lang }: Definition, entered: RandomCase['entered']): FormData {
  const form = new FormData();
  for (const [name, given] of entered) {
    const question = questions.find(({ id }) => toFieldName(id) === name);
    const values = given.map(text => sanitise(question ? controlType(question) : 'text', text));
    for (const value of question?.entry ? [joinEntry(values, question, lang)] : values)
      if (value || !/^(select|radio|yes_no|consent)$/.test(question?.type ?? '')) form.append(name, value);
  }
  return form;
}

/** As the element normalises what was entered. */
const normaliserFor =
  (lang: string): Normalise =>
  (question, text) =>
    normaliseEntry(question, text, lang, translatorFor(lang).translate('numberWords'));

/** The address of a form in a language; it answers hidden questions. */
function formPath(name: string, { entered, lang }: RandomCase): string {
  const query = new URLSearchParams({ lang });
  for (const id of ['q0', 'q1', 'q2', 'q3', 'q4', 'q5']) {
    const [given] = entered.get(toFieldName(id)) ?? [];
    if (given !== undefined) query.set(id, given);
  }
  return `/forms/${name}?${query}`;
}

/** Sends a random form in all three ways. Resolves with the problems that the proxy found. */
async function sendThreeWays(
  proxy: ProxyUnderTest,
  name: string,
  random: RandomCase,
  definition: Definition,
) {
  const { entered, lang } = random;
  const path = formPath(name, random);
  const normalise = normaliserFor(lang);

  const filled = fillElement(definition, entered);
  const source = { definition };
  const addHidden = hiddenAnswers({
    address: `https://www.example.com${path}`,
    prefill: new FormData(),
    source,
  });
  const values = addHidden(mergeFormData(new FormData(), filled));
  const common = { case_type: name, lang };
  const ofElement = await proxy.postEnquiry({
    ...common,
    definition: definition.definition,
    ...visibleValues(definition, values, normalise),
  });

  // A server application sends everything that it has, shown or not.
  const ofServer = await proxy.postEnquiry({
    ...common,
    ...toMembers(readAnswers(definition, values, normalise)),
  });

  const page = await proxy.app.request(path);
  const form = readPlainForm(await page.text());
  const hidden = new Set(
    definition.questions.filter(({ type }) => type === 'hidden').map(({ id }) => toFieldName(id)),
  );
  for (const [control, given] of entered) {
    if (hidden.has(control)) continue;
    const isInParts = form.controls.some(each => each.name === `${control}.1`);
    if (isInParts) for (const [at, text] of given.entries()) form.fill(`${control}.${at + 1}`, [text]);
    else form.fill(control, given);
  }
  const body = form.posted();
  const ofPage = await proxy.app.request(new URL(form.action, new URL(path, 'http://localhost')).href, {
    method: 'POST',
    headers: { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' },
    body,
  });

  const evidence = JSON.stringify({ config: random.caseType, lang, entered: [...entered] });
  const statuses = [ofElement.status, ofServer.status, ofPage.status];
  const problems = ofServer.ok ? [] : (await json<{ problems: Problem[] }>(ofServer)).problems;
  expect(statuses, evidence).toEqual(problems.length ? [422, 422, 422] : [201, 201, 303]);
  if (problems.length) {
    const html = await ofPage.text();
    // If the firm can't help, there is nothing to correct.
    const isEnded = html.includes('class="note ending"');
    if (problems.some(({ rule }) => rule === 'ends')) expect(isEnded, evidence).toBe(true);
    expect(linksOfSummary(html), evidence).toEqual(isEnded ? [] : problems.map(({ field }) => `#${field}`));
    const again = [...readPlainForm(html).posted()].filter(([control]) => control !== 'key');
    expect(withoutControls(again), evidence).toEqual(
      withoutControls([...body].filter(([control]) => control !== 'key')),
    );
  }
  return problems;
}

function linksOfSummary(html: string) {
  const summary = elementsIn(parse(html)).find(each => attributeOf(each, 'part') === 'summary');
  return (summary ? elementsIn(summary) : [])
    .filter(({ tagName }) => tagName === 'a')
    .map(link => attributeOf(link, 'href'));
}

/** The entries of a form, without the characters that visitors can't see and the form removes. */
const withoutControls = (entries: [string, FormDataEntryValue][]) =>
  entries.map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, '') : 'a file',
  ]);

const casesPerProxy = 100;
const caseCount = isComplete ? 10_000 : 100;

test(`element, page and JSON make the same enquiry of ${caseCount} random forms`, {
  timeout: 1_800_000,
}, async () => {
  const sample = fc.sample(fc.uint8Array({ minLength: 40, maxLength: 120 }), caseCount);
  let valid = 0;
  for (let start = 0; start < caseCount; start += casesPerProxy) {
    const cases = new Map(
      sample.slice(start, start + casesPerProxy).map((bytes, at) => [`c${at}`, randomCase(bytes)]),
    );
    const config = {
      origins: ['https://www.example.com'],
      spam: { proof: 'never' },
      case_types: Object.fromEntries([...cases].map(([name, { caseType }]) => [name, caseType])),
    };
    const proxy = await createProxyUnderTest(config, undefined, {
      ENQUIRY_RATE: '1000000',
      ENQUIRY_RATE_PER_ADDRESS: '1000000',
    });
    try {
      proxy.setClock(Date.UTC(2026, 2, 10, 12));
      const definitions = await readDefinitions(validConfig(config));
      for (const [name, random] of cases) {
        const problems = await sendThreeWays(proxy, name, random, definitions.current(name, random.lang)!);
        const bodies = proxy.enquiryApi.requests.splice(0).map(({ body }) => withoutAttribution(body));
        expect(bodies, JSON.stringify(random.caseType)).toEqual(
          problems.length ? [] : [bodies[0], bodies[0], bodies[0]],
        );
        if (!problems.length) valid++;
      }
    } finally {
      await proxy.stop();
    }
  }
  expect(valid).toBeGreaterThan(caseCount / 10);
});

function withoutAttribution({ meta, ...rest }: Record<string, unknown>) {
  const entries = (meta as { id: string }[]).filter(
    ({ id }) => !/^(attribution|suspected|possible|enquiry)_/.test(id),
  );
  return { ...rest, meta: entries };
}
