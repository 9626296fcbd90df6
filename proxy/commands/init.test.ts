import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgramUnderTest, type ProgramUnderTest } from '../../tools/testing/proxy/program.ts';

let program: ProgramUnderTest;
let run: ProgramUnderTest['run'];
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ run } = program);
});
afterEach(() => program.stop());

const flags =
  '--page https://www.example.com/contact --label Boilers --proxy https://forms.example.com --api-username someone';
const read = (path: string) => readFileSync(join(program.folder, path), 'utf8');

test('five flags lead to a config, settings and tags that the proxy accepts', async () => {
  const { out, err, code } = await run(`init --to site ${flags} --api-url ${program.enquiryApi.url}`);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  expect(out).toContain('Write the password of the enquiry API into site/enquiry-api-password.');
  expect(out).toContain(read('site/enquiry-snippet.html'));
  expect(read('site/enquiry-snippet.html')).toMatch(
    /src="https:\/\/forms\.example\.com\/enquiry-form\.js\?case-type=boilers".*<enquiry-form case-type="boilers">/s,
  );
  for (const secret of ['enquiry.env', 'enquiry-api-password'])
    expect(statSync(join(program.folder, 'site', secret)).mode & 0o777).toBe(0o600);

  const variables = parseEnv(read('site/enquiry.env')) as Record<string, string>;
  expect(variables.ENQUIRY_SECRET).toMatch(/^[\w-]{43}$/);
  const settings = { ...variables, ENQUIRY_API_PASSWORD: undefined } as unknown as Record<string, string>;
  const incomplete = await run('check', settings);
  expect(incomplete.out).toContain(
    `names an empty file: write the password of the enquiry API into ${join(program.folder, 'site/enquiry-api-password')}`,
  );
  writeFileSync(join(program.folder, 'site/enquiry-api-password'), 'hunter2\n');
  const snippet = await run('snippet --page https://www.example.com/', settings);
  expect(snippet).toMatchObject({ code: 0, err: '' });
  expect(snippet.out).toContain(read('site/enquiry-snippet.html').trim());
});

test('asks for what the flags don’t say, and again if an answer can’t be used', async () => {
  const typed = [
    'example',
    'https://www.example.com',
    'Book a boiler repair',
    'https://forms.example.com/enquiries',
    'http://api.example.com/v1',
    'https://api.example.com/rest/enquiries/v1',
    'someone',
  ];
  const { out, err, code } = await run('init --to site --json', {}, `${typed.join('\n')}\n`);
  expect(code).toBe(0);
  expect(err).toContain('What is the address of your website?');
  expect(err).toContain('--page must be the address of your website, starting with https:// or http://.');
  expect(err).toContain('--api-url must use https');
  const config = JSON.parse(read('site/enquiry.config.json'));
  expect(config.origins).toEqual(['https://www.example.com']);
  expect(config.case_types['book-a-boiler-repair'].label).toBe('Book a boiler repair');
  expect(JSON.parse(out).html).toContain('src="https://forms.example.com/enquiries/enquiry-form.js?');
  expect(parseEnv(read('site/enquiry.env')).ENQUIRY_API_URL).toBe(typed[5]);
});

test('overwrites files only with --force, and writes nothing if an answer is missing', async () => {
  const before = read('enquiry.config.json');
  const complete = `init ${flags} --api-url https://api.example.com/rest/enquiries/v1`;
  const refused = await run(complete);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/already exist: .*enquiry\.config\.json.*\. Add --force to overwrite them\./);
  const incomplete = await run(`init ${flags} --force`);
  expect(incomplete.code).toBe(2);
  expect(incomplete.err).toContain('"init" needs more answers: --api-url.');
  expect(readdirSync(program.folder)).not.toContain('enquiry.env');
  expect(read('enquiry.config.json')).toBe(before);
  expect((await run(`${complete} --force`)).code).toBe(0);
  expect(read('enquiry.config.json')).not.toBe(before);
});
