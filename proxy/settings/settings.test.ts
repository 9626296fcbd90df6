import { expect, test } from 'vitest';
import { parseEnvironment } from './settings.ts';

const good = {
  ENQUIRY_API_URL: 'https://api.example.com/rest/enquiries/v1/',
  ENQUIRY_API_USERNAME: 'someone',
  ENQUIRY_API_PASSWORD: 'pass:word',
};
const files: Record<string, string> = { '/run/password': 'from a file\n', '/run/two-lines': 'a\n\n' };
function parse(variables: Record<string, string | undefined>) {
  return parseEnvironment(variables, path => {
    const text = files[path];
    if (text === undefined) throw new Error('ENOENT');
    return text;
  });
}
function findErrors(variables: Record<string, string | undefined>): string[] {
  const parsed = parse(variables);
  return 'errors' in parsed ? parsed.errors.map(({ path, message }) => `${path} ${message}`) : [];
}

test('settings that are not set have defaults', () => {
  expect(parse(good)).toEqual({
    settings: {
      enquiryApi: {
        url: 'https://api.example.com/rest/enquiries/v1',
        username: 'someone',
        password: 'pass:word',
        concurrency: 4,
        timeoutMs: 30_000,
      },
      store: { dataFolder: './data' },
      server: { host: '127.0.0.1', port: 8080, maxConnections: 10_000 },
      admin: { host: '127.0.0.1' },
      requests: {
        trustedProxyHops: 0,
        enquiriesPerMinutePerAddress: 120,
        enquiriesPerMinute: 600,
        maxUndelivered: 100_000,
        outcomeWaitMs: 5_000,
        minimumRate: { bytesPerSecond: 1_000, windowMs: 30_000 },
      },
      uploads: { maxConcurrent: 128, maxConcurrentPerAddress: 48, maxSpoolBytes: 10_737_418_240 },
      configFile: './enquiry.config.json',
      logLevel: 'info',
    },
  });
});

test('a secret is read from a file, without its trailing newline', () => {
  const { ENQUIRY_API_PASSWORD: _, ...rest } = good;
  expect(parse({ ...rest, ENQUIRY_API_PASSWORD_FILE: '/run/password' })).toMatchObject({
    settings: { enquiryApi: { password: 'from a file' } },
  });
  expect(parse({ ...rest, ENQUIRY_API_PASSWORD_FILE: '/run/two-lines' })).toMatchObject({
    settings: { enquiryApi: { password: 'a\n' } },
  });
});

test.each(['https://forms.example.com', 'https://forms.example.com:8443', 'http://localhost:8080'])(
  'the public origin may be %s',
  text => {
    expect(parse({ ...good, ENQUIRY_PUBLIC_ORIGIN: text })).toMatchObject({
      settings: { requests: { publicOrigin: text } },
    });
  },
);

test('several secrets are accepted, for rotation', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(parse({ ...good, ENQUIRY_SECRET: `${one}, ${two}` })).toMatchObject({
    settings: { secrets: [one, two] },
  });
});

test.each<[Record<string, string | undefined>, string]>([
  [{ ENQUIRY_API_URL: undefined }, 'ENQUIRY_API_URL is required'],
  [
    { ENQUIRY_API_URL: 'api.example.com' },
    'ENQUIRY_API_URL must be a URL, like https://api.example.com/rest/enquiries/v1',
  ],
  [
    { ENQUIRY_API_URL: 'http://api.example.com/r/n/v1' },
    'ENQUIRY_API_URL must use https (http is accepted for loopback addresses only)',
  ],
  [
    { ENQUIRY_API_URL: 'http://127.evil.example.com/r/n/v1' },
    'ENQUIRY_API_URL must use https (http is accepted for loopback addresses only)',
  ],
  [
    { ENQUIRY_API_URL: 'https://u:secret@api.example.com/r/n/v1' },
    'ENQUIRY_API_URL must not contain credentials: set ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD instead',
  ],
  [
    { ENQUIRY_API_URL: 'https://api.example.com/' },
    'ENQUIRY_API_URL must end in /<rest_root>/<service_namespace>/v1',
  ],
  [{ ENQUIRY_API_USERNAME: 'a:b' }, 'ENQUIRY_API_USERNAME must not contain a colon'],
  [{ ENQUIRY_API_PASSWORD: '' }, 'ENQUIRY_API_PASSWORD must not be empty'],
  [
    { ENQUIRY_API_PASSWORD_FILE: '/run/password' },
    'ENQUIRY_API_PASSWORD and ENQUIRY_API_PASSWORD_FILE are both set: unset one of them',
  ],
  [
    { ENQUIRY_SECRET_FILE: '/run/none' },
    'ENQUIRY_SECRET_FILE names a file that cannot be read: check its path and permissions',
  ],
  [{ ENQUIRY_SECRET: 'short' }, 'ENQUIRY_SECRET[0] must have at least 32 characters'],
  [{ ENQUIRY_API_USER: 'x' }, 'ENQUIRY_API_USER is not a setting: did you mean "ENQUIRY_API_USERNAME"?'],
  ...[
    'https://forms.example.com/',
    'https://forms.example.com/form',
    'https://FORMS.example.com',
    'https://forms.example.com:443',
    'https://user@forms.example.com',
    'ftp://forms.example.com',
    'forms.example.com',
    'null',
    '*',
    '',
  ].map((text): [Record<string, string>, string] => [
    { ENQUIRY_PUBLIC_ORIGIN: text },
    'ENQUIRY_PUBLIC_ORIGIN must be an exact http or https origin without a path or a trailing slash, like https://forms.example.com',
  ]),
  [
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    'NODE_TLS_REJECT_UNAUTHORIZED turns off certificate verification: unset it, and use NODE_EXTRA_CA_CERTS to trust a private CA',
  ],
  [{ PORT: '80 80' }, 'PORT must be a whole number'],
  [{ ENQUIRY_UPLOADS: '0' }, 'ENQUIRY_UPLOADS must be at least 1'],
  [{ ENQUIRY_SPOOL_BYTES: '10G' }, 'ENQUIRY_SPOOL_BYTES must be a whole number'],
  [{ PORT: '65536' }, 'PORT must be at most 65535'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  [
    { DATABASE_URL: 'postgres://db.example.com/x' },
    'ENQUIRY_SECRET is required with DATABASE_URL: give every instance the same secret',
  ],
  [
    { DATABASE_URL: 'mysql://db.example.com/x', ENQUIRY_SECRET: 's'.repeat(32) },
    'DATABASE_URL must be a PostgreSQL URL, like postgres://user@db.example.com/enquiries',
  ],
])('%j is rejected', (variables, error) => {
  expect(findErrors({ ...good, ...variables })).toEqual([error]);
});

test('a secret that is missing in a fleet is reported beside other errors', () => {
  const variables = { DATABASE_URL: 'postgres://db.example.com/x', PORT: 'x' };
  expect(findErrors({ ...good, ...variables }).map(error => error.split(' ')[0])).toEqual([
    'PORT',
    'ENQUIRY_SECRET',
  ]);
});

test('an empty file is reported with its path and what to write into it', () => {
  const { ENQUIRY_API_PASSWORD: _, ...others } = good;
  const parsed = parseEnvironment(
    { ...others, ENQUIRY_API_PASSWORD_FILE: '/run/secrets/password' },
    () => '\n',
  );
  expect(parsed).toEqual({
    errors: [
      {
        path: 'ENQUIRY_API_PASSWORD_FILE',
        message: 'names an empty file: write the password of the enquiry API into /run/secrets/password',
      },
    ],
  });
});

test('certificate verification may be turned on explicitly', () => {
  expect(parse({ ...good, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toHaveProperty('settings');
});

test('all errors are listed, without the values', () => {
  const found = findErrors({
    ENQUIRY_API_URL: 'hunter2',
    ENQUIRY_API_USERNAME: 'hunter2:',
    ENQUIRY_SECRET: 'hunter2',
    PORT: 'hunter2',
  });
  expect(found).toHaveLength(5);
  expect(found.join('\n')).not.toContain('hunter2');
});
