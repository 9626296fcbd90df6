import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readDefinitions } from '../enquiry/read-definitions.ts';
import { parseConfig } from '../settings/parse-config.ts';
import { type Command, expectNoArguments, print, UsageError } from './command.ts';
import { getInitAnswers, type InitAnswers } from './init-answers.ts';
import { plainTags, toHtml } from './snippet-html.ts';

/** `init`: writes a config with one form, the settings and the tags for the page. The password of the enquiry API is
 * neither asked for nor an option, because terminals and process lists would show it. */
export const init: Command = async (args, options) => {
  expectNoArguments('init', args);
  const folder = resolve(options.to ?? '.');
  const files = {
    config: join(folder, 'enquiry.config.json'),
    environment: join(folder, 'enquiry.env'),
    password: join(folder, 'enquiry-api-password'),
    snippet: join(folder, 'enquiry-snippet.html'),
  };
  const existing = Object.values(files).filter(path => existsSync(path));
  if (existing.length > 0 && !options.force)
    throw new UsageError(`${existing.join(', ')} already exists. Add --force to overwrite.`);
  const answers = await getInitAnswers(options);
  const config = `${JSON.stringify(createConfig(answers, folder), null, 2)}\n`;
  const snippet = await createSnippet(config, answers);
  mkdirSync(folder, { recursive: true });
  const write = (path: string, text: string, mode = 0o644) => {
    rmSync(path, { force: true }); // An existing file would keep its permissions.
    writeFileSync(path, text, { flag: 'wx', mode });
  };
  write(files.environment, createEnvironment(answers, folder, files), 0o600);
  write(files.password, '', 0o600);
  write(files.config, config);
  write(files.snippet, snippet);
  print(options, { ...files, html: snippet }, nextSteps(files, snippet));
  return 0;
};

type Files = Record<'config' | 'environment' | 'password' | 'snippet', string>;

function createConfig({ page, label }: InitAnswers, folder: string): object {
  const schema = 'node_modules/enquiry-form/proxy/settings/config.schema.json';
  return {
    // Editors complete and check the config with it.
    ...(existsSync(join(folder, schema)) && { $schema: `./${schema}` }),
    origins: [page],
    case_types: {
      [toCaseType(label)]: {
        label,
        questions: [{ id: 'message', type: 'textarea', label: 'How can we help?', required: true }],
      },
    },
  };
}

/** A name for addresses: "Book a boiler repair" becomes `book-a-boiler-repair`. */
function toCaseType(label: string): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60) || 'enquiry';
}

/** One setting per line, as systemd, shells, Node's `--env-file` and containers read it. */
function createEnvironment(answers: InitAnswers, folder: string, { config, password }: Files): string {
  const settings = {
    ENQUIRY_API_URL: answers['api-url'],
    ENQUIRY_API_USERNAME: answers['api-username'],
    ENQUIRY_API_PASSWORD_FILE: password,
    ENQUIRY_SECRET: randomBytes(32).toString('base64url'),
    ENQUIRY_CONFIG: config,
    ENQUIRY_DATA: join(folder, 'data'),
    ENQUIRY_PUBLIC_ORIGIN: new URL(answers.proxy).origin,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quote(value)}`);
  return `${lines.join('\n')}\n`;
}

function quote(value: string): string {
  if (/^[\w@.:/+-]*$/.test(value)) return value;
  if (/['\\\r\n]/.test(value))
    throw new UsageError('Quotes and backslashes can’t be written into enquiry.env.');
  return `'${value}'`;
}

async function createSnippet(config: string, { proxy }: InitAnswers): Promise<string> {
  const parsed = parseConfig(config);
  if ('errors' in parsed)
    throw new UsageError(parsed.errors.map(({ path, message }) => `${path} ${message}`).join('\n'));
  const { caseTypes, current } = await readDefinitions(parsed.config);
  const definitions = caseTypes.flatMap(name => current(name) ?? []);
  return `${toHtml(plainTags(proxy, definitions, undefined).tags, definitions, undefined)}\n`;
}

function nextSteps(files: Files, snippet: string): string {
  const shown = (path: string) => relative('.', path);
  const withSettings = `set -a; . ./${shown(files.environment)}; set +a`;
  return `Written: ${Object.values(files).map(shown).join(', ')}
Don't commit ${shown(files.environment)} and ${shown(files.password)}: they contain secrets.

Next:
  1. Write the password of the enquiry API into ${shown(files.password)}.
  2. Change the questions in ${shown(files.config)}.
  3. Load the settings and check them: ${withSettings}; npx enquiry-form check
  4. Run the proxy: npx enquiry-form serve
  5. Put these tags on your page:

${snippet}`;
}
