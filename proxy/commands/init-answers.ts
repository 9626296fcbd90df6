import { createInterface } from 'node:readline/promises';
import { parseEnvironment } from '../settings/environment.ts';
import { type CommandOptions, UsageError } from './command.ts';
import { parseWebAddress } from './page.ts';

/** What `init` must know. */
export interface InitAnswers {
  /** The origin of the site owner's pages. */
  page: string;
  /** The label of the first case type. */
  label: string;
  /** Where visitors reach the proxy; ends with a slash. */
  proxy: string;
  'api-url': string;
  'api-username': string;
}

interface InitQuestion {
  text: string;
  /** Returns the answer as it is written into files. Throws UsageError. */
  parse(typed: string): string;
}

const questions: Record<keyof InitAnswers, InitQuestion> = {
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
    parse(typed) {
      const { origin, pathname } = parseWebAddress('--proxy must be the address of the proxy', typed);
      return `${origin}${pathname.replace(/\/*$/, '/')}`;
    },
  },
  'api-url': {
    text: 'What is the address of the enquiry API? Example: https://api.example.com/rest/enquiries/v1',
    parse: typed => asSetting('--api-url', 'ENQUIRY_API_URL', typed),
  },
  'api-username': {
    text: 'What is the proxy’s user name at the enquiry API?',
    parse: typed => asSetting('--api-username', 'ENQUIRY_API_USERNAME', typed),
  },
};

/** Takes the answers from the options and asks for the others. An answer that can't be used is asked for again; in an
 * option, it throws UsageError. */
export async function getInitAnswers(options: CommandOptions): Promise<InitAnswers> {
  const names = Object.keys(questions) as (keyof InitAnswers)[];
  const given = names.map(name => [name, options[name]] as const);
  const answers = Object.fromEntries(
    given.flatMap(([name, text]) => (text === undefined ? [] : [[name, questions[name].parse(text)]])),
  );
  const missing = names.filter(name => answers[name] === undefined);
  if (missing.length > 0) Object.assign(answers, await ask(missing));
  return answers as unknown as InitAnswers; // Every question has been answered.
}

async function ask(names: (keyof InitAnswers)[]): Promise<Partial<InitAnswers>> {
  const answers: Partial<InitAnswers> = {};
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const pending = [...names];
  const showNext = () => pending[0] && console.error(questions[pending[0]].text);
  showNext();
  for await (const line of terminal) {
    const [name] = pending;
    if (!name) break;
    try {
      answers[name] = questions[name].parse(line.trim());
      pending.shift();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.error(error.message);
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
function asSetting(option: string, name: 'ENQUIRY_API_URL' | 'ENQUIRY_API_USERNAME', typed: string): string {
  const parsed = parseEnvironment({
    ENQUIRY_API_URL: 'https://api.example.com/rest/enquiries/v1',
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'unused',
    [name]: typed,
  });
  if ('environment' in parsed) return parsed.environment[name];
  throw new UsageError(`${option} ${parsed.errors.map(({ message }) => message).join(', and ')}.`);
}
