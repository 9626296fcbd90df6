// The widget and the proxy judge an enquiry alike: with thousands of random configs and forms, the visitor sees the problems
// that the proxy would find, and the enquiry API gets exactly the answers to the questions that the visitor saw.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersOf, isContactField, toFieldName } from '../proxy/contract/asked.ts';
import { check, settleHidden } from '../proxy/contract/check-enquiry.ts';
import { listShownQuestions } from '../proxy/contract/conditions.ts';
import { formatNumber, normaliseAnswer } from '../proxy/contract/normalise.ts';
import { buildCreateBody } from '../proxy/enquiry/create-body.ts';
import { readDefinitions } from '../proxy/enquiry/definitions.ts';
import { parseEnquiry } from '../proxy/http/routes/enquiries.ts';
import { createPatternMatcher } from '../proxy/settings/pattern-matcher.ts';
import { validConfig } from '../tools/testing/proxy/settings.ts';
import { isComplete } from '../tools/testing/random.ts';
import {
  Choices,
  entries,
  optionValues,
  type RandomQuestion,
  randomContact,
  randomQuestion,
} from '../tools/testing/random-forms.ts';
import { hiddenAnswers } from './answers/hidden-answers.ts';
import {
  mergeFormData,
  type Normalise,
  readAnswers,
  visibleQuestionIds,
  visibleValues,
} from './form/values.ts';
import { findProblems } from './problems/problems.ts';

const today = { earliest: '2026-03-10', latest: '2026-03-10' };

/** A config with its questions, and a form that a visitor has filled in. */
function randomCase(bytes: Uint8Array) {
  const choices = new Choices(bytes);
  const questions: RandomQuestion[] = [];
  for (let n = choices.below(5); n >= 0; n--) {
    questions.push(randomQuestion(choices, `q${questions.length}`, questions));
  }
  const { asked, ...contact } = randomContact(choices);
  const form = new FormData();
  for (const { id, type } of [...questions, ...asked]) {
    const given = type === 'checkboxes' ? choices.some(optionValues) : [choices.one(entries[type])];
    for (const value of given) form.append(toFieldName(id), value);
  }
  const lang = choices.one(['en', 'de']);
  const isAtTop = choices.below(2) === 0;
  const caseType = {
    label: { en: 'A', de: 'A' },
    questions: choices.below(2) ? ['contact', ...questions] : questions,
    ...(!isAtTop && contact),
  };
  return { config: { origins: [], ...(isAtTop && contact), case_types: { a: caseType } }, form, lang };
}

/** A limit for hangs: it takes 5 s of processor time, and a minute on a very busy machine. */
const timeoutMs = 180_000;

const formCount = isComplete ? 10_000 : 2_000;
test('widget and proxy agree on thousands of random configs and forms', {
  timeout: timeoutMs,
  tags: 'asvs-2.2.2',
}, async () => {
  const matches = createPatternMatcher({ warn() {} });
  const seen = { problems: new Set<string>(), notAsked: 0, dropped: 0, valid: 0 };
  const property = fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 120 }), async bytes => {
    const { config, form, lang } = randomCase(bytes);
    const definitions = await readDefinitions(validConfig(config));

    // The widget: from the form in the visitor's language to the body of the request.
    const shownForm = definitions.current('a', lang)!;
    const normalise: Normalise = (question, text) => normaliseAnswer(question, text, lang);
    const source = { definition: shownForm };
    const addHidden = hiddenAnswers({ address: 'https://www.example.com/', prefill: form, source });
    const filled = addHidden(mergeFormData(new FormData(), form));
    const values = visibleValues(shownForm, filled, normalise);
    const shownIds = visibleQuestionIds(shownForm, filled, normalise);
    const found = findProblems(shownForm, values, today).map(({ field, rule }) => ({ field, rule }));
    const body = JSON.stringify({ case_type: 'a', definition: shownForm.definition, lang, ...values });

    // What the proxy does with this body.
    const { enquiry: received } = parseEnquiry(JSON.parse(body));
    const definition = (await definitions.published('a', shownForm.definition))!;
    const { answers, dropped } = settleHidden(definition.questions, received.answers!, matches);
    const enquiry = { ...received, answers };
    expect(dropped).toEqual([]); // The widget has dropped them.
    // From a server application, the proxy drops the same.
    const unsettled = readAnswers(definition, form, normalise);
    const ofServer = settleHidden(definition.questions, unsettled, matches);
    const hiddenIds = definition.questions.flatMap(({ id, type }) => (type === 'hidden' ? id : []));
    for (const id of hiddenIds)
      if (values.answers?.[id] !== undefined) expect(ofServer.answers[id]).toBe(values.answers[id]);
    const all = answersOf(enquiry);
    const asked = listShownQuestions(definition.questions, all);
    expect(asked.flatMap(({ id, type }) => (type === 'hidden' ? [] : id))).toEqual(shownIds);
    expect(check(definition, enquiry, today, matches)).toEqual(found);
    if (found.length === 0) {
      const answered = asked.flatMap(({ id, type }) => {
        const isWithheld = type === 'consent' && all[id] === 'no';
        return !`${all[id] ?? ''}`.trim() || isWithheld ? [] : id;
      });
      const { meta, ...body } = buildCreateBody(definition, enquiry);
      const ofMeta = answered.filter(id => !isContactField(id));
      expect(meta.map(({ id }) => id)).toEqual(ofMeta);
      expect(meta.map(({ label }) => label)).toEqual(ofMeta.map(id => `${id}?`));
      const sent = (id: string) => [all[id]!].flat().join(', ').trim().replaceAll('\r\n', '\n');
      expect(meta.map(({ value }) => value)).toEqual(ofMeta.map(sent));
      expect(Object.keys(body).filter(isContactField).toSorted()).toEqual(
        answered.filter(isContactField).toSorted(),
      );
      for (const id of answered.filter(isContactField)) expect(body[id]).toBe(sent(id));
    }

    for (const { rule } of found) seen.problems.add(rule);
    if (asked.length < shownForm.questions.length) seen.notAsked += 1;
    if (ofServer.dropped.length) seen.dropped += 1;
    if (found.length === 0) seen.valid += 1;
  });
  await fc.assert(property, { numRuns: formCount });

  expect([...seen.problems].toSorted()).toEqual([
    'ends',
    'exclusive',
    'not_a_date',
    'not_a_number',
    'not_a_phone_number',
    'not_a_postcode',
    'not_an_email',
    'not_an_option',
    'one_required',
    'required',
    'too_large',
    'too_long',
    'too_small',
    'wrong_format',
  ]);
  expect(seen.notAsked).toBeGreaterThan(formCount / 10);
  expect(seen.dropped).toBeGreaterThan(formCount / 20);
  expect(seen.valid).toBeGreaterThan(formCount / 100);
});

test('a number that is shown as the language writes it is read as the same number', () => {
  const languages =
    'ar ar-EG bn cs cy da de de-AT de-CH en en-IN en-ZA es fa fi fr hi hu it mr nb nl pl pt sv ur'.split(' ');
  const decimal = fc
    .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 18n), fc.option(fc.stringMatching(/^\d{1,8}$/)))
    .map(
      ([isNegative, whole, fraction]) =>
        `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
    );
  void fc.assert(
    fc.property(decimal, fc.constantFrom(...languages), (number, lang) => {
      expect(normaliseAnswer({ type: 'number' }, formatNumber(number, lang), lang)).toBe(number);
    }),
    { numRuns: 5_000 },
  );
});
