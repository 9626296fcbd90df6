import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import { primaryLanguage } from '../contract/languages/locale.ts';
import { repeatedEntry } from '../delivery/attempt.ts';
import { listPossibleEntries } from '../enquiry/attribution-entries.ts';
import { readConfig } from '../settings/read-settings.ts';
import { command, formatColumns, text, UsageError } from './command.ts';

/** Reads the config alone. */
export const entries = command({
  help: 'List the entries that the proxy adds to enquiries, with the labels that the back office sees',
  options: { lang: text('TAG', 'default: the main language') },
  async run({ values: { lang }, io }) {
    const { config } = readConfig(io.variables);
    if (lang !== undefined && primaryLanguage(lang) !== enquiryTextsIn(lang).language)
      throw new UsageError(`There are no labels in the language "${lang}".`);
    const possible = [
      ...listPossibleEntries({ ...config, language: lang ?? config.language }),
      repeatedEntry,
    ];
    const rows = possible.map(({ id, label }) => ({ id, label }));
    io.print(rows, formatColumns([['ID', 'LABEL'], ...rows.map(({ id, label }) => [id, label])]));
    return 0;
  },
});
