// The npm package, installed into new projects.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { parseEnv, promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { start } from '../../demo/processes.ts';
import { pdf } from '../files/documents.ts';
import { bundlers } from '../pages/bundled-page.ts';
import { login } from '../processes/enquiry-api.ts';
import { type InstalledPackage, installPackage } from '../processes/installed-package.ts';
import { createClient, startProxy } from '../processes/proxies.ts';
import { test as base, beforeRelease, expect } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

// One installation is enough.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { installed: InstalledPackage }>({
  installed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const installed = await installPackage();
      await use(installed);
      installed.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const pageWith = (content: string) =>
  `<!doctype html><html lang="en"><title>Bundled</title><link rel="icon" href="data:,"><main id="root">${content}</main><script type="module" src="/page.js"></script>`;

for (const [bundler, bundle] of Object.entries(bundlers)) {
  test(
    `a page bundled with ${bundler} sends enquiries, and its link becomes a form`,
    bundler === 'Vite' ? {} : beforeRelease,
    async ({ page, stack, installed }) => {
      installed.write('page.js', "import { mount } from 'enquiry-form'; mount();");
      const scripts = await bundle(installed.folder, 'page.js');
      const errors: string[] = [];
      page.on('pageerror', error => errors.push(String(error)));
      page.on('console', message => message.type() === 'error' && errors.push(message.text()));
      const form = `<enquiry-form id="tag" case-type="house-move" proxy="${stack.proxy}"></enquiry-form>`;
      const link = `<p><a href="${stack.proxy}/forms/callback" data-enquiry-form>Ask for a call</a></p>`;
      await page.goto(stack.servePage(pageWith(form + link), '', scripts));
      await expect(formOn(page, 'p enquiry-form').field('First name')).toBeVisible();
      await fillHouseMove(page, 'Grace', '#tag');
      await formOn(page, '#tag').send();
      await expect(formOn(page, '#tag').receipt).toContainText('Grace');
      expect((await stack.listEnquiries()).map(({ body }) => body.forename)).toEqual(['Grace']);
      expect(errors).toEqual([]);
    },
  );
}

test('a page without the attribute "proxy" says so, and works once it is set', async ({
  page,
  stack,
  installed,
}) => {
  installed.write('page.js', "import 'enquiry-form';");
  const scripts = await bundlers.Vite!(installed.folder, 'page.js');
  const errors: string[] = [];
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  const form =
    '<enquiry-form case-type="house-move" layout="steps"><a href="tel:+441632960001">Call us</a></enquiry-form>';
  await page.goto(stack.servePage(pageWith(form), '', scripts));
  await expect(page.getByRole('alert')).toHaveText(/^The attribute "proxy" is missing\. Set it to /);
  await expect(page.getByRole('link', { name: 'Call us' })).toBeVisible();
  expect(errors).toEqual([expect.stringMatching(/^enquiry-form: The attribute "proxy" is missing\./)]);
  await page
    .locator('enquiry-form')
    .evaluate((element, proxy) => element.setAttribute('proxy', proxy), stack.proxy);
  await expect(page.getByRole('heading', { name: /^Step 1 of 4/ })).toBeVisible();
  expect(errors).toHaveLength(1);
});

test('the demo of the package works in an empty folder, and begins a config with one of its forms', async ({
  page,
  installed,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'empty-'));
  const demo = await installed.startDemo(folder);
  try {
    await page.goto(`${demo.addressOf('Landing page')}house-move.html`);
    await fillHouseMove(page);
    await formOn(page).send();
    await expect(formOn(page).receipt).toContainText('Grace');
    await page.goto(demo.addressOf('Inbox'));
    await expect(page.getByText('grace@example.com', { exact: true })).toBeVisible();

    await page.goto(`${demo.addressOf('Landing page')}start`);
    await page.getByRole('button', { name: 'Book a boiler repair' }).click();
    const heading = page.frameLocator('iframe').getByRole('heading', { level: 2 }).first();
    await expect(heading).toHaveText('Book a boiler repair');
    const path = join(folder, 'enquiry.config.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Book a boiler repair', 'Mend my boiler'));
    await expect(heading).toHaveText('Mend my boiler');
  } finally {
    await demo.stop();
    rmSync(folder, { recursive: true });
  }
});

test('the documented commands, typed into an empty folder, start a proxy that delivers', async ({
  stack,
  installed,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'site owner-'));
  const commands = /^npm install enquiry-form .*?(?=^```)/ms.exec(
    readFileSync('docs/operating.md', 'utf8'),
  )?.[0];
  const [install = '', init = '', password = '', serve = ''] = commands?.trim().split('\n') ?? [];
  const type = (line: string, typed = '', variables = {}) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...variables };
    const child = spawn('sh', ['-c', line], { cwd: folder, env, detached: true });
    child.stdin.end(typed);
    return child;
  };
  const run = async (line: string, typed?: string) => {
    const child = type(line, typed);
    const [output] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
    expect(child.exitCode, output).toBe(0);
  };
  const offline = `install --offline ${installed.tarballs.join(' ')}`;
  await run(install.replace('install enquiry-form', offline));
  const answers = ['https://www.example.com', 'Boilers', 'https://forms.example.com', stack.apiUrl];
  await run(init, [...answers, login.username, ''].join('\n'));
  await run(password, `${login.password}\n`);
  const proxy = type(serve, '', { PORT: '0' });
  const ended = once(proxy, 'close');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: proxy.stdout }).on('line', line => {
        const { msg, url } = JSON.parse(line) as { msg: string; url: string };
        if (msg === 'listening') resolve(url);
      });
      void text(proxy.stderr).then(errors => reject(new Error(errors)));
    });
    const enquiry = { case_type: 'boilers', forename: 'Ada', surname: 'Byron', email: 'ada@example.com' };
    const response = await fetch(`${url}/enquiries`, {
      method: 'POST',
      headers: {
        origin: 'https://www.example.com',
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...enquiry, answers: { message: 'The boiler is cold.' } }),
    });
    expect(await response.json()).toMatchObject({ reference: expect.any(String) });
    expect((await stack.listEnquiries()).map(({ body }) => body.forename)).toEqual(['Ada']);
  } finally {
    if (proxy.exitCode === null) process.kill(-proxy.pid!);
    await ended;
    rmSync(folder, { recursive: true });
  }
});

test('every link of the documents in the package leads to a file of the package, and "$schema" to the schema', async ({
  installed,
}) => {
  const root = join(installed.folder, 'node_modules/enquiry-form');
  const documents = globSync('{*.md,docs/*.md}', { cwd: root });
  const links = documents.flatMap(path => {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    const targets = text.matchAll(/(?:\]\(|<img src=")(?!https?:|mailto:)([^)"\s#]+)/g);
    return Array.from(targets, ([, target = '']) => join(dirname(path), target));
  });
  expect(links).toEqual(expect.arrayContaining(['demo/shots/overview.png', 'docs/monitoring.md']));
  expect(links.filter(path => !existsSync(join(root, path)))).toEqual([]);
  expect(documents).not.toEqual(expect.arrayContaining([expect.stringMatching(/architecture/)]));
  expect(readFileSync(join(root, 'llms.txt'), 'utf8')).toBe(readFileSync('docs/assistants.md', 'utf8'));
  for (const path of ['docs/embedding.md', 'docs/configuration.md']) {
    const [, schema = ''] = /"\$schema": "([^"]+)"/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
    expect(readFileSync(join(installed.folder, schema), 'utf8')).toContain('"case_types"');
  }
});

test('the package has the licence of every package that is bundled in it', async ({ installed }) => {
  const root = join(installed.folder, 'node_modules/enquiry-form');
  const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES'), 'utf8');
  const listed = Array.from(notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm), ([, name]) => name!);
  const maps = globSync('dist/**/*.js.map', { cwd: root });
  const sources = maps.flatMap(map => JSON.parse(readFileSync(join(root, map), 'utf8')).sources as string[]);
  const ofSource = (source: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [];
  // The scripts that the proxy serves, and the module that renders pages, have no source maps.
  const inWidget = [
    'lit',
    'lit-element',
    'lit-html',
    '@lit/reactive-element',
    'parse5',
    '@parse5/tools',
    'entities',
  ];
  inWidget.push(...['ssr', 'ssr-client', 'ssr-dom-shim'].map(name => `@lit-labs/${name}`));
  // Two releases of a package may be bundled.
  const bundled = new Set([...inWidget, ...sources.flatMap(ofSource)]);
  expect([...new Set(listed)].toSorted()).toEqual([...bundled].toSorted());
  for (const notice of notices.split(/^-{80}$/m)) expect(notice).toMatch(/copyright|licen[cs]e/i);
  const script = readFileSync(join(root, 'widget/dist/enquiry-form.js'), 'utf8');
  const [, address = ''] = /^\/\*(\S+)\*\/\n/.exec(script) ?? [];
  expect(notices).toContain(readFileSync(join(root, 'widget/dist', address), 'utf8'));
});

test('every command runs from the package, with the settings that "init" wrote', async ({
  stack,
  installed,
}) => {
  const { command, folder, write } = installed;
  const flags = `--page https://www.example.com --label Boilers --proxy https://forms.example.com --api-username ${login.username} --api-url ${stack.apiUrl}`;
  await command(`init ${flags}`.split(' '));
  const config = JSON.parse(readFileSync(join(folder, 'enquiry.config.json'), 'utf8'));
  expect(readFileSync(join(folder, config.$schema), 'utf8')).toContain('"case_types"');
  write('enquiry-api-password', login.password);
  const variables = parseEnv(readFileSync(join(folder, 'enquiry.env'), 'utf8')) as Record<string, string>;
  const expected: [words: string, output: RegExp][] = [
    ['--help', /Usage: npx enquiry-form/],
    ['--version', /^\d+\.\d+\.\d+$/m],
    ['demo --help', /npx enquiry-form demo runs/],
    ['check', /^ok +enquiry API and login$/m],
    ['snippet --page https://www.example.com', /<enquiry-form case-type="boilers">/],
    ['snippet --integrity --page https://www.example.com', /integrity="sha384-/],
    ['test-link --page https://www.example.com', /#enquiry-test=/],
    ['status', /^Everything is being delivered\./],
    ['outbox list', /^There are no waiting or held deliveries/],
    ['backup copy.tar', /^copy\.tar is written/],
    ['backup --verify copy.tar', /^copy\.tar is complete/],
    ['check --accept-ids', /^ok +ids: recorded in .*enquiry\.ids\.json$/m],
    ['entries', /^attribution_site +Site$/m],
  ];
  const program = join(folder, 'node_modules/enquiry-form/dist/launcher.js');
  const running = await start(program, { ...variables, PORT: '0' }, { through: ['env', '-C', folder] });
  try {
    for (const [words, output] of expected)
      expect((await command(words.split(' '), variables)).stdout, words).toMatch(output);
  } finally {
    expect(await running.stop()).toBe(0);
  }
});

test('a program mounts the proxy of the package in its own Hono app', async ({ installed }) => {
  const program = installed.write(
    'server.js',
    `import { serve } from '@hono/node-server';
    import { Hono } from 'hono';
    import { createProxy } from 'enquiry-form/proxy';
    const proxy = await createProxy();
    const server = serve({ fetch: new Hono().mount('/forms', proxy.app.fetch).fetch, port: 0, hostname: '127.0.0.1' },
      ({ port }) => console.log('listening on http://127.0.0.1:' + port));
    process.once('SIGTERM', () => server.close(() => proxy.stop()));`,
  );
  const running = await startProxy({ program, settings: { ENQUIRY_WAIT_MS: '0' } });
  try {
    const { sendEnquiry, sendAttachment } = createClient(`${running.url}/forms`, [201, 202]);
    await sendAttachment(await sendEnquiry(), Buffer.from(pdf().buffer));
    const script = await fetch(`${running.url}/forms/enquiry-form.js?case-type=standalone`);
    expect(await script.text()).toContain('Standalone');
  } finally {
    await running.stop();
    expect(running.child.exitCode).toBe(0);
  }
});

test('a strict project that checks all declarations compiles with every export', async ({ installed }) => {
  installed.write(
    'site.ts',
    `import { EnquiryForm, type EnquiryFormEvents, type Values } from 'enquiry-form';
    import { EnquiryForm as Undefined } from 'enquiry-form/element';
    import { check, type Definition, type Enquiry } from 'enquiry-form/contract';
    import type { SolidElements, SvelteElements, VueElements } from 'enquiry-form/jsx';
    import { createProxy, startProxy } from 'enquiry-form/proxy';

    const element: EnquiryForm = document.createElement('enquiry-form');
    element.values = { forename: 'Ada' } satisfies Values;
    element.addEventListener('enquiry-accepted', ({ detail }) => detail.reference.toUpperCase());
    const report = ({ detail }: EnquiryFormEvents['enquiry-step']) => detail.steps + 1;
    document.body.addEventListener('enquiry-step', report);
    customElements.define('my-form', class extends Undefined {});
    declare const definition: Definition;
    declare const enquiry: Enquiry;
    export const problems: object = check;
    export const caseType: string | undefined = definition.case_type ?? enquiry.case_type;
    export const solid: SolidElements['enquiry-form'] = { 'case-type': 'a', 'on:enquiry-view': ({ detail }) => detail.case_type };
    export const svelte: SvelteElements['enquiry-form'] = { layout: 'steps', 'onenquiry-step': ({ detail }) => detail.steps + 1 };
    export type Vue = InstanceType<VueElements['enquiry-form']>['$props']['onEnquiryAccepted'];
    // @ts-expect-error There is only one other layout.
    export const wrong: SolidElements['enquiry-form'] = { layout: 'pages' };
    const { app, reload, stop } = await createProxy({ PORT: '0' });
    await reload();
    const response: Response = await app.fetch(new Request('https://forms.example.com/'));
    console.log((await startProxy()).url, response.status, await stop());
    `,
  );
  installed.write(
    'page.tsx',
    `import { EnquiryForm, type EnquiryFormElement } from 'enquiry-form/react';
    import { createRef } from 'react';
    const ref = createRef<EnquiryFormElement>();
    export const component = (
      <EnquiryForm ref={ref} caseType="a" proxy="https://forms.example.com" data-layer="" data-layer-number lang="cy"
        className="wide" values={{ answers: { price: '1' } }} messages={{ send: 'Go' }} onClick={() => ref.current?.submit()}
        onenquiry-accepted={({ detail }) => detail.reference.toUpperCase()} onattachment-sent={({ detail }) => detail.count + 1}>
        <p>Call us</p>
      </EnquiryForm>
    );
    // @ts-expect-error The proxy acknowledges an enquiry with a reference.
    export const wrongDetail = <EnquiryForm onenquiry-accepted={({ detail }) => detail.refrence} />;
    // @ts-expect-error There is only one other layout.
    export const wrongLayout = <EnquiryForm layout="pages" />;
    export const form = (
      <enquiry-form case-type="a" proxy="https://forms.example.com" values={{ answers: { price: '1' } }} className="wide"
        onenquiry-accepted={({ detail }) => detail.reference.toUpperCase()}>
        <p>Call us</p>
      </enquiry-form>
    );
    // @ts-expect-error Answers are an object or JSON.
    export const wrong = <enquiry-form values={1} />;
    `,
  );
  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    installed.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          ...{ module, moduleResolution, target: 'ES2024', lib: ['ES2024', 'DOM', 'DOM.Iterable'] },
          ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
          ...{ skipLibCheck: false, noEmit: true, jsx: 'react-jsx', types: [] },
        },
        include: ['*.ts', '*.tsx'],
      }),
    );
    const tsc = resolve('node_modules/.bin/tsc');
    const { code = 0, stdout } = await promisify(execFile)(tsc, ['-p', installed.folder]).catch(
      error => error,
    );
    expect([code, stdout]).toEqual([0, '']);
  }
});

test('publint and "Are the types wrong?" find nothing to report', beforeRelease, async ({ installed }) => {
  const { messages } = await publint({
    pkgDir: join(installed.folder, 'node_modules/enquiry-form'),
    level: 'suggestion',
    pack: false,
    strict: true,
  });
  expect(messages).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(installed.tarball)));
  if (!analysis.types) throw new Error('The package has no types.');
  // CommonJS and the resolution of Node before version 12 don't apply to a package of ES modules.
  const problems = analysis.problems.filter(
    problem => !('resolutionKind' in problem) || !/^node10$|^node16-cjs$/.test(problem.resolutionKind),
  );
  expect(problems).toEqual([]);
});
