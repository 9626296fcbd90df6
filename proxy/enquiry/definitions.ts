import { setImmediate as letRequestsRun } from 'node:timers/promises';
import { asked } from '../contract/asked.ts';
import { type AttributionSettings, defaultParameters } from '../contract/attribution.ts';
import type { ContactUs, Definition, FormPart } from '../contract/definition.ts';
import { dayMs } from '../contract/durations.ts';
import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import { closestLanguage } from '../contract/languages/locale.ts';
import { maxLengthOf } from '../contract/question-types.ts';
import type { CaseTypeConfig, Config } from '../settings/config.ts';
import type { QuestionConfig } from '../settings/question-config.ts';
import { isPair, isPerRule, type LocalisedText, sentKeys, textIn, textKeys } from '../settings/texts.ts';
import { type SentDefinition, type SentNames, toSentNames } from './create-body.ts';
import { canonicalJson, isHash, sha256 } from './identifiers.ts';

/** A definition in all its languages, with its sent names: what is archived, and what its hash is computed from. */
interface LocalisedDefinition extends Omit<CaseTypeConfig, 'attachments' | 'hours' | 'alerts'> {
  case_type: string;
  /** The main language. */
  language: string;
  chooser?: Config['chooser'];
  attachments: Definition['attachments'];
  attribution?: AttributionSettings;
}

/** The languages of a definition: those of the case type's label. */
function languagesOf({ label, language }: Pick<LocalisedDefinition, 'label' | 'language'>): string[] {
  return typeof label === 'string' ? [language] : Object.keys(label);
}

/** The closest language of a definition. Otherwise the main language. */
function languageFor(definition: LocalisedDefinition, wanted = definition.language): string {
  return closestLanguage(wanted, languagesOf(definition)) ?? definition.language;
}

/** The definition in one of its languages, without its sent names. `hash` identifies it. */
function inLanguage(definition: LocalisedDefinition, hash: string, lang: string): Definition {
  const { language, receipt, ...others } = definition;
  const { contact: correction, ...shown } = receipt;
  const translateText = (text: LocalisedText) =>
    typeof text === 'string' ? text : (text[lang] ?? text[language]!);
  const translated = toShown(others, translateText) as Omit<Definition, 'definition' | 'lang' | 'receipt'>; // As in the schema.
  return {
    ...translated,
    ...introduceNumber(translated.contact_us, lang),
    definition: hash,
    needs: listNeeds(definition),
    lang,
    receipt: { ...shown, ...(correction && { contact: translateText(correction) }) },
  };
}

/** A telephone number never stands alone below Send. */
function introduceNumber(contact_us: ContactUs | undefined, lang: string): { contact_us?: ContactUs } {
  if (!contact_us) return {};
  return { contact_us: { ...(contact_us.phone && { text: enquiryTextsIn(lang).orCall }), ...contact_us } };
}

function listNeeds({ at_least_one_of, questions, attachments }: LocalisedDefinition): FormPart[] {
  const isRare = (question: QuestionConfig) =>
    question.type === 'hidden' ||
    ('entry' in question && question.entry === 'lines') ||
    ('approximate' in question && question.approximate) ||
    ('options' in question && question.options.some(({ ends }) => ends));
  return at_least_one_of || attachments.look || questions.some(isRare) ? ['rare'] : [];
}

/** A part of a definition as browsers get it: its texts in one language, and without what sets its sent names. */
function toShown(part: unknown, translateText: (text: LocalisedText) => string): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(each => toShown(each, translateText));
  const translate = (key: string, value: LocalisedText) => {
    if (!textKeys.has(key)) return toShown(value, translateText);
    if (!isPerRule(value) && !isPair(value)) return translateText(value);
    return Object.fromEntries(Object.entries(value).map(([rule, text]) => [rule, translateText(text)]));
  };
  const shown = Object.entries(part).filter(([key]) => !sentKeys.has(key));
  return Object.fromEntries(shown.map(([key, value]) => [key, translate(key, value)]));
}

/** All published definitions by hash. They outlast config changes: a page that was opened before one sends the hash of
 * the definition that its visitor saw. */
export interface DefinitionArchive {
  /** Archives definitions as JSON strings. Notes the use of known ones, at most once a day. */
  keepDefinitions(definitions: { hash: string; definition: string }[]): Promise<void>;
  /** The definition with this hash. Notes its use, at most once a day. */
  definition(hash: string): Promise<string | undefined>;
  /** Deletes the definitions that haven't been used for longer than `ageMs`. */
  purgeDefinitions(ageMs: number): Promise<void>;
  /** All archived definitions. */
  allDefinitions(): Promise<string[]>;
}

const yearMs = 365.25 * dayMs;

export type Definitions = Awaited<ReturnType<typeof createDefinitions>>;

/** A few milliseconds of work. */
const caseTypesAtOnce = 25;

/** Passes the values on, and lets requests run in between. */
async function* withPauses<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  let count = 0;
  for (const value of values) {
    yield value;
    count += 1;
    if (count % caseTypesAtOnce === 0) await letRequestsRun();
  }
}

/** Resolves with undefined if no definition with this hash was archived for the case type. */
async function findArchived(
  archive: DefinitionArchive,
  caseType: string,
  hash: string,
): Promise<LocalisedDefinition | undefined> {
  // PostgreSQL fails on NUL, and clients can send anything.
  const archived = isHash(hash) ? await archive.definition(hash) : undefined;
  if (archived === undefined) return undefined;
  const definition = JSON.parse(archived) as LocalisedDefinition; // Only `keepDefinitions` archives.
  return definition.case_type === caseType ? definition : undefined;
}

/** Publishes the current and earlier definitions of the config's case types. `before` are those that a reload replaces. Lets
 * requests run in between, because a config may have thousands of case types. */
export async function createDefinitions(
  config: Config,
  archive: DefinitionArchive,
  before?: { maxEnquiryBytes: number; hashes: ReadonlySet<string> },
) {
  const current = new Map<string, { hash: string; definition: LocalisedDefinition }>();
  for await (const name of withPauses(Object.keys(config.case_types))) {
    const definition = toDefinition(config, name);
    current.set(name, { hash: sha256(canonicalJson(definition)), definition });
  }
  const archived = before ? [] : await archive.allDefinitions();
  const earlier = archived.map(each => JSON.parse(each) as LocalisedDefinition); // Only `keepDefinitions` archives.
  const keepCurrent = async (known?: ReadonlySet<string>) => {
    const kept: { hash: string; definition: string }[] = [];
    for await (const { hash, definition } of withPauses(current.values()))
      if (!known?.has(hash)) kept.push({ hash, definition: canonicalJson(definition) });
    if (kept.length > 0) await archive.keepDefinitions(kept);
  };
  await keepCurrent(before?.hashes);
  const translated = new Map<string, Definition>();
  const translateOnce = (definition: LocalisedDefinition, hash: string, lang: string): Definition => {
    const key = `${hash} ${lang}`;
    const translation = translated.get(key) ?? inLanguage(definition, hash, lang);
    translated.set(key, translation);
    return translation;
  };
  let mostBytes = before?.maxEnquiryBytes ?? 0;
  for await (const each of withPauses(earlier))
    mostBytes = Math.max(mostBytes, maxEnquiryBytes(inLanguage(each, '', each.language)));
  for await (const { hash, definition } of withPauses(current.values())) {
    mostBytes = Math.max(mostBytes, maxEnquiryBytes(translateOnce(definition, hash, definition.language)));
    for (const lang of languagesOf(definition)) translateOnce(definition, hash, lang);
  }
  return {
    /** The names of the config's case types. */
    caseTypes: [...current.keys()],
    /** The maximum size of an enquiry in bytes, for the current definitions and all that were published by this
     * process or before it started. */
    maxEnquiryBytes: mostBytes,
    /** The hashes of the current definitions. */
    hashes: new Set(Array.from(current.values(), ({ hash }) => hash)),
    /** The current definition in the closest language to `lang` (default: the main language). Undefined for an unknown
     * case type. */
    current(caseType: string, lang?: string): Definition | undefined {
      const found = current.get(caseType);
      return found && translateOnce(found.definition, found.hash, languageFor(found.definition, lang));
    },
    /** The ways to reach the site's owner where no case type is known, in the closest language to `lang`. */
    contactUs(lang: string): ContactUs | undefined {
      const translateText = (text: LocalisedText) => textIn(text, lang, config.language);
      const shown = toShown(config.contact_us, translateText) as ContactUs | undefined; // As in the config's schema.
      return introduceNumber(shown, lang).contact_us;
    },
    /** The definition with this hash, in its main language. Only the labels of consents, which prove what the visitor
     * agreed to, are as they were shown in `lang` (default: the main language). Has the names that were sent when it was
     * current. Undefined when it was never published for this case type. */
    async published(caseType: string, hash: string, lang?: string): Promise<SentDefinition | undefined> {
      const found = current.get(caseType);
      if (found?.hash === hash) return toSentDefinition(found.definition, hash, lang, translateOnce);
      const archived = await findArchived(archive, caseType, hash);
      return archived && toSentDefinition(archived, hash, lang, inLanguage);
    },
    /** The archived definition with this hash, in the closest language to `lang` (default: its main language). Its case
     * type needn't be in the config, because a preview may show one before it is. Undefined if it was never archived for
     * this case type. */
    async archived(caseType: string, hash: string, lang?: string): Promise<Definition | undefined> {
      const archived = await findArchived(archive, caseType, hash);
      return archived && inLanguage(archived, hash, languageFor(archived, lang));
    },
    /** Deletes the definitions that nobody has used for the years that the config says. The current ones are in use. */
    async purge(): Promise<void> {
      await keepCurrent();
      await archive.purgeDefinitions(config.definitions.keep_years * yearMs);
    },
  };
}

/** The questions of a case type, and the names that the enquiry API gets for it. */
export function namesOf(config: Config, name: string): { questions: QuestionConfig[]; sent: SentNames } {
  const definition = toDefinition(config, name);
  return { questions: definition.questions, sent: toSentNames(definition) };
}

function toDefinition(config: Config, name: string): LocalisedDefinition {
  const { attachments, hours, alerts, ...caseType } = config.case_types[name]!;
  const { look, add_later_days, ...limits } = attachments;
  const attribution = toAttributionSettings(config.attribution);
  return {
    ...caseType,
    case_type: name,
    language: config.language,
    ...(config.chooser && { chooser: config.chooser }),
    attachments: { ...limits, ...(look === 'row' && { look }) },
    ...(attribution && { attribution }),
  };
}

/** The definition in its main language, with its sent names, and the labels of consents as they were shown in `lang`. */
function toSentDefinition(
  definition: LocalisedDefinition,
  hash: string,
  lang: string | undefined,
  translate: typeof inLanguage,
): SentDefinition {
  const main = translate(definition, hash, definition.language);
  const shown = translate(definition, hash, languageFor(definition, lang));
  return {
    ...main,
    questions: main.questions.map((question, index) =>
      question.type === 'consent' ? { ...question, label: shown.questions[index]!.label } : question,
    ),
    sent: toSentNames(definition),
  };
}

/** Returns only what differs from the defaults, so that the definitions of most sites don't grow. */
function toAttributionSettings({
  parameters,
  first_touch,
}: Config['attribution']): AttributionSettings | undefined {
  const isDefault = parameters.join() === defaultParameters.join();
  if (isDefault && !first_touch) return undefined;
  return { ...(!isDefault && { parameters }), ...(first_touch && { first_touch }) };
}

/** The longest JSON of a character (code point) is a pair of escaped surrogates, such as `\ud83d\ude00`. */
const bytesPerCharacter = 12;
/** Leaves room for the remaining members, punctuation, white space, members that later releases add, and the longest
 * attribution: four marketing fields, 44 parameters of two visits, and three addresses of 500 characters each. */
const slackBytes = 655_360;

/** The maximum size in bytes of an enquiry with this definition: every answer has its maximum length, and every character is
 * escaped. */
export function maxEnquiryBytes(definition: Definition): number {
  const lengths = asked(definition).flatMap(({ question }) => [
    question.id.length,
    ...(question.options?.map(({ value }) => value.length) ?? [maxLengthOf(question)]),
  ]);
  return slackBytes + bytesPerCharacter * lengths.reduce((sum, each) => sum + each, 0);
}

/** Reads an archived definition, and its languages. `lang` may be a closer one, such as `cy-GB` for `cy`; default: the main
 * language. The definition is undefined if it isn't in that language. */
export function readArchived(record: string, lang?: string) {
  const definition = JSON.parse(record) as LocalisedDefinition; // Only `keepDefinitions` archives.
  const languages = languagesOf(definition);
  const language = closestLanguage(lang ?? definition.language, languages);
  return {
    languages,
    definition: language === undefined ? undefined : inLanguage(definition, sha256(record), language),
  };
}

/** The definitions of the config's case types, without archiving them. */
export function readDefinitions(config: Config): Promise<Definitions> {
  return createDefinitions(config, {
    keepDefinitions: async () => {},
    definition: async () => undefined,
    purgeDefinitions: async () => {},
    allDefinitions: async () => [],
  });
}
