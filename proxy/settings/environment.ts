import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Fault, faultsOf } from './configuration-error.ts';
import { exactOrigin } from './exact-origin.ts';
import { minSecretLength } from './secret.ts';

const whole = (smallest: number, largest: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(
      z.number().min(smallest, `must be at least ${smallest}`).max(largest, `must be at most ${largest}`),
    );

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const apiUrl = z.string().transform((text, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!URL.canParse(text)) return refuse('must be a URL');
  const url = new URL(text);
  if (url.username || url.password) {
    return refuse('must hold no credentials; use ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
    return refuse('must be https (http is for loopback alone)');
  }
  if (url.search || url.hash) return refuse('must hold no query and no fragment');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith('/v1')) return refuse('must end in /<rest_root>/<service_namespace>/v1');
  return `${url.origin}${path}`;
});

/** Signs upload tokens; the first signs, all are accepted, so that a secret can be rotated. */
const secrets = z
  .string()
  .transform(text => text.split(',').map(each => each.trim()))
  .pipe(
    z.array(z.string().min(minSecretLength, `each secret must have at least ${minSecretLength} characters`)),
  );

const shape = {
  ENQUIRY_API_URL: apiUrl,
  ENQUIRY_API_USERNAME: z
    .string()
    .min(1, 'is empty')
    .regex(/^[^:]*$/, 'must hold no colon'),
  ENQUIRY_API_PASSWORD: z.string().min(1, 'is empty'),
  ENQUIRY_SECRET: secrets.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be postgres://…' }).optional(),
  ENQUIRY_DATA: z.string().min(1, 'is empty').default('./data'),
  ENQUIRY_CONFIG: z.string().min(1, 'is empty').default('./enquiry.config.json'),
  HOST: z.string().min(1, 'is empty').default('127.0.0.1'),
  PORT: whole(0, 65_535).prefault('8080'),
  ENQUIRY_PUBLIC_ORIGIN: exactOrigin('https://forms.example.com').optional(),
  ADMIN_HOST: z.string().min(1, 'is empty').default('127.0.0.1'),
  ADMIN_PORT: whole(0, 65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUSTED_PROXY_HOPS: whole(0, 10).prefault('0'),
  ENQUIRY_API_CONCURRENCY: whole(1, 1_000).prefault('4'),
  ENQUIRY_API_TIMEOUT_MS: whole(100, 600_000).prefault('30000'),
  ENQUIRY_WAIT_MS: whole(0, 60_000).prefault('5000'),
  ENQUIRY_RATE_PER_ADDRESS: whole(1, 1_000_000).prefault('120'),
  ENQUIRY_UPLOADS: whole(1, 10_000).prefault('128'),
  ENQUIRY_UPLOADS_PER_ADDRESS: whole(1, 10_000).prefault('48'),
  ENQUIRY_UPLOAD_MIN_RATE: whole(0, 1_000_000).prefault('1000'),
  ENQUIRY_UPLOAD_WINDOW_MS: whole(100, 600_000).prefault('30000'),
  ENQUIRY_SPOOL_BYTES: whole(1, Number.MAX_SAFE_INTEGER).prefault('10737418240'),
};
const schema = z.strictObject(shape).refine(
  settings => settings.DATABASE_URL === undefined || settings.ENQUIRY_SECRET !== undefined,
  // Each machine of a fleet would make its own, and refuse the others' upload tokens.
  { path: ['ENQUIRY_SECRET'], error: 'is required with DATABASE_URL' },
);

/** Every setting of the environment, by its own name; times in milliseconds. */
export type Environment = z.output<typeof schema>;

/** The settings that may come from a file, named by `…_FILE`. */
const secretNames = ['ENQUIRY_API_USERNAME', 'ENQUIRY_API_PASSWORD', 'ENQUIRY_SECRET', 'DATABASE_URL'];

/** Parses the environment. Every fault is listed, none shows a value; an unknown `ENQUIRY_…` is one. */
export function parseEnvironment(
  variables: Record<string, string | undefined>,
  readFile: (path: string) => string = path => readFileSync(path, 'utf8'),
): { environment: Environment } | { faults: Fault[] } {
  const faults: Fault[] = [];
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) continue;
    if (Object.hasOwn(shape, name)) named[name] = value;
    else if (secretNames.includes(name.replace(/_FILE$/, ''))) continue;
    else if (name.startsWith('ENQUIRY_')) faults.push({ place: name, message: 'is not a setting' });
  }
  if (variables.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    faults.push({
      place: 'NODE_TLS_REJECT_UNAUTHORIZED',
      message:
        'turns off the verification of certificates: unset it, and name a private CA in NODE_EXTRA_CA_CERTS',
    });
  }
  for (const name of secretNames) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (named[name] !== undefined) {
      faults.push({ place: name, message: `is set, and ${name}_FILE too; unset one` });
      continue;
    }
    try {
      named[name] = readFile(path).replace(/\r?\n$/, '');
    } catch {
      faults.push({ place: `${name}_FILE`, message: 'names a file that cannot be read' });
      named[name] = ''; // So that the missing value is not reported a second time.
    }
  }
  const parsed = schema.safeParse(named);
  const unreadable = new Set(faults.map(fault => fault.place.replace(/_FILE$/, '')));
  if (!parsed.success)
    faults.push(...faultsOf(parsed.error).filter(({ place }) => !unreadable.has(place.replace(/\[.*/, ''))));
  return parsed.success && faults.length === 0 ? { environment: parsed.data } : { faults };
}
