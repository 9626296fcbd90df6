import { command } from './command.ts';
import { findSchema } from './first-config.ts';
import { readPage } from './read-page.ts';

export const importForm = command({
  help: 'Print a config with the questions of a form on a page, and on standard error what is missing or has changed',
  argument: 'URL-OR-FILE',
  async run({ argument, io }) {
    const { html, address } = await readPage(argument);
    // The parser takes long enough to slow down the start of the proxy.
    const { importPage } = await import('./imported-config.ts');
    const { config: imported, notes } = importPage(html, address);
    const config = { ...findSchema('.'), ...imported };
    io.print(config, JSON.stringify(config, null, 2));
    for (const note of notes) io.warn(`- ${note}`);
    return 0;
  },
});
