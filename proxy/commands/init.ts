import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readDefinitions } from '../enquiry/definitions.ts';
import { elementTag, heightsComment, scriptTag } from '../http/pages/page-tags.ts';
import { phoneNumber } from '../settings/case-type-settings.ts';
import { parseConfig } from '../settings/parse-config.ts';
import { enquiryApiUrl, enquiryApiUsername, isLoopback } from '../settings/settings.ts';
import {
  asSetting,
  command,
  flag,
  type Io,
  oneOf,
  parsed,
  text,
  UsageError,
  type Values,
} from './command.ts';
import {
  createConfig,
  createForm,
  findSchema,
  isEmailAddress,
  presetNames,
  readPreset,
} from './first-config.ts';
import { parseProxy, parseWebAddress } from './snippet.ts';

/** What `init` must know, unless it asks. */
const answerOptions = {
  page: parsed(
    'URL',
    'the address of the website',
    typed => parseWebAddress('--page must be the address of your website', typed).origin,
  ),
  label: parsed('TEXT', 'the title of the form', typed => {
    if (typed !== '') return typed;
    throw new UsageError('--label must be the title of the form.');
  }),
  proxy: parsed('URL', 'where visitors reach the proxy', parseProxy),
  'api-url': parsed('URL', 'the address of the enquiry API', asSetting(enquiryApiUrl)),
  'api-username': parsed('NAME', 'the user name at the enquiry API', asSetting(enquiryApiUsername)),
  contact: parsed('TEXT', 'a phone number or an email address to use instead of the form', typed => {
    if (typed === '' || isEmailAddress(typed) || phoneNumber.safeParse(typed).success) return typed;
    throw new UsageError('--contact must be a phone number or an email address.');
  }),
  privacy: text('TEXT', 'the privacy notice or its address'),
};

/** Writes a config with one form, the settings and the tags for the page. The password of the enquiry API is neither asked for
 * nor an option, because terminals and process lists would show it. */
export const init = command({
  help: 'Write a config, the settings and the tags for a page, from seven answers. Asks for those that are missing',
  options: {
    ...answerOptions,
    preset: oneOf('NAME', presetNames, 'begin with one of the demo’s forms instead of three questions'),
    for: oneOf('PLACE', ['plain', 'systemd', 'container'], 'where the proxy will run; default: the first'),
    to: text('FOLDER', 'default: this folder'),
    force: flag('rename existing files to FILE.old'),
  },
  check({ preset, label }) {
    if (preset && label !== undefined) throw new UsageError('Leave out --label: the preset has a title.');
  },
  async run({ values: { for: target = 'plain', to = '.', force, preset, ...given }, io }) {
    const createPlace = places[target];
    const folder = resolve(to);
    const files = {
      config: join(folder, 'enquiry.config.json'),
      environment: join(folder, 'enquiry.env'),
      password: join(folder, 'enquiry-api-password'),
      secret: join(folder, 'enquiry-secret'),
      snippet: join(folder, 'enquiry-snippet.html'),
    };
    const toOld = (path: string) => `${path}.old`;
    const inTheWay = Object.values(files)
      .map(path => (force ? toOld(path) : path))
      .filter(path => existsSync(path));
    if (inTheWay.length > 0)
      throw new UsageError(
        `These files already exist: ${inTheWay.join(', ')}. ${force ? 'Delete' : 'Add --force to rename'} them.`,
      );
    // A preset has a title.
    const answers = await getAnswers(preset ? { ...given, label: preset } : given, io);
    const place = createPlace(files);
    const form = preset ? readPreset(preset) : createForm(answers.label);
    const config = `${JSON.stringify({ ...findSchema(folder), ...createConfig(form, answers) }, null, 2)}\n`;
    const environment = createEnvironment(answers, place);
    const snippet = await createSnippet(config, answers.proxy);
    mkdirSync(folder, { recursive: true });
    const write = (path: string, text: string, mode = 0o644) => {
      if (existsSync(path)) renameSync(path, toOld(path));
      writeFileSync(path, text, { flag: 'wx', mode });
    };
    write(files.environment, environment, 0o600);
    write(files.password, '', 0o600);
    write(files.secret, `${randomBytes(32).toString('base64url')}\n`, 0o600);
    write(files.config, config);
    write(files.snippet, snippet);
    io.print({ ...files, html: snippet }, nextSteps(files, place, snippet));
    return 0;
  },
});

/** How the settings are written for the place where the proxy will run. */
interface Place {
  /** The settings that are paths there. */
  paths: Record<string, string>;
  /** Its settings can't be quoted, and its port is another than that of the proxy's address. */
  isContainer?: true;
  /** How to run the proxy there, after the password and the questions. */
  steps: string[];
}

const places: Record<'plain' | 'systemd' | 'container', (files: Files) => Place> = {
  plain: ({ config, password, secret, environment }) => ({
    paths: {
      ENQUIRY_API_PASSWORD_FILE: password,
      ENQUIRY_SECRET_FILE: secret,
      ENQUIRY_CONFIG: config,
      ENQUIRY_DATA: join(dirname(config), 'data'),
    },
    steps: [
      `Load the settings and check them: set -a; . ./${shown(environment)}; set +a; npx enquiry-form check`,
      'Run the proxy: npx enquiry-form serve',
    ],
  }),
  // The unit sets the data folder and the path of the password.
  systemd: () => ({
    paths: {
      ENQUIRY_SECRET_FILE: '/etc/enquiry-proxy/enquiry-secret',
      ENQUIRY_CONFIG: '/etc/enquiry-proxy/enquiry.config.json',
    },
    steps: [
      'Install the files and the unit as docs/operating.md shows, in "Run on one machine".',
      'Check the settings: sudo enquiry check',
    ],
  }),
  // The image sets the config, the data folder and the port, which is published as another one.
  container: ({ password, secret }) => ({
    paths: {
      ENQUIRY_API_PASSWORD_FILE: '/run/secrets/enquiry_api_password',
      ENQUIRY_SECRET_FILE: '/run/secrets/enquiry_secret',
    },
    isContainer: true,
    steps: [
      `Let the container's user read the secrets: sudo chown 1000:1000 ${shown(password)} ${shown(secret)}`,
      'Run the container as docs/deploying.md shows, in "Run in containers".',
    ],
  }),
};

type Files = Record<'config' | 'environment' | 'password' | 'secret' | 'snippet', string>;

/** One setting per line. */
function createEnvironment(answers: Answers, place: Place): string {
  const proxy = new URL(answers.proxy);
  const { hostname, protocol, pathname } = proxy;
  // A path or TLS means a web server in front, with another port.
  const isDirect = isLoopback(hostname) && protocol === 'http:' && pathname === '/';
  const port = isDirect && proxy.port !== '8080' && (proxy.port || '80');
  const settings = {
    ENQUIRY_API_URL: answers['api-url'],
    ENQUIRY_API_USERNAME: answers['api-username'],
    ...place.paths,
    ENQUIRY_PUBLIC_URL: answers.proxy,
    ...(!place.isContainer && port && { PORT: port }),
    // Visitors come through a web server with TLS.
    ...(!isLoopback(hostname) && { TRUSTED_PROXY_HOPS: '1' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quote(value, place)}`);
  return `${lines.join('\n')}\n`;
}

/** Writes a value so that systemd, shells and Node's `--env-file` read it; for a container without quotes, which Docker and
 * Kubernetes keep, and without what Compose expands. */
function quote(value: string, { isContainer }: Place): string {
  if (/^[\w@.:/+-]*$/.test(value)) return value;
  if (isContainer && /^[^\s'"\\$#]([^'"\\$#\r\n]*[^\s'"\\$#])?$/.test(value)) return value;
  if (!isContainer && !/['\\\r\n]/.test(value)) return `'${value}'`;
  const refused = isContainer ? 'Quotes, backslashes, $ and #' : 'Quotes and backslashes';
  throw new UsageError(
    `${refused} can’t be written into enquiry.env${isContainer ? ' for a container' : ''}.`,
  );
}

async function createSnippet(config: string, proxy: string): Promise<string> {
  const read = parseConfig(config);
  if (!read.config) throw new UsageError(read.mistakes.map(({ message }) => message).join('\n'));
  const { caseTypes, current } = await readDefinitions(read.config);
  const forms = caseTypes.map(name => elementTag(proxy, [current(name)!]));
  return `${[scriptTag(proxy, caseTypes), '', ...forms].join('\n')}\n\n${heightsComment(proxy)}\n`;
}

const shown = (path: string) => relative('.', path);

function nextSteps(files: Files, place: Place, snippet: string): string {
  const steps = [
    `See your form now; no password needed: npx enquiry-form demo --config ${shown(files.config)}`,
    `Write the password of the enquiry API into ${shown(files.password)}.`,
    `Change the form in ${shown(files.config)}.`,
    ...place.steps,
    'Put these tags on your page:',
  ];
  return `Written: ${Object.values(files).map(shown).join(', ')}
Don't commit ${shown(files.password)} and ${shown(files.secret)}: they contain secrets.

Next:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}

${snippet}`;
}

/** The answers as they are written into files: addresses of the proxy end with a slash, and skipped answers are empty. */
type Answers = Record<keyof typeof answerOptions, string>;

const questions: Record<keyof Answers, string> = {
  page: 'What is the address of your website? Example: https://www.example.com',
  label: 'What is the title of your form? Example: Book a boiler repair',
  proxy: 'Where will visitors reach the proxy? Example: https://forms.example.com',
  'api-url': 'What is the address of the enquiry API? Example: https://api.example.com/rest/enquiries/v1',
  'api-username': 'What is the proxy’s user name at the enquiry API?',
  contact: 'Which phone number or email address can visitors use instead of the form? Return skips this.',
  privacy: 'What is the address of your privacy notice, or its text? Return skips this.',
};

/** Takes the answers from the options and asks for the others, unless they can all be skipped. An answer that can't be
 * used is asked for again. */
async function getAnswers(
  given: Values<typeof answerOptions>,
  { input, errors, warn }: Io,
): Promise<Answers> {
  const answers = { ...given, contact: given.contact ?? '', privacy: given.privacy ?? '' };
  const pending = (Object.keys(questions) as (keyof Answers)[]).filter(name => given[name] === undefined);
  const listNeeded = () => pending.filter(name => answers[name] === undefined);
  if (listNeeded().length === 0) return answers as Answers; // All were given.
  const terminal = createInterface({ input, output: errors });
  warn(questions[pending[0]!]);
  for await (const line of terminal) {
    const name = pending[0]!;
    try {
      answers[name] = answerOptions[name].read(line.trim(), `--${name}`)!; // It was given.
      pending.shift();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      warn(error.message);
    }
    if (pending.length === 0) break;
    warn(questions[pending[0]!]);
  }
  terminal.close();
  const missing = listNeeded().map(name => `--${name}`);
  if (missing.length > 0) throw new UsageError(`"init" needs more answers: ${missing.join(', ')}.`);
  return answers as Answers; // All were given or have been answered.
}
