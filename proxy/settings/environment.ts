import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { enquiryTimeoutMs } from '../contract/enquiry.ts';
import type { ConfigurationError } from './configuration-error.ts';
import { exactOrigin } from './exact-origin.ts';
import { minSecretLength } from './generated-secret.ts';
import { parseBySchema, unknownSetting } from './schema-errors.ts';

const notEmpty = z.string().min(1, 'must not be empty');

const wholeNumber = (smallest: number, largest: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(
      z.number().min(smallest, `must be at least ${smallest}`).max(largest, `must be at most ${largest}`),
    );

/** Leaves the widget 5 s for the rest of the request. Otherwise it would show a failure for an enquiry that was stored. */
export const maxOutcomeWaitMs = enquiryTimeoutMs - 5_000;

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const enquiryApiUrl = z.string().transform((text, context) => {
  const reject = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!URL.canParse(text)) return reject('must be a URL, like https://api.example.com/rest/enquiries/v1');
  const url = new URL(text);
  if (url.username || url.password)
    return reject('must not contain credentials: set ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD instead');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname)))
    return reject('must use https (http is accepted for loopback addresses only)');
  if (url.search || url.hash) return reject('must not have a query or a fragment');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith('/v1')) return reject('must end in /<rest_root>/<service_namespace>/v1');
  return `${url.origin}${path}`;
});

const secrets = z
  .string()
  .transform(text => text.split(',').map(each => each.trim()))
  .pipe(z.array(z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`)));

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const shape = {
  ENQUIRY_API_URL: enquiryApiUrl,
  // Basic authentication separates the username from the password with a colon (RFC 7617, section 2).
  ENQUIRY_API_USERNAME: notEmpty.regex(/^[^:]*$/, 'must not contain a colon'),
  ENQUIRY_API_PASSWORD: notEmpty,
  ENQUIRY_SECRET: secrets.optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a PostgreSQL URL, like postgres://user@db.example.com/enquiries',
    })
    .optional(),
  ENQUIRY_DATA: notEmpty.default('./data'),
  ENQUIRY_CONFIG: notEmpty.default('./enquiry.config.json'),
  HOST: notEmpty.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).prefault('8080'),
  ENQUIRY_PUBLIC_ORIGIN: exactOrigin('https://forms.example.com').optional(),
  ADMIN_HOST: notEmpty.default('127.0.0.1'),
  ADMIN_PORT: wholeNumber(0, 65_535).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).prefault('0'),
  ENQUIRY_API_CONCURRENCY: wholeNumber(1, 1_000).prefault('4'),
  ENQUIRY_API_TIMEOUT_MS: wholeNumber(100, 600_000).prefault('30000'),
  ENQUIRY_WAIT_MS: wholeNumber(0, maxOutcomeWaitMs).prefault('5000'),
  ENQUIRY_RATE_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault('120'),
  ENQUIRY_RATE: wholeNumber(1, 1_000_000).prefault('600'),
  ENQUIRY_OUTBOX_MOST: wholeNumber(1, Number.MAX_SAFE_INTEGER).prefault('100000'),
  ENQUIRY_CONNECTIONS: wholeNumber(1, 1_000_000).prefault('10000'),
  ENQUIRY_UPLOADS: wholeNumber(1, 10_000).prefault('128'),
  ENQUIRY_UPLOADS_PER_ADDRESS: wholeNumber(1, 10_000).prefault('48'),
  ENQUIRY_UPLOAD_MIN_RATE: wholeNumber(0, 1_000_000).prefault('1000'),
  ENQUIRY_UPLOAD_WINDOW_MS: wholeNumber(100, 600_000).prefault('30000'),
  ENQUIRY_SPOOL_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).prefault('10737418240'),
};
const schema = z.strictObject(shape).refine(
  environment => environment.DATABASE_URL === undefined || environment.ENQUIRY_SECRET !== undefined,
  // Otherwise each instance of a fleet would generate its own and reject the upload tokens of the others.
  {
    path: ['ENQUIRY_SECRET'],
    error: 'is required with DATABASE_URL: give every instance the same secret',
  },
);

/** The settings under the names of their environment variables, with defaults filled in. */
export type Environment = z.output<typeof schema>;

/** Settings that can be read from a file instead, whose path is in `…_FILE`. */
const fromFile = ['ENQUIRY_API_USERNAME', 'ENQUIRY_API_PASSWORD', 'ENQUIRY_SECRET', 'DATABASE_URL'];

/** Parses the environment. Returns every configuration error; an unknown variable `ENQUIRY_…` is one. */
export function parseEnvironment(
  variables: Record<string, string | undefined>,
  readFile: (path: string) => string = path => readFileSync(path, 'utf8'),
): { environment: Environment } | { errors: ConfigurationError[] } {
  const errors: ConfigurationError[] = [];
  const variablesByName: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) continue;
    if (Object.hasOwn(shape, name)) variablesByName[name] = value;
    else if (fromFile.includes(name.replace(/_FILE$/, ''))) continue;
    else if (name.startsWith('ENQUIRY_'))
      errors.push({ path: name, message: unknownSetting(name, Object.keys(shape)) });
  }
  if (variables.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    errors.push({
      path: 'NODE_TLS_REJECT_UNAUTHORIZED',
      message:
        'turns off certificate verification: unset it, and use NODE_EXTRA_CA_CERTS to trust a private CA',
    });
  }
  for (const name of fromFile) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (variablesByName[name] !== undefined) {
      errors.push({ path: name, message: `and ${name}_FILE are both set: unset one of them` });
      continue;
    }
    try {
      variablesByName[name] = readFile(path).replace(/\r?\n$/, '');
    } catch {
      errors.push({
        path: `${name}_FILE`,
        message: 'names a file that cannot be read: check its path and permissions',
      });
      variablesByName[name] = ''; // Prevents a second error, for the missing value.
    }
  }
  const result = parseBySchema(schema, variablesByName);
  const reported = new Set(errors.map(({ path }) => path.replace(/_FILE$/, '')));
  if ('errors' in result)
    errors.push(...result.errors.filter(({ path }) => !reported.has(path.replace(/\[.*/, ''))));
  return 'parsed' in result && errors.length === 0 ? { environment: result.parsed } : { errors };
}
