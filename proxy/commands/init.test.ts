import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { respondMissingField } from '../../tools/testing/proxy/scripted-enquiry-api.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const flags =
  '--page https://www.example.com/contact --label Boilers --proxy https://forms.example.com --api-username someone';
const apiUrl = 'https://api.example.com/rest/enquiries/v1';
const read = (path: string) => readFileSync(join(program.folder, path), 'utf8');

test('five flags lead to a config, settings and tags that the proxy accepts', async () => {
  const { out, err, code } = await run(`init --to site ${flags} --api-url ${program.enquiryApi.url}`);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  expect(out).toContain(`
  1. See your form now; no password needed: npx enquiry-form demo --config site/enquiry.config.json
  2. Write the password of the enquiry API into site/enquiry-api-password.
`);
  expect(out).toContain(read('site/enquiry-snippet.html'));
  expect(read('site/enquiry-snippet.html')).toMatch(
    /src="https:\/\/forms\.example\.com\/enquiry-form\.js\?case-type=boilers".*<enquiry-form case-type="boilers">/s,
  );
  for (const secret of ['enquiry.env', 'enquiry-api-password', 'enquiry-secret'])
    expect(statSync(join(program.folder, 'site', secret)).mode & 0o777).toBe(0o600);

  const variables = parseEnv(read('site/enquiry.env')) as Record<string, string>;
  expect(read('site/enquiry-secret')).toMatch(/^[\w-]{43}\n$/);
  expect(variables.ENQUIRY_SECRET_FILE).toBe(join(program.folder, 'site/enquiry-secret'));
  const settings = { ...variables, ENQUIRY_API_PASSWORD: undefined } as unknown as Record<string, string>;
  const incomplete = await run('check', settings);
  expect(incomplete.out).toContain(
    `names an empty file: write the password of the enquiry API into ${join(program.folder, 'site/enquiry-api-password')}`,
  );
  writeFileSync(join(program.folder, 'site/enquiry-api-password'), 'hunter2\n');
  program.enquiryApi.otherwise = respondMissingField('forename');
  expect(await run('check', settings)).toMatchObject({ code: 0 });
});

test.each([
  ['01632-960001', '<p>Rather talk? <a href="tel:01632960001"><bdi>01632-960001</bdi></a></p>'],
  ['ada@example.com', '<p>Rather email us? <a href="mailto:ada@example.com">ada@example.com</a></p>'],
])('writes the tags that "snippet" prints, with the contact %s', async (contact, fallback) => {
  const proxy = '--proxy https://www.example.com/enquiries';
  await run(`init --to site ${flags} ${proxy} --api-url ${apiUrl} --contact ${contact}`);
  const variables = parseEnv(read('site/enquiry.env')) as Record<string, string>;
  const settings = { ...variables, ENQUIRY_API_PASSWORD_FILE: undefined } as unknown as Record<
    string,
    string
  >;
  const { out } = await run('snippet --page https://www.example.com/', settings);
  const [policy, ...tags] = out.split('\n');
  expect(policy).toMatch(/^<!-- Content-Security-Policy: .*https:\/\/www\.example\.com\/enquiries\/ -->$/);
  expect(read('site/enquiry-snippet.html')).toBe(tags.join('\n'));
  expect(out).toContain(`\n  ${fallback}\n`);
});

test.each([
  ['plain', 'http://localhost:9000', '9000'],
  ['systemd', 'http://127.0.0.1', '80'],
  ['plain', 'http://localhost:8080', undefined],
  ['plain', 'http://localhost:9000/enquiries/', undefined], // A web server removes the path.
  ['plain', 'https://localhost:9000', undefined],
  ['plain', 'https://forms.example.com:9000', undefined],
  ['container', 'http://localhost:9000', undefined], // It is published as another port than the container's own.
])('for %s and visitors at %s, the port is %s', async (place, proxy, port) => {
  await run(`init --for ${place} --to site ${flags} --proxy ${proxy} --api-url ${apiUrl}`);
  expect(parseEnv(read('site/enquiry.env')).PORT).toBe(port);
});

test.each(['https://forms.example.com/enquiries', 'http://localhost:8080'])(
  'asks for everything, again if an answer can’t be used, and check has nothing to warn about: %s',
  async proxy => {
    program.enquiryApi.otherwise = respondMissingField('forename');
    const typed = [
      ...['example', 'https://www.example.com', 'Book a boiler repair', proxy],
      ...['http://api.example.com/v1', program.enquiryApi.url, 'someone'],
      ...['call us', '+ (..)', '+44 (0)1632 960001', 'https://www.example.com/privacy'],
    ];
    const { out, err, code } = await run('init --to site --json', {}, `${typed.join('\n')}\n`);
    expect(code).toBe(0);
    expect(err).toContain('What is the address of your website?');
    expect(err).toContain('--page must be the address of your website, starting with https:// or http://.');
    expect(err).toContain('--api-url must use https');
    expect(err).toContain('--contact must be a phone number or an email address.');
    const config = JSON.parse(read('site/enquiry.config.json'));
    expect(config.case_types['book-a-boiler-repair'].label).toBe('Book a boiler repair');
    expect(JSON.parse(out).html).toContain('/enquiry-form.js?case-type=book-a-boiler-repair');
    writeFileSync(join(program.folder, 'site/enquiry-api-password'), 'hunter2\n');
    const variables = { ...parseEnv(read('site/enquiry.env')), ENQUIRY_API_PASSWORD: undefined };
    const checked = await run('check', variables as unknown as Record<string, string>);
    // `init` doesn't ask who should be told, and the disk is that of the test.
    const problems = checked.out.split('\n').filter(line => !/^(ok |$|warning +(alerts|.*disk))/.test(line));
    expect(problems).toEqual([]);
    expect(checked.out).toMatch(/^warning +alerts/m);
  },
);

test.each<[string, object]>([
  ['01632-960001', { phone: '01632-960001', text: 'Rather talk?' }],
  ['enquiries@example.com', { email: 'enquiries@example.com', text: 'Rather email us?' }],
])('the config asks about the problem first, and offers %s beside the form', async (contact, contact_us) => {
  const { code } = await run(
    `init --to site ${flags} --api-url ${apiUrl} --contact ${contact} --privacy https://www.example.com/privacy`,
  );
  expect(code).toBe(0);
  expect(JSON.parse(read('site/enquiry.config.json'))).toEqual({
    origins: ['https://www.example.com'],
    contact: [
      { field: 'forename', required: true, heading: 'How can we reach you?' },
      { field: 'surname', required: true },
      { field: 'telephone_mobile' },
      { field: 'email', required: true },
    ],
    contact_us,
    case_types: {
      boilers: {
        label: 'Boilers',
        questions: [
          { id: 'message', type: 'textarea', label: 'How can we help?', required: true },
          expect.objectContaining({ type: 'radio', label: 'How soon do you need help?' }),
          expect.objectContaining({ type: 'yes_no', label: 'Have you been in touch with us before?' }),
        ],
      },
    },
    privacy: {
      text: 'Our privacy notice explains how we use your details.',
      url: 'https://www.example.com/privacy',
    },
  });
});

test('questions that were skipped are left out of the files', async () => {
  const { err, code } = await run(`init --to site ${flags}`, {}, `${apiUrl}\n\n\n`);
  expect(code).toBe(0);
  expect(err.match(/Return skips this/g)).toHaveLength(2);
  const config = JSON.parse(read('site/enquiry.config.json'));
  expect(Object.keys(config)).toEqual(['origins', 'contact', 'case_types']);
});

test('the settings for systemd leave the data folder and the password to the unit', async () => {
  const { out, code } = await run(`init --for systemd --to site ${flags} --api-url ${apiUrl}`);
  expect(code).toBe(0);
  const variables = parseEnv(read('site/enquiry.env'));
  expect(Object.keys(variables).toSorted()).toEqual([
    'ENQUIRY_API_URL',
    'ENQUIRY_API_USERNAME',
    'ENQUIRY_CONFIG',
    'ENQUIRY_PUBLIC_URL',
    'ENQUIRY_SECRET_FILE',
    'TRUSTED_PROXY_HOPS',
  ]);
  const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const unit = source('proxy/enquiry-proxy.service');
  expect(unit).toContain('EnvironmentFile=/etc/enquiry-proxy/enquiry.env\n');
  expect(unit).toContain('ENQUIRY_API_PASSWORD_FILE=/etc/enquiry-proxy/enquiry-api-password\n');
  expect(variables.ENQUIRY_CONFIG).toBe('/etc/enquiry-proxy/enquiry.config.json');
  expect(out).toContain('docs/operating.md shows, in "Run on one machine"');
  expect(source('docs/operating.md')).toContain('\n## Run on one machine\n');
});

test('the settings for a container have its paths, and no quotes', async () => {
  const complete = (username: string) =>
    run(`init --for container --to site ${flags} --api-url ${apiUrl} --force`.replace('someone', username));
  expect((await complete('$one')).err).toContain('can’t be written into enquiry.env for a container');
  const { code } = await complete('some(one)');
  expect(code).toBe(0);
  expect(read('site/enquiry.env').split('\n')).toEqual([
    `ENQUIRY_API_URL=${apiUrl}`,
    'ENQUIRY_API_USERNAME=some(one)',
    'ENQUIRY_API_PASSWORD_FILE=/run/secrets/enquiry_api_password',
    'ENQUIRY_SECRET_FILE=/run/secrets/enquiry_secret',
    'ENQUIRY_PUBLIC_URL=https://forms.example.com/',
    'TRUSTED_PROXY_HOPS=1',
    '',
  ]);
});

test('a place that the proxy doesn’t know is refused', async () => {
  const { err, code } = await run(`init --for heroku ${flags} --api-url ${apiUrl}`);
  expect(code).toBe(2);
  expect(err).toContain('--for must be one of plain, systemd, container.');
});

test('renames existing files only with --force, writes nothing if an answer is missing, and erases nothing', async () => {
  const before = read('enquiry.config.json');
  const complete = `init ${flags} --api-url https://api.example.com/rest/enquiries/v1`;
  const refused = await run(complete);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/already exist: .*enquiry\.config\.json.*\. Add --force to rename them\./);
  const incomplete = await run(`init ${flags} --force`);
  expect(incomplete.code).toBe(2);
  expect(incomplete.err).toContain('"init" needs more answers: --api-url.');
  expect(readdirSync(program.folder)).not.toContain('enquiry.env');
  expect(read('enquiry.config.json')).toBe(before);
  expect((await run(`${complete} --force`)).code).toBe(0);
  expect(read('enquiry.config.json')).not.toBe(before);
  expect(read('enquiry.config.json.old')).toBe(before);
  expect((await run(`${complete} --force`)).err).toMatch(/already exist: .*\.old\. Delete them\./);
});
