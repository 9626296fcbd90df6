import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnvironment } from './settings.ts';

const good = {
  ENQUIRY_API_URL: 'https://api.example.com/rest/enquiries/v1/',
  ENQUIRY_API_USERNAME: 'someone',
  ENQUIRY_API_PASSWORD: 'pass:word',
};
const files: Record<string, string> = { '/run/password': '\ufefffrom a file\n', '/run/two-lines': 'a\n\n' };
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

test('settings that are not set have defaults', { tags: 'asvs-13.4.5' }, () => {
  expect(parse(good)).toEqual({
    settings: {
      alerts: {},
      enquiryApi: {
        url: 'https://api.example.com/rest/enquiries/v1',
        username: 'someone',
        password: 'pass:word',
        concurrency: 4,
        timeoutMs: 30_000,
      },
      store: { dataFolder: './data' },
      server: { host: '127.0.0.1', port: 8080 },
      admin: { host: '127.0.0.1' },
      requests: {
        trustedProxyHops: 0,
        enquiriesPerMinutePerAddress: 120,
        enquiriesPerMinute: 600,
        maxUndelivered: 100_000,
        outcomeWaitMs: 5_000,
      },
      uploads: { maxConcurrent: 128, maxSpoolBytes: 10_737_418_240 },
      clientKeys: [],
      configFile: './enquiry.config.json',
      logLevel: 'info',
    },
  });
});

test('a secret is read from a file, without a byte order mark and its trailing newline', {
  tags: 'asvs-13.3.1',
}, () => {
  const { ENQUIRY_API_PASSWORD: _, ...rest } = good;
  expect(parse({ ...rest, ENQUIRY_API_PASSWORD_FILE: '/run/password' })).toMatchObject({
    settings: { enquiryApi: { password: 'from a file' } },
  });
  expect(parse({ ...rest, ENQUIRY_API_PASSWORD_FILE: '/run/two-lines' })).toMatchObject({
    settings: { enquiryApi: { password: 'a\n' } },
  });
});

test.each([
  ['https://forms.example.com', 'https://forms.example.com/'],
  ['https://FORMS.example.com:443/', 'https://forms.example.com/'],
  ['https://www.example.com:8443/enquiries', 'https://www.example.com:8443/enquiries/'],
  ['http://localhost:8080/a/b/', 'http://localhost:8080/a/b/'],
])('the public address may be %s, which is read as %s', (text, address) => {
  expect(parse({ ...good, ENQUIRY_PUBLIC_URL: text })).toMatchObject({
    settings: { requests: { publicUrl: new URL(address) } },
  });
});

test('says how to load the settings if there are none', () => {
  const message = expect.stringContaining('load the settings with "set -a; . ./enquiry.env; set +a"');
  const path = 'ENQUIRY_API_URL, ENQUIRY_API_USERNAME, ENQUIRY_API_PASSWORD';
  expect(parse({})).toEqual({ errors: [{ path, message }] });
  expect(parse({ PORT: 'x' })).toMatchObject({ errors: [{ path }, { path: 'PORT' }] });
});

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
    'https://user@forms.example.com',
    'https://forms.example.com/?case-type=a',
    'https://forms.example.com/#form',
    'https://',
    'ftp://forms.example.com',
    'forms.example.com',
    'null',
    '*',
    '',
  ].map((text): [Record<string, string>, string] => [
    { ENQUIRY_PUBLIC_URL: text },
    'ENQUIRY_PUBLIC_URL must be an http or https address without a query, like https://www.example.com/enquiries/',
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
])(
  '%j is rejected',
  { tags: ['asvs-6.3.2', 'asvs-11.2.3', 'asvs-12.3.1', 'asvs-13.2.3'] },
  (variables, error) => {
    expect(findErrors({ ...good, ...variables })).toEqual([error]);
  },
);

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

describe('the file with the client keys', () => {
  const [one, two] = ['1'.repeat(31), '2'.repeat(31)].map(each => `${each}=`);
  const parseKeys = (content: string, mode = 0o100640) =>
    parseEnvironment(
      { ...good, ENQUIRY_CLIENT_KEYS_FILE: '/run/keys' },
      () => content,
      () => mode,
    );

  test('has one name and key a line, perhaps with a limit, besides blank lines and comments', () => {
    const content = `\ufeff# Back office\r\n\r\ncrm.v2=${one}\r\n  intranet-2_b=${two}`;
    expect(parseKeys(content)).toMatchObject({
      settings: {
        clientKeys: [
          { name: 'crm.v2', key: one },
          { name: 'intranet-2_b', key: two },
        ],
      },
    });
    expect(parseKeys(`crm=${one} 600/min\nweb=${two}\t1000000/min `)).toMatchObject({
      settings: {
        clientKeys: [
          { name: 'crm', key: one, perMinute: 600 },
          { name: 'web', key: two, perMinute: 1_000_000 },
        ],
      },
    });
    expect(parseKeys('# Nobody at the moment.\n')).toMatchObject({ settings: { clientKeys: [] } });
  });

  const form = 'must be NAME=KEY: the name has 1 to 60 letters, digits, dots, hyphens and underscores';
  const limit =
    'line 1 must have a limit from 1/min to 1000000/min after the key, such as 600/min, or nothing';
  test.each<[string, string]>([
    ['crm', `line 1 ${form}`],
    [`# A comment\n\n=${one}`, `line 3 ${form}`],
    [`crm = ${one}`, `line 1 ${form}`],
    [`${'x'.repeat(61)}=${one}`, `line 1 ${form}`],
    [`crm=${one} x`, limit],
    [`crm=${one} 0/min`, limit],
    [`crm=${one} 1000001/min`, limit],
    [`crm=${one} 600/s`, limit],
    [`crm=${one} 600 / min`, limit],
    [`crm=${one} 600/min web`, limit],
    [`crm= ${one}`, 'line 1 must have a key of at least 32 characters'],
    [`crm=${one}é`, 'line 1 must have a key of printable ASCII characters without spaces'],
    [`crm=${'1'.repeat(31)}`, 'line 1 must have a key of at least 32 characters'],
    [`crm=${one}\ncrm=${two}`, 'line 2 has the same name as line 1: use another one'],
    [`crm=${one}\n\nweb=${one}`, 'line 3 has the same key as line 1: generate another one'],
  ])('%j is rejected without its text', (content, message) => {
    expect(parseKeys(content)).toEqual({ errors: [{ path: 'ENQUIRY_CLIENT_KEYS_FILE', message }] });
  });

  test.each(['', ' \r\n'])(
    'is rejected if it contains %j, because every application would be refused',
    content => {
      const message =
        'names an empty file: write NAME=KEY, or a comment if no application has a key, into /run/keys';
      expect(parseKeys(content)).toEqual({ errors: [{ path: 'ENQUIRY_CLIENT_KEYS_FILE', message }] });
    },
  );

  test.each(['604', '602', '666'])('is rejected with the mode %s, beside its lines', mode => {
    expect(parseKeys('crm', Number.parseInt(`100${mode}`, 8))).toEqual({
      errors: [
        {
          path: 'ENQUIRY_CLIENT_KEYS_FILE',
          message:
            'names a file that every user of this machine can read or change: run chmod o-rwx /run/keys',
        },
        { path: 'ENQUIRY_CLIENT_KEYS_FILE', message: `line 1 ${form}` },
      ],
    });
  });

  test('is read from the disk, with its mode', () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-keys-'));
    const path = join(folder, 'keys');
    const read = () => parseEnvironment({ ...good, ENQUIRY_CLIENT_KEYS_FILE: path });
    const unreadable = 'names a file that cannot be read: check its path and permissions';
    expect(read()).toEqual({ errors: [{ path: 'ENQUIRY_CLIENT_KEYS_FILE', message: unreadable }] });
    writeFileSync(path, `crm=${one}\n`);
    chmodSync(path, 0o444);
    expect(read()).toHaveProperty('errors');
    chmodSync(path, 0o440);
    expect(read()).toMatchObject({ settings: { clientKeys: [{ name: 'crm' }] } });
    rmSync(folder, { recursive: true });
  });

  test('cannot be replaced by a variable', () => {
    expect(findErrors({ ...good, ENQUIRY_CLIENT_KEYS: `crm=${one}` })).toEqual([
      'ENQUIRY_CLIENT_KEYS is not a setting: did you mean "ENQUIRY_CLIENT_KEYS_FILE"?',
    ]);
  });
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
