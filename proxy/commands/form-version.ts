import type { Definition } from '../contract/definition.ts';
import { readArchived } from '../enquiry/definitions.ts';
import { isHash, sha256, toDigits } from '../enquiry/identifiers.ts';
import { documentStyle, toDocument } from '../http/pages/page-document.ts';
import { builtWidget, loadPageModule } from '../http/scripts/widget-build.ts';
import { listOf } from '../outbox/formats.ts';
import { command, text, UsageError } from './command.ts';

/** Prints an archived definition, as a page or with `--json`. */
export const form = command({
  help: "Print the form that a visitor saw, as a page in HTML. VERSION is the enquiry's enquiry_form_version",
  argument: 'VERSION',
  options: { lang: text('TAG', 'default: the main language') },
  needs: 'store to read',
  check: (_, version) => void parseVersion(version),
  async run({ values: { lang }, argument: version, store, io }) {
    const records = await store.outbox.archive.allDefinitions();
    const isWanted = parseVersion(version);
    const [found, ...others] = records
      .map(record => ({ hash: sha256(record), record }))
      .filter(({ hash }) => isWanted(hash));
    if (!found)
      throw new Error(
        `there is no form version "${version}" in this database: another database has it, or it was removed after definitions.keep_years`,
      );
    if (others.length > 0) {
      const caseTypeOf = (record: string) => (JSON.parse(record) as { case_type: string }).case_type; // Each has one.
      const all = [found, ...others].map(({ hash, record }) => `${hash} (${caseTypeOf(record)})`);
      throw new Error(`there are several such form versions. Name one by its whole hash: ${listOf(all)}`);
    }
    const { definition, languages } = readArchived(found.record, lang);
    if (!definition)
      throw new Error(`this form version isn’t in the language "${lang}", but in ${listOf(languages)}`);
    if (io.isJson) io.print({ definition, archived: JSON.parse(found.record) }, '');
    else io.output.write(await renderPage(definition));
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
    'VERSION must be 8 to 12 digits, such as 3f9a1c20b7e4, the value of enquiry_form_version in quotes, ' +
      'or a hash, which starts with sha256-.',
  );
}

/** The form as visitors see it without JavaScript: with every question that may be asked. */
async function renderPage(definition: Definition): Promise<string> {
  const page = await loadPageModule(builtWidget);
  const today = new Date().toISOString().slice(0, 10);
  const { markup, ...content } = page.renderFormPage({ definition, action: '', today });
  return toDocument({
    ...content,
    style: page.pageStyles + documentStyle,
    body: `<body><main>${markup}</main></body>`,
  });
}
