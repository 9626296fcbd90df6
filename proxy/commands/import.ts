import { command, parsed, UsageError } from './command.ts';
import { findSchema } from './first-config.ts';
import { readPage } from './read-page.ts';

export const importForm = command({
  help: 'Print a config with the questions of a form on a page, and on standard error what is missing or has changed',
  argument: 'URL-OR-FILE',
  options: {
    form: parsed('NUMBER', 'which form of the page; default: the one with the most fields', typed => {
      if (/^[1-9]\d*$/.test(typed)) return Number(typed);
      throw new UsageError('--form must be the number of a form on the page, from 1.');
    }),
  },
  async run({ argument, values, io }) {
    const { html, address } = await readPage(argument);
    // The parser takes long enough to slow down the start of the proxy.
    const { importPage } = await import('./imported-config.ts');
    const { config: imported, notes } = importPage(html, address, values.form);
    const config = { ...findSchema('.'), ...imported };
    io.print(config, JSON.stringify(config, null, 2));
    for (const note of notes) io.warn(`- ${note}`);
    return 0;
  },
});
