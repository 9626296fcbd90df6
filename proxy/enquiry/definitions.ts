import type { Definition, Question } from '../contract/definition.ts';
import type { CaseTypeConfig, Config, QuestionConfig, Text } from '../settings/config.ts';
import { canonical, sha256 } from './canonical-json.ts';

/** A case type as it was published, in all its languages: what a `sha256-…` hash names. */
export interface Publication extends Omit<CaseTypeConfig, 'steps'> {
  case_type: string;
  language: string;
  contact: Config['contact'];
  attachments: Omit<Config['attachments'], 'pdf_javascript'>;
  privacy?: { text: Text; url?: string };
  steps?: { title: Text; questions: string[] }[];
}

/** Keeps every published definition forever, so that a tab opened before a config change can still send. */
export interface DefinitionArchive {
  /** Keeps definitions as JSON; skips those whose hash is known. */
  keepDefinitions(definitions: { hash: string; definition: string }[]): Promise<void>;
  definition(hash: string): Promise<string | undefined>;
}

/** What the proxy knows of case types: the current ones, and every one that was ever published. */
export interface Definitions {
  /** The current definition in the best language for `lang` (default: the main one); undefined: unknown. */
  current(caseType: string, lang?: string): Definition | undefined;
  /** The definition with that hash, in its main language, if it was ever published for that case type. */
  published(caseType: string, hash: string): Promise<Definition | undefined>;
}

/** Publishes the config's case types and answers for them and their predecessors. */
export async function createDefinitions(config: Config, archive: DefinitionArchive): Promise<Definitions> {
  const current = new Map<string, { hash: string; publication: Publication }>();
  for (const name of Object.keys(config.case_types)) {
    const publication = publicationOf(config, name);
    current.set(name, { hash: sha256(canonical(publication)), publication });
  }
  const localised = new Map<string, Definition>();
  const inLanguage = (hash: string, publication: Publication, lang: string): Definition => {
    const key = `${hash} ${lang}`;
    const definition = localised.get(key) ?? localise(publication, hash, lang);
    localised.set(key, definition);
    return definition;
  };
  await archive.keepDefinitions(
    [...current.values()].map(({ hash, publication }) => ({ hash, definition: canonical(publication) })),
  );
  return {
    current(caseType, lang) {
      const found = current.get(caseType);
      return found && inLanguage(found.hash, found.publication, languageFor(found.publication, lang));
    },
    async published(caseType, hash) {
      const now = current.get(caseType);
      if (now?.hash === hash) return inLanguage(hash, now.publication, now.publication.language);
      const kept = await archive.definition(hash);
      if (kept === undefined) return undefined;
      // Written by `publish` above, and named by the hash of its text.
      const publication = JSON.parse(kept) as Publication;
      return publication.case_type === caseType
        ? localise(publication, hash, publication.language)
        : undefined;
    },
  };
}

function publicationOf(config: Config, name: string): Publication {
  const { max_files, max_bytes, strip_metadata } = config.attachments;
  return {
    ...config.case_types[name]!,
    case_type: name,
    language: config.language,
    contact: config.contact,
    attachments: { max_files, max_bytes, strip_metadata },
    ...(config.privacy && { privacy: config.privacy }),
  };
}

/** The closest language that the case type's label has: `cy-GB` finds `cy`; else the main one. */
function languageFor({ label, language }: Publication, wanted = language): string {
  const languages = typeof label === 'string' ? [language] : Object.keys(label);
  const find = (tag: string) => languages.find(each => each.toLowerCase() === tag.toLowerCase());
  return find(wanted) ?? find(wanted.split('-')[0]!) ?? language;
}

function localise(publication: Publication, hash: string, lang: string): Definition {
  const { language, questions, steps, privacy, label, introduction, next, send_label, ...rest } = publication;
  const say = (text: Text) => (typeof text === 'string' ? text : (text[lang] ?? text[language]!));
  const question = (each: QuestionConfig): Question =>
    ({
      ...each,
      label: say(each.label),
      ...(each.help !== undefined && { help: say(each.help) }),
      ...('options' in each && {
        options: each.options.map(option => ({ value: option.value, label: say(option.label) })),
      }),
    }) as Question; // The spread keeps `options` with their texts by language in the type, not in the value.
  return {
    ...rest,
    definition: hash,
    lang,
    label: say(label),
    ...(introduction !== undefined && { introduction: say(introduction) }),
    ...(next !== undefined && { next: say(next) }),
    ...(send_label !== undefined && { send_label: say(send_label) }),
    questions: questions.map(question),
    ...(steps && { steps: steps.map(step => ({ ...step, title: say(step.title) })) }),
    ...(privacy && { privacy: { ...privacy, text: say(privacy.text) } }),
  };
}
