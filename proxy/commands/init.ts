import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readDefinitions } from '../enquiry/definitions.ts';
import { parseConfig } from '../settings/read-settings.ts';
import { parseEnvironment } from '../settings/settings.ts';
import { command, flag, type Io, text, UsageError, type Values } from './command.ts';
import { heightsComment, parseProxy, parseWebAddress, plainTags, toHtml } from './snippet.ts';

/** What `init` must know, unless it asks. */
const answerOptions = { page: text, label: text, proxy: text, 'api-url': text, 'api-username': text };

/** `init`: writes a config with one form, the settings and the tags for the page. The password of the enquiry API is
 * neither asked for nor an option, because terminals and process lists would show it. */
export const init = command({
  options: { json: flag, ...answerOptions, to: text, force: flag },
  async run({ to = '.', force, ...given }, io) {
    const folder = resolve(to);
    const files = {
      config: join(folder, 'enquiry.config.json'),
      environment: join(folder, 'enquiry.env'),
      password: join(folder, 'enquiry-api-password'),
      snippet: join(folder, 'enquiry-snippet.html'),
    };
    const existing = Object.values(files).filter(path => existsSync(path));
    if (existing.length > 0 && !force)
      throw new UsageError(
        `These files already exist: ${existing.join(', ')}. Add --force to overwrite them.`,
      );
    const answers = await getAnswers(given, io);
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
    io.print({ ...files, html: snippet }, nextSteps(files, snippet));
    return 0;
  },
});

type Files = Record<'config' | 'environment' | 'password' | 'snippet', string>;

function createConfig({ page, label }: Answers, folder: string): object {
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
function createEnvironment(answers: Answers, folder: string, { config, password }: Files): string {
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

async function createSnippet(config: string, { proxy }: Answers): Promise<string> {
  const parsed = parseConfig(config);
  if ('errors' in parsed)
    throw new UsageError(parsed.errors.map(({ path, message }) => `${path} ${message}`).join('\n'));
  const { caseTypes, current } = await readDefinitions(parsed.config);
  const definitions = caseTypes.flatMap(name => current(name) ?? []);
  const html = toHtml(plainTags(proxy, definitions, undefined).tags, definitions, undefined);
  return `${html}\n\n${heightsComment(proxy)}\n`;
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

/** The answers as they are written into files: the origin of the site owner's pages, the label of the first case type,
 * where visitors reach the proxy (with a slash at the end), and two settings. */
type Answers = Record<keyof typeof answerOptions, string>;

/** The questions. `parse` returns the answer, and throws UsageError if it can't be used. */
const questions: Record<keyof Answers, { text: string; parse(typed: string): string }> = {
  page: {
    text: 'What is the address of your website? Example: https://www.example.com',
    parse: typed => parseWebAddress('--page must be the address of your website', typed).origin,
  },
  label: {
    text: 'What is the title of your form? Example: Book a boiler repair',
    parse: typed => notEmpty('--label must be the title of the form.', typed),
  },
  proxy: {
    text: 'Where will visitors reach the proxy? Example: https://forms.example.com',
    parse: parseProxy,
  },
  'api-url': {
    text: 'What is the address of the enquiry API? Example: https://api.example.com/rest/enquiries/v1',
    parse: typed => asSetting('api-url', typed),
  },
  'api-username': {
    text: 'What is the proxy’s user name at the enquiry API?',
    parse: typed => asSetting('api-username', typed),
  },
};

/** Takes the answers from the options and asks for the others. An answer that can't be used is asked for again; in an
 * option, it throws UsageError. */
async function getAnswers(options: Values<typeof answerOptions>, io: Io): Promise<Answers> {
  const names = Object.keys(questions) as (keyof Answers)[];
  const given = names.map(name => [name, options[name]] as const);
  const answers = Object.fromEntries(
    given.flatMap(([name, text]) => (text === undefined ? [] : [[name, questions[name].parse(text)]])),
  );
  const missing = names.filter(name => answers[name] === undefined);
  if (missing.length > 0) Object.assign(answers, await ask(missing, io));
  return answers as unknown as Answers; // Every question has been answered.
}

async function ask(names: (keyof Answers)[], { input, errors, warn }: Io): Promise<Partial<Answers>> {
  const answers: Partial<Answers> = {};
  const terminal = createInterface({ input, output: errors });
  const pending = [...names];
  const showNext = () => pending[0] && warn(questions[pending[0]].text);
  showNext();
  for await (const line of terminal) {
    const [name] = pending;
    if (!name) break;
    try {
      answers[name] = questions[name].parse(line.trim());
      pending.shift();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      warn(error.message);
    }
    if (pending.length === 0) break;
    showNext();
  }
  terminal.close();
  if (pending.length > 0)
    throw new UsageError(`"init" needs more answers: ${pending.map(each => `--${each}`).join(', ')}.`);
  return answers;
}

function notEmpty(problem: string, typed: string): string {
  if (typed === '') throw new UsageError(problem);
  return typed;
}

/** The value as the proxy reads it. */
function asSetting(option: 'api-url' | 'api-username', typed: string): string {
  const parsed = parseEnvironment({
    ENQUIRY_API_URL: option === 'api-url' ? typed : 'https://api.example.com/rest/enquiries/v1',
    ENQUIRY_API_USERNAME: option === 'api-username' ? typed : 'someone',
    ENQUIRY_API_PASSWORD: 'unused',
  });
  if ('settings' in parsed) return parsed.settings.enquiryApi[option === 'api-url' ? 'url' : 'username'];
  throw new UsageError(`--${option} ${parsed.errors.map(({ message }) => message).join(', and ')}.`);
}
