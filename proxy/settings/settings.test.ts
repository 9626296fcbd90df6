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
const files: Record<string, string> = {
  '/run/password': '\ufefffrom a file\n',
  '/run/two-lines': 'a\n\n',
  '/run/empty': '\n',
  '/run/latin-1': 'p\ufffd',
};
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
      desk: {},
      requests: {
        caching: 'on',
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

test('a secret that isn’t in UTF-8, and settings with the line endings of Windows, are refused', () => {
  const { ENQUIRY_API_PASSWORD: _, ...rest } = good;
  expect(findErrors({ ...rest, ENQUIRY_API_PASSWORD_FILE: '/run/latin-1' })).toEqual([
    "ENQUIRY_API_PASSWORD_FILE names a file that isn't in UTF-8: save /run/latin-1 in UTF-8",
  ]);
  expect(findErrors({ ...good, ENQUIRY_API_USERNAME: 'someone\r' })).toEqual([
    expect.stringContaining('ENQUIRY_API_USERNAME ends in a carriage return'),
  ]);
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

test.each(['tcp://127.0.0.1:3310', 'tcp://[::1]:3310', 'unix:/run/clamav/clamd.ctl', 'unix:/a b/%41'])(
  'the scanner may be %s',
  scanUrl => {
    expect(parse({ ...good, ENQUIRY_SCAN_URL: scanUrl })).toMatchObject({
      settings: { uploads: { scanUrl } },
    });
  },
);

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

test.each<[Record<string, string | undefined>, path?: string]>([
  [{ ENQUIRY_API_URL: undefined }],
  [{ ENQUIRY_API_URL: 'api.example.com' }],
  [{ ENQUIRY_API_URL: 'http://api.example.com/r/n/v1' }],
  [{ ENQUIRY_API_URL: 'http://127.evil.example.com/r/n/v1' }],
  [{ ENQUIRY_API_URL: 'https://u:secret@api.example.com/r/n/v1' }],
  [{ ENQUIRY_API_URL: 'https://api.example.com/' }],
  [{ ENQUIRY_API_URL: 'https://v1/' }],
  [{ ENQUIRY_API_URL: 'https://:secret@api.example.com/r/n/v1' }],
  [{ ENQUIRY_API_USERNAME: 'a:b' }],
  [{ ENQUIRY_API_PASSWORD: '' }],
  [{ ENQUIRY_API_PASSWORD_FILE: '/run/password' }, 'ENQUIRY_API_PASSWORD and ENQUIRY_API_PASSWORD_FILE'],
  [{ ENQUIRY_SECRET_FILE: '/run/none' }],
  [{ ENQUIRY_SECRET: 'short' }, 'ENQUIRY_SECRET[0]'],
  [{ ENQUIRY_API_USER: 'x' }],
  ...'https://user@a.example https://a.example/?b=c https://a.example/#b https:// ftp://a.example a.example null *'
    .split(' ')
    .map((text): [Record<string, string>] => [{ ENQUIRY_PUBLIC_URL: text }]),
  [{ ENQUIRY_PUBLIC_URL: '' }],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ...'clamd tcp://clamd tcp://clamd:x tcp://a@clamd:3310 tcp://clamd:65536 tcp://clamd:3310/x unix:clamd http://a:1 unix:'
    .split(' ')
    .map((text): [Record<string, string>] => [{ ENQUIRY_SCAN_URL: text }]),
  [{ PORT: '80 80' }],
  [{ ENQUIRY_UPLOADS: '0' }],
  [{ ENQUIRY_SPOOL_BYTES: '10G' }],
  [{ PORT: '65536' }],
  [{ LOG_LEVEL: 'loud' }],
  [{ DATABASE_URL: 'postgres://db.example.com/x' }, 'ENQUIRY_SECRET'],
  [{ DATABASE_URL: 'postgres://u:50%off@db.example.com/x', ENQUIRY_SECRET: 's'.repeat(32) }],
  [{ DATABASE_URL: 'postgres://u:%ff@db.example.com/x', ENQUIRY_SECRET: 's'.repeat(32) }],
  [{ DATABASE_URL: 'mysql://db.example.com/x', ENQUIRY_SECRET: 's'.repeat(32) }],
])(
  '%j is rejected',
  { tags: ['asvs-6.3.2', 'asvs-11.2.3', 'asvs-12.3.1', 'asvs-13.2.3'] },
  (variables, path = Object.keys(variables)[0]) => {
    expect(findErrors({ ...good, ...variables })).toEqual([expect.stringContaining(`${path} `)]);
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
  const variables = { ...good, ENQUIRY_API_PASSWORD: undefined, ENQUIRY_API_PASSWORD_FILE: '/run/empty' };
  expect(findErrors(variables)).toEqual([
    expect.stringMatching(/^ENQUIRY_API_PASSWORD_FILE .*the password of the enquiry API into \/run\/empty$/),
  ]);
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

  const isErrorOf = (message: string) => ({
    errors: [{ path: 'ENQUIRY_CLIENT_KEYS_FILE', message: expect.stringContaining(message) }],
  });
  test.each<[string, number]>([
    ['crm', 1],
    [`# A comment\n\n=${one}`, 3],
    [`crm = ${one}`, 1],
    [`${'x'.repeat(61)}=${one}`, 1],
    ...['x', '0/min', '1000001/min', '600/s', '600 / min', '600/min web'].map((limit): [string, number] => [
      `crm=${one} ${limit}`,
      1,
    ]),
    [`crm= ${one}`, 1],
    [`crm=${one}é`, 1],
    [`crm=${'1'.repeat(31)}`, 1],
    [`crm=${one}\ncrm=${two}`, 2],
    [`crm=${one}\n\nweb=${one}`, 3],
  ])('%j is rejected without its text', (content, line) => {
    expect(parseKeys(content)).toEqual(isErrorOf(`line ${line} `));
    expect(JSON.stringify(parseKeys(content))).not.toContain('1'.repeat(31));
  });

  test.each(['', ' \r\n'])(
    'is rejected if it contains %j, because every application would be refused',
    content => {
      expect(parseKeys(content)).toEqual(isErrorOf('names an empty file'));
    },
  );

  test.each(['604', '602', '666'])('is rejected with the mode %s, beside its lines', mode => {
    const [ofMode, ofLine] = ['run chmod o-rwx /run/keys', 'line 1 '].flatMap(each => isErrorOf(each).errors);
    expect(parseKeys('crm', Number.parseInt(`100${mode}`, 8))).toEqual({ errors: [ofMode, ofLine] });
  });

  test('is read from the disk, with its mode', () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-keys-'));
    const path = join(folder, 'keys');
    const read = () => parseEnvironment({ ...good, ENQUIRY_CLIENT_KEYS_FILE: path });
    expect(read()).toEqual(isErrorOf('cannot be read'));
    writeFileSync(path, `crm=${one}\n`);
    chmodSync(path, 0o444);
    expect(read()).toHaveProperty('errors');
    chmodSync(path, 0o440);
    expect(read()).toMatchObject({ settings: { clientKeys: [{ name: 'crm' }] } });
    rmSync(folder, { recursive: true });
  });

  test('cannot be replaced by a variable', () => {
    expect(findErrors({ ...good, ENQUIRY_CLIENT_KEYS: `crm=${one}` })).toHaveLength(1);
  });
});

describe('the file with the users of the desk', () => {
  const hash = `scrypt$${'a'.repeat(22)}$${'b'.repeat(43)}`;
  const parseUsers = (content: string, mode = 0o100640) =>
    parseEnvironment(
      { ...good, ENQUIRY_DESK_USERS_FILE: '/run/users' },
      () => content,
      () => mode,
    );
  test('has a line for each person, besides blank lines and comments', () => {
    expect(parseUsers(`\ufeff# Clerks\r\n\nada:${hash}\r\n b.b@x:${hash} `)).toMatchObject({
      settings: {
        desk: {
          users: [
            { name: 'ada', hash },
            { name: 'b.b@x', hash },
          ],
        },
      },
    });
  });
  test.each([
    ['', 'names an empty file'],
    ['ada:secret', 'line 1 must be'],
    [`ada:${hash}x`, 'line 1 must be'],
    [`a b:${hash}`, 'line 1 must be'],
    [`ada:${hash}\nada:${hash}`, 'line 2 has the name'],
  ])('%j is rejected without its text', (content, message) => {
    const parsed = parseUsers(content);
    expect(parsed).toEqual({
      errors: [{ path: 'ENQUIRY_DESK_USERS_FILE', message: expect.stringContaining(message) }],
    });
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });
  test('is rejected if others can change it', () => {
    expect(parseUsers(`ada:${hash}`, 0o100642)).toHaveProperty('errors');
    expect(parseUsers(`ada:${hash}`, 0o100644)).toHaveProperty('settings');
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
