import { type AnswerCondition, foldCondition } from '../contract/conditions.ts';
import {
  type AttachmentLimits,
  type Condition,
  type ContactField,
  contactFields,
  type Definition,
  type Option,
  type Question,
} from '../contract/definition.ts';
import { readArchived } from '../enquiry/definitions.ts';
import { isHash, sha256, toDigits } from '../enquiry/identifiers.ts';
import { countOf, formatBytes, listOf } from '../outbox/formats.ts';
import { openStoreReadOnly } from '../outbox/outbox.ts';
import { readEnvironment } from '../settings/read-settings.ts';
import { command, flag, type Io, silent, text, UsageError } from './command.ts';
import { terminalColumns, wrap } from './plain-words.ts';

/** `form`: prints an archived definition, as text or with `--json`. Reads the store alone and changes nothing. */
export const form = command({
  argument: { name: 'hash' },
  options: { json: flag, lang: text },
  async run({ lang }, io, version = '') {
    const isWanted = parseVersion(version);
    const archived = await readArchive(io);
    const [found, ...others] = archived.filter(({ hash }) => isWanted(hash));
    if (!found) {
      io.warn(
        `There is no form version "${version}" in this database: another database has it, or it was removed after definitions.keep_years.`,
      );
      return 1;
    }
    if (others.length > 0) {
      io.warn('There are several such form versions. Name one by its whole hash:');
      for (const { hash, record } of [found, ...others])
        io.warn(`${hash}  ${(JSON.parse(record) as { case_type: string }).case_type}`); // Every definition has one.
      return 1;
    }
    const { definition, languages } = readArchived(found.record, lang);
    if (!definition) {
      io.warn(`This form version isn’t in the language "${lang}", but in ${listOf(languages)}.`);
      return 1;
    }
    io.print({ definition, archived: JSON.parse(found.record) }, toText(definition, languages));
    return 0;
  },
});

/** Parses a hash, its first 8 to 12 digits, or the value of `enquiry_form_version`. Returns a function that tells whether
 * a hash is meant. Throws UsageError for anything else. */
function parseVersion(version: string): (hash: string) => boolean {
  const [given = ''] = version.trim().split(/\s/);
  if (isHash(given)) return hash => hash === given;
  if (/^[\da-f]{8,12}$/i.test(given)) return hash => toDigits(hash).startsWith(given.toLowerCase());
  throw new UsageError(
    'HASH must be 8 to 12 digits, such as 3f9a1c20b7e4, the value of enquiry_form_version in quotes, or a hash, which starts with sha256-.',
  );
}

async function readArchive({ variables }: Io): Promise<{ hash: string; record: string }[]> {
  const { outbox } = openStoreReadOnly(readEnvironment(variables).store, Date.now, silent);
  try {
    return (await outbox.archive.allDefinitions()).map(record => ({ hash: sha256(record), record }));
  } finally {
    await outbox.close();
  }
}

/** Formats a definition in the order of the form. */
function toText(definition: Definition, languages: string[]): string {
  const { definition: hash, lang, contact, questions, steps = [], privacy, contact_us, receipt } = definition;
  const others = languages.filter(each => each !== lang);
  const about = formatRows([
    ['Form version', toDigits(hash)],
    ['Hash', hash],
    ['Case type', definition.case_type],
    ['Language', others.length > 0 ? `${lang} (also in ${listOf(others)})` : lang],
    ['Title', definition.label],
    ['Introduction', definition.introduction],
    ...steps.map(
      ({ title, questions }, index): Row => [`Step ${index + 1}`, `${title} (${questions.join(', ')})`],
    ),
  ]);
  const contactDetails = ['Contact details', ...formatRows(contactRows(contact), 2)];
  const asked = [contactDetails, ...questions.map(formatQuestion)];
  if (contact.position === 'last') asked.push(...asked.splice(0, 1));
  const end = formatRows([
    ['Files', describeAttachments(definition.attachments)],
    ['Privacy', privacy?.text, privacy && describeLink(privacy)],
    ['Send button', definition.send_label],
    ['Contact us', contact_us?.text, contact_us?.phone, contact_us?.email, contact_us?.url],
    ['Receipt', `shows the ${receipt.identifier}${receipt.show_number ? ' and the number' : ''}`],
    ['What happens next', definition.next],
    ['To correct details', receipt.contact],
  ]);
  return [about, ...asked, end].map(lines => lines.join('\n')).join('\n\n');
}

/** A label and paragraphs. Undefined ones are left out, and so are rows without any. */
type Row = [label: string, ...paragraphs: (string | undefined)[]];

const labelColumns = 20;

function formatRows(rows: Row[], indent = 0): string[] {
  return rows.flatMap(([label, ...paragraphs]) =>
    paragraphs
      .flatMap(paragraph => paragraph?.split(/\r?\n/) ?? [])
      .flatMap(line => wrap(line, terminalColumns - labelColumns))
      .map((line, index) => {
        const start = ' '.repeat(indent) + (index === 0 ? label : '');
        return `${start.padEnd(labelColumns)}${line}`.trimEnd();
      }),
  );
}

function contactRows({ heading, one_of, ask, ...requirements }: Definition['contact']): Row[] {
  const requirementOf = (field: ContactField) => (field === 'forename' ? 'required' : requirements[field]);
  const asked = contactFields.filter(field => requirementOf(field) !== 'hidden');
  const choice = ask ? 'the visitor chooses between' : 'at least one of';
  return [
    ['Heading', heading],
    ...asked.map((field): Row => [field, requirementOf(field)]),
    ['', one_of && `${choice} ${listOf(one_of)}`],
  ];
}

/** Formats a question. Keys without a row of their own are shown as in the config. */
function formatQuestion(question: Question, index: number): string[] {
  const { id, type, label, heading, help, required, options = [], error, ...rest } = question;
  const { url, url_label, shown_when, ...others } = rest;
  const number = `${index + 1}. `;
  return [
    ...label
      .split(/\r?\n/)
      .flatMap(line => wrap(line, terminalColumns - number.length))
      .map((line, at) => (at === 0 ? number : ' '.repeat(number.length)) + line),
    ...formatRows(
      [
        ['Id', id],
        ['Type', type === 'hidden' ? type : `${type}, ${required ? 'required' : 'optional'}`],
        ['Shown if', shown_when && describeCondition(shown_when)],
        ['Heading', heading],
        ['Help', help],
        ['Link', describeLink({ url, url_label })],
        ['Options', ...options.map(describeOption)],
        ...Object.entries(others).map(
          ([key, value]): Row => [key, typeof value === 'string' ? value : JSON.stringify(value)],
        ),
        ...describeMessages(error),
      ],
      2,
    ),
  ];
}

/** Describes an option with its value, if that differs from the label. */
function describeOption({ value, label, exclusive, ends }: Option): string {
  return [
    value === label ? label : `${label} [${value}]`,
    exclusive && '(only alone)',
    ends && `(ends the form: ${[ends.text, describeLink(ends)].filter(Boolean).join(' ')})`,
  ]
    .filter(Boolean)
    .join(' ');
}

function describeMessages(error: Question['error'] = {}): Row[] {
  if (typeof error === 'string') return [['Message', error]];
  return [['Messages', ...Object.entries(error).map(([rule, message]) => `${rule}: ${message}`)]];
}

function describeLink({ url, url_label }: { url?: string | undefined; url_label?: string | undefined }) {
  return url_label === undefined ? url : `${url_label}: ${url}`;
}

function describeCondition(condition: Condition): string {
  type Describe = (isNested: boolean) => string;
  const describe = foldCondition<Describe>(condition, {
    answer: each => () => describeAnswer(each),
    list: (parts, isAll) => isNested => {
      const text = parts.map(part => part(true)).join(isAll ? ' and ' : ' or ');
      return isNested ? `(${text})` : text;
    },
    not: part => () => `not (${part(false)})`,
  });
  return describe(false);
}

function describeAnswer(condition: AnswerCondition): string {
  const { question } = condition;
  if ('is' in condition) return `${question} is ${listOf([condition.is].flat(), 'or')}`;
  if ('less_than' in condition) return `${question} is less than ${condition.less_than}`;
  if ('more_than' in condition) return `${question} is more than ${condition.more_than}`;
  return `${question} is ${condition.answered ? '' : 'not '}answered`;
}

function describeAttachments({ max_files, max_bytes, strip_metadata }: AttachmentLimits): string {
  if (max_files === 0) return 'none';
  const removed = {
    location: '; locations are removed from photos',
    all: '; metadata is removed from photos',
    none: '',
  };
  return `at most ${countOf(max_files, 'file')} of ${formatBytes(max_bytes)} each${removed[strip_metadata]}`;
}
