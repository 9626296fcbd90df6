import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProgramUnderTest, type ProgramUnderTest } from './program-for-tests.ts';

let program: ProgramUnderTest;
let run: ProgramUnderTest['run'];
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ run } = program);
});
afterEach(() => program.stop());

const page = '--page https://www.example.com/contact';
const own = { ENQUIRY_PUBLIC_ORIGIN: 'https://forms.example.com' };

test('prints a tag for the script and for each form, with a content security policy', async () => {
  const { out, err, code } = await run(`snippet ${page}`, own);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [policy, script, , ...forms] = out.split('\n');
  expect(policy).toBe(
    '<!-- Content-Security-Policy: script-src https://forms.example.com; connect-src https://forms.example.com -->',
  );
  expect(script).toBe(
    '<script type="module" src="https://forms.example.com/enquiry-form.js?case-type=injury&amp;case-type=other"></script>',
  );
  expect(forms.filter(line => line.startsWith('<enquiry-form'))).toEqual([
    '<enquiry-form case-type="injury">',
    '<enquiry-form case-type="other">',
  ]);
});

test('prints the tags for one case type, one language and a proxy at another address', async () => {
  const words = '--case-type injury --lang cy-GB --proxy https://www.example.com/forms';
  const { out } = await run(`snippet --json ${page} ${words}`, own);
  const { html, content_security_policy } = JSON.parse(out);
  expect(html).toContain(
    'src="https://www.example.com/forms/enquiry-form.js?case-type=injury&amp;lang=cy-GB"',
  );
  expect(html).toContain('<enquiry-form case-type="injury" lang="cy">');
  expect(html).not.toContain('case-type="other"');
  expect(content_security_policy).toBe(
    'script-src https://www.example.com/forms/; connect-src https://www.example.com/forms/',
  );
});

test('warns that the tags work only on this computer if the address of the proxy is missing', async () => {
  const { out, err, code } = await run(`snippet ${page}`);
  expect(code).toBe(0);
  expect(out).toContain('src="http://127.0.0.1:8080/enquiry-form.js?');
  expect(err).toContain('Add --proxy URL');
});

describe('with --pinned', () => {
  const parts = resolve('widget/dist/assets');
  const sha384 = (content: string | Buffer) =>
    `sha384-${createHash('sha384').update(content).digest('base64')}`;

  test('prints the integrity of the script and of every lazy part, and the hash of the import map', async () => {
    const { out, err, code } = await run(`snippet --pinned --case-type injury ${page}`, own);
    expect(code).toBe(0);
    expect(err).toContain('restart the proxy');
    const [, importMap = ''] = /<script type="importmap">(.+)<\/script>/.exec(out) ?? [];
    const { integrity, ...others } = JSON.parse(importMap);
    expect(others).toEqual({});
    expect(importMap.length).toBeLessThan(7_000);
    // The case type is in English and Welsh.
    const names = readdirSync(parts).filter(name => !/^(ar|de|es|fr|pl)-/.test(name));
    expect(names.length).toBeGreaterThan(8);
    expect(Object.keys(integrity)).toHaveLength(3 * names.length);
    for (const name of names) {
      const listed = Object.keys(integrity).filter(address =>
        address.startsWith(`https://forms.example.com/assets/${name}`),
      );
      expect(listed.length).toBe(3);
      expect(new Set(listed.map(address => integrity[address]))).toEqual(
        new Set([sha384(readFileSync(join(parts, name)))]),
      );
    }
    const hash = createHash('sha256').update(importMap).digest('base64');
    expect(out).toContain(`script-src https://forms.example.com/assets/ 'sha256-${hash}';`);
    expect(out).toMatch(
      /<script type="module" src="https:\/\/forms\.example\.com\/assets\/enquiry-form-[\w-]{16}\.js\?definition=[\w-]{16}" integrity="sha384-[\w+/]{64}" crossorigin><\/script>/,
    );
    expect(out).not.toContain('modulepreload');
  });

  test('preloads the translation, because the form waits for it', async () => {
    const { out } = await run(`snippet --pinned --case-type injury --lang cy ${page}`, own);
    const preloaded = Array.from(
      out.matchAll(/<link rel="modulepreload" href="([^"]+)" integrity="([^"]+)" crossorigin>/g),
      ([, href = '', integrity]) => [href.replace(/.*\//, ''), integrity] as const,
    );
    expect(preloaded.map(([name]) => name.slice(0, -10)).toSorted()).toEqual(['cy', 'languages']);
    for (const [name, integrity] of preloaded)
      expect(integrity).toBe(sha384(readFileSync(join(parts, name))));
  });

  test('fails if the widget is not built', () => {
    const copy = join(program.folder, 'copy');
    mkdirSync(copy);
    cpSync('proxy', join(copy, 'proxy'), { recursive: true });
    cpSync('package.json', join(copy, 'package.json'));
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(copy, 'proxy/main.ts'), ...`snippet --pinned ${page}`.split(' ')],
      { cwd: program.folder, encoding: 'utf8', env: { ...program.environment, ...own } },
    );
    expect(stderr).toContain('the widget is not built: run "npm run build"');
    expect(status).toBe(1);
  });
});

test('refuses a page that may not send enquiries, and says what to do', async () => {
  const { out, err, code } = await run('snippet --page https://shop.example.com/', own);
  expect({ out, code }).toEqual({ out: '', code: 1 });
  expect(err).toContain('add it to "origins" in');
});

test.each([
  ['an unknown case type', '--case-type ijnury', 'no case type "ijnury" in the config, only injury, other'],
  ['a language without a translation', '--case-type other --lang cy', '"other" has no translation into "cy"'],
  ['a proxy address without https://', '--proxy forms.example.com', 'the address of the proxy'],
])('refuses %s', async (_, words, message) => {
  const { out, err, code } = await run(`snippet ${page} ${words}`, own);
  expect({ out, code }).toEqual({ out: '', code: 2 });
  expect(err).toContain(message);
});
