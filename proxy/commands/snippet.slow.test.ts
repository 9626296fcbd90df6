// `snippet --pinned` and `snippet --prerender` with the built widget.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const page = '--page https://www.example.com/contact';
const own = { ENQUIRY_PUBLIC_URL: 'https://forms.example.com' };

const parts = resolve('widget/dist/assets');
const sha384 = (content: string | Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

test('prints the integrity of the script and of every lazy part, and the hash of the import map', async () => {
  const { out, err, code } = await run(`snippet --pinned --case-type injury ${page}`, own);
  expect(code).toBe(0);
  expect(err).toContain('reload this config');
  const [, importMap = ''] = /<script type="importmap">(.+)<\/script>/.exec(out) ?? [];
  const { integrity, ...others } = JSON.parse(importMap);
  expect(others).toEqual({});
  expect(importMap.length).toBeLessThan(22_100);
  // The case type is in English and Welsh.
  const names = readdirSync(parts).filter(name => /^(?!(ar|de|es|fr|pl|files-page)-).*\.js$/.test(name));
  expect(names.some(name => name.startsWith('takeover-'))).toBe(true);
  expect(names.length).toBeGreaterThan(8);
  expect(Object.keys(integrity)).toHaveLength(9 * names.length);
  for (const name of names) {
    const listed = Object.keys(integrity).filter(address =>
      address.startsWith(`https://forms.example.com/assets/${name}`),
    );
    expect(listed.length).toBe(9);
    expect(new Set(listed.map(address => integrity[address]))).toEqual(
      new Set([sha384(readFileSync(join(parts, name)))]),
    );
  }
  const hash = createHash('sha256').update(importMap).digest('base64');
  expect(out).toContain(`script-src https://forms.example.com/assets/ 'sha256-${hash}';`);
  const source = String.raw`https://forms\.example\.com/assets/enquiry-form-[\w-]{16}\.js\?definition=[\w-]{16}`;
  expect(out).toMatch(
    new RegExp(`<script type="module" src="${source}" integrity="sha384-[\\w+/]{64}" crossorigin></script>`),
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
  for (const [name, integrity] of preloaded) expect(integrity).toBe(sha384(readFileSync(join(parts, name))));
});

test.each([
  [
    'the current script',
    '',
    /<script type="module" src="[^"]+\/enquiry-form\.js\?case-type=injury&amp;case-type=other">/,
  ],
  ['a pinned script', ' --pinned', /<script type="module" src="[^"]+\/assets\/enquiry-form-[\w-]{16}\.js\?/],
])('prints the forms themselves for %s, and always the same ones', async (_, option, script) => {
  const words = `snippet --prerender${option} ${page}`;
  const { out, code } = await run(words, own);
  expect(code).toBe(0);
  expect(out).toMatch(script);
  const elements = [
    ...out.matchAll(
      /^<enquiry-form case-type="(\w+)" lang="en"><template shadowrootmode="open"><style>(.+?)<\/style>/gm,
    ),
  ];
  expect(elements.map(([, caseType]) => caseType)).toEqual(['injury', 'other']);
  const hash = createHash('sha256').update(elements[0]![2]!).digest('base64');
  expect(out.split('\n')[0]).toMatch(
    /^<!-- Content-Security-Policy: script-src .*; connect-src https:\/\/forms\.example\.com; /,
  );
  expect(out.split('\n')[0]).toContain(
    `; form-action https://forms.example.com; style-src 'sha256-${hash}' -->`,
  );
  expect(await run(words, own)).toMatchObject({ out });
});

test('the prerendered form of a proxy with a prefix posts to it', async () => {
  const words = '--prerender --lang cy --case-type injury --proxy https://www.example.com/forms';
  const { out } = await run(`snippet ${words} ${page}`);
  expect(out).toContain('form-action https://www.example.com/forms/;');
  expect(out).toContain(' action="https://www.example.com/forms/forms/injury?lang=cy"');
});

test.each(['--pinned', '--prerender', '--pinned --prerender'])(
  'check --page finds nothing wrong with what "snippet %s" prints',
  async options => {
    const { out: html } = await run(`snippet --case-type injury ${options} ${page}`, own);
    const server = createServer((_, response) => {
      response.setHeader('content-security-policy', /Content-Security-Policy: (.*) -->/.exec(html)![1]!);
      response.setHeader('content-type', 'text/html').end(html);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    program.writeConfig({ ...exampleConfig, origins: [site] });
    const { out } = await run(`check --page ${site}/contact`, own);
    expect(out.match(/^\w+/gm)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    server.closeAllConnections();
    server.close();
  },
);
