import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { enquiryTimeoutMs } from '../contract/enquiry.ts';
import { type ConfigurationError, formatPath, parseBySchema, unknownSetting } from './configuration-error.ts';
import { clientKeys, deskUsers, minSecretLength } from './secrets.ts';
import { unlessMissing } from './texts.ts';

/** A setting, which is an environment variable. */
interface Setting<Value> {
  /** The name of the variable. */
  name: string;
  schema: z.ZodType<Value>;
  /** Its meaning, in Markdown. */
  description: string;
  /** Its default, or what happens without it, in Markdown. */
  byDefault: string;
}

export type Parser<Value> = z.ZodType<Value, string>;

type Texts = Pick<Setting<unknown>, 'description' | 'byDefault'>;

/** A setting that must be set. */
const required = <Value>(name: string, schema: Parser<Value>, description: string): Setting<Value> => ({
  ...{ name, schema, description },
  byDefault: 'required',
});

/** A setting with a default. */
const setting = <Value>(name: string, parser: Parser<Value>, texts: Texts): Setting<Value> => ({
  ...{ name, schema: parser.prefault(texts.byDefault), ...texts },
  ...(!/^\d+$/.test(texts.byDefault) && { byDefault: `\`${texts.byDefault}\`` }),
});

/** A setting that may be unset. */
const optional = <Value>(name: string, parser: Parser<Value>, texts: Texts): Setting<Value | undefined> => ({
  ...{ name, schema: parser.optional(), ...texts },
});

const notEmpty = z.string().min(1, 'must not be empty');

/** A list that is separated by commas. */
const listOf = (entry: z.ZodType<string, string>) =>
  z
    .string()
    .transform(text => text.split(',').map(each => each.trim()))
    .pipe(z.array(entry));

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

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8); // Also for IPv6 addresses that contain these.
loopback.addAddress('::1', 'ipv6');

/** Whether a host name or an address, perhaps in brackets, is this computer. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(address)) return address.startsWith('127.');
  return address === 'localhost' || (isIPv6(address) && loopback.check(address, 'ipv6'));
}

/** An address on the web, reached over TLS. */
const webUrl = (example: string) =>
  z
    .url({
      ...{ protocol: /^https?$/, abort: true, normalize: true },
      error: unlessMissing(`must be a URL, like ${example}`),
    })
    .refine(text => !/^\w+:\/\/[^/]*@/.test(text), 'must not contain credentials: remove them')
    .refine(
      text => text.startsWith('https:') || isLoopback(new URL(text).hostname),
      'must use https (http is accepted for loopback addresses only)',
    );

export const enquiryApiUrl = webUrl('https://api.example.com/rest/enquiries/v1')
  .refine(text => !/[?#]/.test(text), 'must not have a query or a fragment')
  .transform(text => text.replace(/\/$/, ''))
  .refine(text => /[^/]\/v1$/.test(text), 'must end in /<rest_root>/<service_namespace>/v1');

/** Basic authentication separates the username from the password with a colon (RFC 7617, section 2). */
export const enquiryApiUsername = notEmpty.regex(/^[^:]*$/, 'must not contain a colon');

/** An address that may contain a secret. */
const alertUrl = webUrl('https://alerts.example.com/hooks/1234');

/** The address at which visitors reach the proxy. Its path ends with a slash. */
export const publicUrl = z.string().transform((text, context) => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) {
    const message =
      'must be an http or https address without a query, like https://www.example.com/enquiries/';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
});

/** Whether what follows each "%" is encoded, because the clients of PostgreSQL and SMTP decode it. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
const encodedError = 'must have "%25" in place of "%"';

const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be a URL, like smtps://user:password@mail.example.com' })
  .refine(text => !URL.parse(text)?.search, 'must not have a query')
  .refine(isEncoded, encodedError);

const emailAddress = z.email('must be an email address, like alerts@example.com');

const isScanUrl = (text: string) => URL.canParse(text) && /^(tcp:\/\/[^/@]+:\d+|unix:\/.+)$/.test(text);
const scanUrl = z.string().refine(isScanUrl, 'must be tcp://HOST:PORT or unix:/PATH');

const secret = z.string().min(minSecretLength, `must have at least ${minSecretLength} characters`);

const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be a PostgreSQL URL, like postgres://user@db.example.com/enquiries',
  })
  .refine(isEncoded, encodedError);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const logLevel = z.string().pipe(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }));

const caching = z.string().pipe(z.enum(['on', 'off'], { error: 'must be on or off' }));

const clientKeysFile = 'ENQUIRY_CLIENT_KEYS_FILE';
const deskUsersFile = 'ENQUIRY_DESK_USERS_FILE';

/** Every setting, grouped by the part of the proxy that uses it. */
const declaration = {
  enquiryApi: {
    /** Without a trailing slash. */
    url: required(
      'ENQUIRY_API_URL',
      enquiryApiUrl,
      'The address of the enquiry API: `{base_url}/<rest_root>/<service_namespace>/v1`. ' +
        'It must be https, or http on loopback, and contain no credentials.',
    ),
    username: required('ENQUIRY_API_USERNAME', enquiryApiUsername, 'The user name, without a colon.'),
    password: required('ENQUIRY_API_PASSWORD', notEmpty, 'The password or an application password.'),
    concurrency: setting('ENQUIRY_API_CONCURRENCY', wholeNumber(1, 1_000), {
      description:
        'Concurrent requests to the enquiry API for each process. Those that take more than 5 seconds don’t count; ' +
        'with them, there are at most four times as many.',
      byDefault: '4',
    }),
    timeoutMs: setting('ENQUIRY_API_TIMEOUT_MS', wholeNumber(100, 600_000), {
      description:
        'How long the enquiry API may take to respond. Uploads get more time, according to their size.',
      byDefault: '30000',
    }),
  },
  store: {
    databaseUrl: optional('DATABASE_URL', postgresUrl, {
      description: '`postgres://…`: a [fleet](#run-a-fleet) shares this database instead of a data folder.',
      byDefault: 'unset',
    }),
    dataFolder: setting('ENQUIRY_DATA', notEmpty, {
      description:
        'The data folder: the outbox (SQLite), the spooled files and the secret. ' +
        'It must be on a local disk. Only one proxy can use it at a time.',
      byDefault: './data',
    }),
  },
  server: {
    host: setting('HOST', notEmpty, { description: 'The address to listen on.', byDefault: '127.0.0.1' }),
    port: setting('PORT', wholeNumber(0, 65_535), {
      description: 'The port to listen on.',
      byDefault: '8080',
    }),
  },
  admin: {
    host: setting('ADMIN_HOST', notEmpty, {
      description: 'The address to listen on for `ADMIN_PORT`.',
      byDefault: '127.0.0.1',
    }),
    port: optional('ADMIN_PORT', wholeNumber(0, 65_535), {
      description:
        'Serves [the desk](operating.md#the-desk) and [metrics](monitoring.md#metrics) on this port.',
      byDefault: 'unset: neither',
    }),
  },
  desk: {
    users: {
      name: deskUsersFile,
      schema: deskUsers.optional(),
      description:
        'A file with a line for each person who may decide at [the desk](operating.md#the-desk), which ' +
        '`enquiry-form desk-user NAME` writes. Other users of the machine must not be able to change it.',
      byDefault: 'unset: the desk shows figures only',
    },
    url: optional('ENQUIRY_DESK_URL', publicUrl, {
      description:
        'The address at which a [web server](#the-desk-behind-nginx) passes requests on to the desk.',
      byDefault: 'unset: only loopback addresses',
    }),
    trustedHeader: optional(
      'ENQUIRY_DESK_TRUSTED_HEADER',
      notEmpty.regex(/^[\w-]+$/, 'must be the name of a header'),
      {
        description:
          'The header in which a web server on this machine names the person who has [signed in](#the-desk-behind-nginx), ' +
          'such as `X-Forwarded-User`.',
        byDefault: 'unset: people sign in with a password',
      },
    ),
  },
  requests: {
    publicUrl: optional('ENQUIRY_PUBLIC_URL', publicUrl, {
      description:
        'The address at which visitors reach the proxy, with the path that a [web server](#web-servers) removes, ' +
        'such as `https://www.example.com/enquiries/`. `snippet` and prerendered forms use it, ' +
        "and browsers that don't send `Sec-Fetch-Site` need it on the proxy's [pages](pages.md#headers).",
      byDefault: 'unset: the origin that the request has, with its `Host`',
    }),
    caching: setting('ENQUIRY_CACHING', caching, {
      description:
        'Whether browsers may keep the script and the questions [for minutes](operating.md#when-visitors-see-a-change): ' +
        '`on` or `off`.',
      byDefault: 'on',
    }),
    trustedProxyHops: setting('TRUSTED_PROXY_HOPS', wholeNumber(0, 10), {
      description:
        'How many of your own web servers are in front of the proxy and add to `X-Forwarded-For`. See [Limits](#limits).',
      byDefault: '0',
    }),
    enquiriesPerMinutePerAddress: setting('ENQUIRY_RATE_PER_ADDRESS', wholeNumber(1, 1_000_000), {
      description: 'Enquiries per minute from one address.',
      byDefault: '120',
    }),
    enquiriesPerMinute: setting('ENQUIRY_RATE', wholeNumber(1, 1_000_000), {
      description:
        'Enquiries per minute that one process receives in all. Above it, every enquiry needs a [proof of work](configuration.md#spam).',
      byDefault: '600',
    }),
    maxUndelivered: setting('ENQUIRY_OUTBOX_MOST', wholeNumber(1, Number.MAX_SAFE_INTEGER), {
      description:
        'How many enquiries may be waiting or held, apart from suspects; in a fleet, in all its proxies together. ' +
        'The default is enough for a hundred days without the enquiry API at a thousand enquiries a day, ' +
        'and takes about 300 MB if each has 2 kB.',
      byDefault: '100000',
    }),
    outcomeWaitMs: setting('ENQUIRY_WAIT_MS', wholeNumber(0, maxOutcomeWaitMs), {
      description:
        'How long a visitor waits for the enquiry API before getting a reference instead of a number; ' +
        `at most ${maxOutcomeWaitMs}.`,
      byDefault: '5000',
    }),
  },
  uploads: {
    maxConcurrent: setting('ENQUIRY_UPLOADS', wholeNumber(1, 10_000), {
      description: 'Concurrent uploads; from one address, three eighths of them.',
      byDefault: '128',
    }),
    maxSpoolBytes: setting('ENQUIRY_SPOOL_BYTES', wholeNumber(1, Number.MAX_SAFE_INTEGER), {
      description:
        'How many bytes of files may be spooled; in a fleet, by all its proxies together. The default is 10 GiB.',
      byDefault: '10737418240',
    }),
    scanUrl: optional('ENQUIRY_SCAN_URL', scanUrl, {
      description:
        'The `clamd` that [scans files](files-and-photos.md#virus-scans): `tcp://HOST:PORT` or `unix:/PATH`.',
      byDefault: 'unset: files are not scanned',
    }),
  },
  secrets: optional('ENQUIRY_SECRET', listOf(secret), {
    description:
      'Signs upload tokens and digests; at least 32 characters. ' +
      'A comma-separated list [rotates](#rotate-the-secret) it. Required with `DATABASE_URL`.',
    byDefault: 'generated, and kept in the file `secret` in the data folder',
  }),
  clientKeys: {
    name: clientKeysFile,
    schema: clientKeys.prefault(''),
    description:
      'A file with one `NAME=KEY` per line, perhaps with a limit, for [server applications](http-api.md#from-a-server). ' +
      'Other users of the machine must not be able to read it.',
    byDefault: 'unset: only pages may send enquiries',
  },
  alerts: {
    url: optional('ENQUIRY_ALERT_URL', alertUrl, {
      description:
        'A webhook that [tells people](monitoring.md#alerts) what needs them: https, or http on loopback.',
      byDefault: 'unset',
    }),
    email: optional('ENQUIRY_ALERT_EMAIL', listOf(emailAddress), {
      description: 'Email addresses that get the same, separated by commas. Needs the next two.',
      byDefault: 'unset',
    }),
    smtpUrl: optional('SMTP_URL', smtpUrl, {
      description:
        'The mail server: `smtps://user:password@mail.example.com`, or `smtp://…` for STARTTLS. ' +
        'A connection is encrypted, except on loopback.',
      byDefault: 'unset',
    }),
    from: optional('MAIL_FROM', emailAddress, {
      description: 'The email address that these mails come from.',
      byDefault: 'unset',
    }),
    heartbeatUrl: optional('ENQUIRY_HEARTBEAT_URL', alertUrl, {
      description:
        'Requested every five minutes while the proxy works; with `/fail` at its end while something needs a person, apart ' +
        'from a page that blocks sending.',
      byDefault: 'unset',
    }),
  },
  configFile: setting('ENQUIRY_CONFIG', notEmpty, {
    description: 'The config file.',
    byDefault: './enquiry.config.json',
  }),
  logLevel: setting('LOG_LEVEL', logLevel, {
    description:
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. The log consists of lines of JSON on standard output.',
    byDefault: 'info',
  }),
};

type ValuesOf<Declared> =
  Declared extends Setting<infer Value> ? Value : { [Name in keyof Declared]: ValuesOf<Declared[Name]> };

/** The parsed settings, in the groups of their declaration. */
export type Settings = Omit<ValuesOf<typeof declaration>, 'store' | 'requests'> & {
  store: StoreSettings;
  requests: RequestSettings;
};
export type EnquiryApiSettings = Settings['enquiryApi'];
export type StoreSettings = ValuesOf<typeof declaration.store> & {
  /** The most that is reserved on the disk for delivering and erasing. Default: 16 MiB. Tests set less. */
  maxReserveBytes?: number;
  /** Whether a backup is put into place although something of it is missing. An option of a command sets it. */
  acceptsIncomplete?: boolean;
};
export type UploadSettings = Settings['uploads'];
export type RequestSettings = ValuesOf<typeof declaration.requests> & {
  /** Default: 1,000 bytes per second over 30 seconds. Tests set less. */
  minimumRate?: MinimumRate;
};
/** The rate below which a client is cut off. */
export interface MinimumRate {
  bytesPerSecond: number;
  /** The time of waiting for the client over which the rate is measured. */
  windowMs: number;
}

/** A group of the declaration, or a setting. */
type Declared = Setting<unknown> | { [name: string]: Declared };

const isSetting = (declared: Declared): declared is Setting<unknown> => typeof declared.name === 'string';

/** Every setting, in the order of the declaration. */
export const settings = flatten(declaration, declaration).map(([setting]) => setting);

/** Puts the values of variables where their settings are declared. */
function place(declared: Declared, values: Record<string, unknown>): unknown {
  if (isSetting(declared)) return values[declared.name];
  return Object.fromEntries(Object.entries(declared).map(([name, each]) => [name, place(each, values)]));
}

const schemas = Object.fromEntries(settings.map(({ name, schema }) => [name, schema]));
/** Settings that need another one, and why. */
const needs = [
  // Otherwise each instance of a fleet would generate its own and reject the upload tokens of the others.
  ['DATABASE_URL', 'ENQUIRY_SECRET', 'give every instance the same secret'],
  ['ENQUIRY_ALERT_EMAIL', 'SMTP_URL', 'set the address of a mail server'],
  ['ENQUIRY_ALERT_EMAIL', 'MAIL_FROM', 'set the address that the mails come from'],
] as const;
const schema = needs.reduce(
  (schema, [name, needed, advice]) =>
    schema.refine(variables => variables[name] === undefined || variables[needed] !== undefined, {
      path: [needed],
      when: () => true, // By default, an error in another variable would hide this one.
      error: `is required with ${name}: ${advice}`,
    }),
  z.strictObject(schemas),
);

/** Settings that are read from a file, or can be, whose path is in `…_FILE`, and what the file contains. */
const fromFile = new Map([
  ['ENQUIRY_API_USERNAME', 'the user name at the enquiry API'],
  ['ENQUIRY_API_PASSWORD', 'the password of the enquiry API'],
  ['ENQUIRY_SECRET', `at least ${minSecretLength} random characters`],
  ['DATABASE_URL', 'the URL of the database'],
  ['ENQUIRY_ALERT_URL', 'the URL of the webhook'],
  ['ENQUIRY_HEARTBEAT_URL', 'the URL to request'],
  ['SMTP_URL', 'the URL of the mail server'],
  ['ENQUIRY_CLIENT_KEYS', 'NAME=KEY, or a comment if no application has a key,'],
  ['ENQUIRY_DESK_USERS', 'what "enquiry-form desk-user NAME" prints'],
]);

/** For each setting whose value is the content of a file: the permissions that other users of the machine must not have. They
 * must not read keys, or change who may use the desk. The file's group may, because container platforms and service managers
 * hand over secrets in this way. */
const refusedAccess: Record<string, number> = { [clientKeysFile]: 0o006, [deskUsersFile]: 0o002 };

/** Lists the settings that need a restart by their variables, except those that may contain a password. */
export function listFixedSettings(settings: Settings): Record<string, unknown> {
  const { dataFolder, databaseUrl } = settings.store;
  const absolute = {
    ENQUIRY_CONFIG: resolve(settings.configFile),
    ...(databaseUrl === undefined && { ENQUIRY_DATA: resolve(dataFolder) }),
  };
  const values = flatten(declaration, settings).filter(
    ([{ name }, value]) => value !== undefined && name !== 'ENQUIRY_DATA' && !isFromFile(name),
  );
  return { ...Object.fromEntries(values.map(([{ name }, value]) => [name, value])), ...absolute };
}

const isFromFile = (name: string) => fromFile.has(name) || name.endsWith('_FILE');

/** The opposite of `place`. */
function flatten(declared: Declared, values: unknown): [setting: Setting<unknown>, value: unknown][] {
  if (isSetting(declared)) return [[declared, values]];
  const members = values as Record<string, unknown>; // In the shape of the declaration.
  return Object.entries(declared).flatMap(([key, each]) => flatten(each, members[key]));
}

/** Reads a text file. Undefined if that fails. Skips a byte order mark, with which some editors begin a file. */
export function readTextFile(
  path: string,
  readFile: (path: string) => string = each => readFileSync(each, 'utf8'),
): string | undefined {
  try {
    return readFile(path).replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

/** Parses the environment. Returns every configuration error; an unknown variable `ENQUIRY_…` is one. */
export function parseEnvironment(
  variables: Record<string, string | undefined>,
  readFile?: (path: string) => string,
  readMode: (path: string) => number = path => statSync(path).mode,
): { settings: Settings } | { errors: ConfigurationError[] } {
  const errors: ConfigurationError[] = [];
  const variablesByName: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) continue;
    if (value.endsWith('\r') && /^ENQUIRY_/.test(name))
      errors.push({
        path: name,
        message: 'ends in a carriage return: save the settings file with Unix line endings (LF)',
      });
    else if (Object.hasOwn(schemas, name)) variablesByName[name] = value;
    else if (name.endsWith('_FILE') && fromFile.has(name.slice(0, -'_FILE'.length))) continue;
    else if (name.startsWith('ENQUIRY_'))
      errors.push({ path: name, message: unknownSetting(name, Object.keys(schemas)) });
  }
  if (variables.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    errors.push({
      path: 'NODE_TLS_REJECT_UNAUTHORIZED',
      message:
        'turns off certificate verification: unset it, and use NODE_EXTRA_CA_CERTS to trust a private CA',
    });
  }
  for (const [name, content] of fromFile) {
    const variable = `${name}_FILE`;
    const path = variables[variable];
    if (path === undefined) continue;
    const report = (message: string) => errors.push({ path: variable, message });
    if (variablesByName[name] !== undefined) {
      errors.push({ path: name, message: `and ${variable} are both set: unset one of them` });
      continue;
    }
    const text = readTextFile(path, readFile);
    // Without a value, there would be a second error.
    const access = refusedAccess[variable];
    variablesByName[access ? variable : name] = text?.replace(/\r?\n$/, '') ?? '';
    if (text === undefined) report('names a file that cannot be read: check its path and permissions');
    else if (text.trim() === '') report(`names an empty file: write ${content} into ${path}`);
    else if (/[\ufffd\0]/.test(text)) report(`names a file that isn't in UTF-8: save ${path} in UTF-8`);
    if (text !== undefined && access && readMode(path) & access)
      report(`names a file that every user of this machine can read or change: run chmod o-rwx ${path}`);
  }
  const result = parseBySchema(schema, variablesByName);
  const reported = new Set(errors.map(({ path }) => path.replace(/_FILE$/, '')));
  if ('errors' in result)
    errors.push(
      ...result.errors
        .filter(({ path }) => !reported.has(String(path[0])))
        .map(({ path, message }) => ({ path: formatPath(path), message })),
    );
  if ('errors' in result || errors.length > 0) return { errors: explainNothingLoaded(errors) };
  return { settings: place(declaration, result.parsed) as Settings }; // In the shape of the declaration.
}

/** Replaces the errors of a command that was run without any settings by one that says how to load them. */
function explainNothingLoaded(errors: ConfigurationError[]): ConfigurationError[] {
  const missing = errors.filter(({ message }) => message === 'is required').map(({ path }) => path);
  if (!['URL', 'USERNAME', 'PASSWORD'].every(each => missing.includes(`ENQUIRY_API_${each}`))) return errors;
  const message =
    'are required: load the settings with "set -a; . ./enquiry.env; set +a", ' +
    'or begin the command with "sudo enquiry" if systemd runs the proxy';
  const others = errors.filter(({ path }) => !missing.includes(path));
  return [{ path: missing.join(', '), message }, ...others];
}
