// `snippet --integrity` and `snippet --prerender` with the built widget.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { openStore, openStoreBeside } from '../outbox/outbox.ts';
import { silent } from './command.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
/** Creates the store, as the first start of the proxy does. */
const createStore = async () => (await openStore(program.storeSettings(), Date.now, silent)).outbox.close();

const page = '--page https://www.example.com/contact';
const own = { ENQUIRY_PUBLIC_URL: 'https://forms.example.com' };

test('archives a script with everything in it under its hash, which doesn’t depend on the time', async () => {
  await createStore();
  const { out, code } = await run(`snippet --integrity --case-type injury --lang cy ${page}`, own);
  expect(code).toBe(0);
  const [, name = '', integrity] =
    /src="https:\/\/forms\.example\.com\/assets\/(enquiry-form\.cy-[\w-]{16}\.js)" integrity="(.+?)" crossorigin>/.exec(
      out,
    ) ?? [];
  const { outbox } = await openStoreBeside(program.storeSettings(), Date.now, silent);
  const script = await outbox.archive.asset(name);
  const [definition] = await outbox.archive.allDefinitions();
  await outbox.close();
  expect(`sha384-${createHash('sha384').update(script!).digest('base64')}`).toBe(integrity);
  expect(script).toContain('Anfon yr ymholiad');
  expect(script).toContain('"label":"Anaf"');
  expect(script).not.toMatch(/import\(/);
  expect(definition).toContain('"case_type":"injury"');
  expect((await run(`snippet --integrity --case-type injury --lang cy ${page}`, own)).out).toBe(out);
});

test.each([
  [
    'the current script',
    '',
    /<script type="module" src="[^"]+\/enquiry-form\.js\?case-type=injury&amp;case-type=other">/,
  ],
  ['a checked script', ' --integrity', /src="[^"]+\/assets\/enquiry-form\.en-[\w-]{16}\.js" integrity=/],
])('prints the forms themselves for %s, and always the same ones', async (_, option, script) => {
  await createStore();
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

test.each(['--integrity', '--prerender', '--integrity --prerender'])(
  'check --page finds nothing wrong with what "snippet %s" prints',
  async options => {
    await createStore();
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
