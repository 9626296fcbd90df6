import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import { primaryLanguage } from '../contract/languages/locale.ts';
import { repeatedEntry } from '../delivery/attempt.ts';
import { listPossibleEntries } from '../enquiry/attribution-entries.ts';
import { readConfig } from '../settings/read-settings.ts';
import { command, flag, formatColumns, text, UsageError } from './command.ts';

/** `entries`: lists the entries that the proxy can add to enquiries, by their ids and labels. Reads the config alone. */
export const entries = command({
  options: { json: flag, lang: text },
  async run({ lang }, io) {
    const { config } = readConfig(io.variables);
    if (lang !== undefined && primaryLanguage(lang) !== enquiryTextsIn(lang).language)
      throw new UsageError(`There are no labels in the language "${lang}".`);
    const possible = [
      ...listPossibleEntries({ ...config, language: lang ?? config.language }),
      repeatedEntry,
    ];
    const rows = possible.map(({ id, label }) => ({ id, label }));
    if (io.isJson) for (const row of rows) io.print(row, '');
    else io.output.write(formatColumns([['ID', 'LABEL'], ...rows.map(({ id, label }) => [id, label])]));
    return 0;
  },
});
