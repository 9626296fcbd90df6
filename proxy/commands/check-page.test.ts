import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mangledPage, mangledPageNames } from '../../e2e/pages/mangled-page.ts';
import { openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { checkPage } from './check-page.ts';

const program = programForEachTest();
const proxy = 'https://forms.example.com/';
const script = `<script type="module" src="${proxy}enquiry-form.js?case-type=injury"></script>`;
const tag = '<enquiry-form case-type="injury">Call us.</enquiry-form>';
const link = `<a href="${proxy}forms/injury?lang=en" data-enquiry-form>Ask us</a>`;

let server: Server;
let respond: RequestListener;
let site: string;
beforeEach(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Serves a page at each address. */
function serve(html: string, policies: string[] = []): void {
  respond = (_, response) => {
    response.setHeader('content-security-policy', policies);
    response.setHeader('content-type', 'text/html').end(html);
  };
}

/** The answers that aren't `ok`, each as `failed script: …`. */
async function listFaults(
  html: string,
  { policies = [] as string[], caseTypes = ['injury', 'other'], origins = [site] } = {},
) {
  serve(html, policies);
  const config = { origins, case_types: Object.fromEntries(caseTypes.map(name => [name, {}])) };
  const { results } = await checkPage(new URL(`${site}/contact`), proxy, config as never);
  return results
    .filter(({ status }) => status !== 'ok')
    .map(each => `${each.status} ${each.check}: ${each.advice}`);
}

describe('nothing is wrong with', () => {
  test.each<[what: string, html: string, policies?: string[]]>([
    ['the tag', script + tag],
    [
      'attributes in capitals and without quotes',
      `<SCRIPT TYPE=Module SRC=${proxy}enquiry-form.js></SCRIPT>${tag}`,
    ],
    ['a script with integrity', `${script.replace('enquiry-form.js', 'assets/enquiry-form-0123.js')}${tag}`],
    ['a script of one language', `${script.replace('form.js', 'form.en.js')}${tag}`],
    ['several case types', `${script}<enquiry-form case-type=" injury  other"></enquiry-form>`],
    [
      'an unchanged script beside a changed one',
      `<script src="/cache/enquiry-form.js"></script>${script}${tag}`,
    ],
    [
      'a prerendered form',
      `<enquiry-form case-type="injury"><template shadowrootmode="open"></template></enquiry-form>${script}`,
    ],
    [
      'the bundle of a site',
      `<enquiry-form case-type="injury" proxy="${proxy.slice(0, -1)}"></enquiry-form>`,
    ],
    ['a link with the script', script + link],
    [
      'a page that is nested deeply and has many links',
      `${'<b>'.repeat(40_000)}${'<a></a>'.repeat(40_000)}${script}${tag}`,
    ],
    [
      'policies that name the proxy',
      script + tag,
      [`script-src ${proxy}assets/; connect-src 'self' ${proxy}`, `default-src ${proxy.slice(0, -1)}`],
    ],
    ['a policy that allows any proxy', script + tag, ['default-src https:; SCRIPT-SRC-elem *; script-src']],
    [
      'a policy with the nonce of the script',
      `${script.replace('src', 'nonce="abc" src')}${tag}`,
      ["script-src 'nonce-abc' 'strict-dynamic'"],
    ],
    ['a policy about other things', script + tag, ["img-src 'self'; frame-ancestors 'none'"]],
    [
      'a policy that is only reported',
      `<meta http-equiv="Content-Security-Policy-Report-Only" content="default-src 'none'">${script}${tag}`,
    ],
  ])('%s', async (_, html, policies = []) => {
    expect(await listFaults(html, { policies })).toEqual([]);
  });
});

test.each<[what: string, html: string, faults: string[], options?: Parameters<typeof listFaults>[1]]>([
  [
    'no tag',
    script,
    [
      `failed tag: there is neither a tag nor a link: * Write <enquiry-form case-type="injury"></enquiry-form> ${script}`,
    ],
  ],
  [
    'a tag that names another proxy',
    `${script}<enquiry-form case-type="injury" proxy="https://old.example.com"></enquiry-form>`,
    ['failed tag: line 1: its attribute "proxy" names https://old.example.com/*'],
  ],
  [
    'a tag in a comment',
    `\n<!-- ${tag} -->${script}`,
    ['failed tag: line 2: the tag is in a text or a comment*'],
  ],
  ['a tag in a template', `<template>${tag}</template>${script}`, ['failed tag: there is neither*']],
  ['no script', tag, [`failed script: there is none*Write ${script}`]],
  [
    'a bundle with another proxy',
    '<enquiry-form case-type="injury" proxy="https://old.example.com"></enquiry-form>',
    ['failed script: there is none*'],
  ],
  [
    'a classic script',
    `<script defer src="${proxy}enquiry-form.js"></script>${tag}`,
    [`failed script: line 1: it has no type="module", so it fails*Write ${script}`],
  ],
  [
    'a script that has moved',
    `${script.replace(proxy, '/cache/')}${tag}`,
    [`failed script: line 1: its address http://127.0.0.1:*/cache/enquiry-form.js*isn't below ${proxy}*`],
  ],
  [
    'unknown case types',
    `${script}<enquiry-form case-type="injury ijnury"></enquiry-form>${link.replace('injury', 'x')}`,
    [
      'failed case type: line 1: the config has no case type "ijnury", but injury, other',
      'failed case type: line 1: * "x"*',
    ],
  ],
  [
    'policies that lack the proxy',
    script + tag,
    [
      'failed policy: the header: the policy lacks script-src https://forms.example.com',
      'failed policy: the header: the policy lacks connect-src https://forms.example.com',
    ],
    { policies: ["script-src 'self'; connect-src *", "default-src *; connect-src 'none'"] },
  ],
  [
    'the policy of an element',
    `<meta http-equiv="content-security-policy" content="default-src 'self'">${script}${tag}`,
    [
      'failed policy: line 1: the policy lacks script-src https://forms.example.com; connect-src https://forms.example.com',
    ],
  ],
])('%s is named, with the line to write', async (_, html, faults, options) => {
  const toPattern = (text: string) =>
    new RegExp(`^${text.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`);
  expect(await listFaults(html, options)).toEqual(faults.map(each => expect.stringMatching(toPattern(each))));
});

/** What is wrong with the pages that editors and optimisers have changed. Nothing is with the others. */
const mangled: Record<string, string[]> = {
  'element-removed': ['failed tag'],
  'element-without-case-type': ['failed case type'],
  'inserted-as-html': ['warning tag', 'warning script'],
  'inserted-twice-after-load': ['warning tag', 'warning script'],
  'link-alone': ['warning script'],
  'link-inserted-after-load': ['warning tag'],
  'link-inserted-with-script': ['warning tag', 'warning script'],
  'link-policy-without-proxy': ['failed policy'],
  'link-policy-without-sending': ['failed policy'],
  'link-script-waits-for-consent': ['failed script'],
  'link-script-without-type': ['failed script'],
  'link-without-attribute': ['failed tag'],
  'only-text-left': ['failed tag', 'failed script'],
  'policy-without-proxy': ['failed policy'],
  'policy-without-sending': ['failed policy'],
  'script-combined-with-others': ['failed script'],
  'script-restored-after-load': ['failed script'],
  'script-waits-for-a-click': ['failed script'],
  'script-waits-for-consent': ['failed script'],
  'script-without-type': ['failed script'],
  'source-shown-as-text': ['failed tag', 'failed script'],
};

test.each(mangledPageNames)('of the page %s, it says what is wrong', async name => {
  const { html, policy } = mangledPage(name, proxy.slice(0, -1));
  const faults = await listFaults(html, { policies: [policy], caseTypes: ['house-move'] });
  expect(faults.map(each => each.split(':')[0])).toEqual(mangled[name] ?? []);
});

describe('the command', () => {
  beforeEach(() => program.writeConfig({ ...exampleConfig, origins: [site] }));
  const check = (words = '') =>
    program.run(`check --page ${site}/contact${words}`, { ENQUIRY_PUBLIC_URL: proxy });

  test('prints a line for each answer, also as JSON, and contacts nobody else', async () => {
    serve(tag + script);
    const lines = `ok       tag: line 1
ok       script: line 1
ok       case type: injury
ok       origin: ${site}
ok       policy: nothing is missing
`;
    expect(await check()).toEqual({ out: lines, err: '', code: 0 });
    const words = `check --json --config enquiry.config.json --page ${site}/`;
    const { out, code } = await program.run(words, { ENQUIRY_API_URL: '' });
    expect([code, JSON.parse(out.split('\n')[2]!)]).toEqual([
      0,
      { check: 'case type', status: 'ok', advice: 'injury' },
    ]);
    serve(link);
    expect((await program.run(words, { ENQUIRY_API_URL: '' })).out).toContain(
      '"check":"case type","status":"ok"',
    );
    serve(tag);
    expect((await check()).code).toBe(1);
    expect(program.enquiryApi.requests).toEqual([]);
  });

  test.each(['', '--link', '--lang cy'])(
    'finds nothing wrong with what "snippet %s" prints',
    async options => {
      const words = `snippet --case-type injury ${options} --page ${site}/contact`.split(/ +/);
      const { out } = await program.run(words, { ENQUIRY_PUBLIC_URL: proxy });
      serve(out, [/Content-Security-Policy: (.*) -->/.exec(out)![1]!]);
      const { out: answers } = await check();
      expect(answers.match(/^\w+/gm)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    },
  );

  test('follows redirects, and judges the page at the end', async () => {
    program.writeConfig({ ...exampleConfig, origins: [] });
    let left = 5;
    respond = (_, response) => {
      if (left-- > 0) response.writeHead(302, { location: `/${left}` }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(script + tag);
    };
    expect((await check()).out).toContain(`Add "${site}" to "origins"`);
    left = 60;
    expect((await check()).err).toContain('redirect count exceeded');
  });

  const html = { 'content-type': 'text/html' };
  test.each<[what: string, message: string, respond: RequestListener]>([
    ['the page is missing', 'it responded 404', (_, response) => response.writeHead(404, html).end(tag)],
    [
      'it isn’t HTML',
      'it isn\'t HTML, but "application/pdf"',
      (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(),
    ],
    [
      'it has more than 5 MB',
      'more than 5 MB',
      (_, response) => response.writeHead(200, html).end(Buffer.alloc(5_000_001, ' ')),
    ],
    [
      'it leads to a file',
      'URL scheme must be a HTTP(S) scheme\n',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
    [
      'it leads to an address with a login',
      'cross origin not allowed',
      ({ headers }, response) =>
        response.writeHead(302, { location: `http://ada:swordfish@${headers.host}/` }).end(),
    ],
    ['the connection breaks', "the page can't be read: ", request => request.socket.destroy()],
  ])('exits with 2 if %s', async (_, message, listener) => {
    respond = listener;
    const { code, out, err } = await check();
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(message) });
    expect(err).not.toContain('swordfish');
  });

  test('exits with 2 if the address has a login or is none of the web', async () => {
    for (const address of [site.replace('//', '//ada:swordfish@'), 'file:///etc/passwd']) {
      const { code, err } = await program.run(`check --page ${address}`);
      expect(code).toBe(2);
      expect(err).not.toContain('swordfish');
    }
  });

  test('prints nothing of a page that could control the terminal', async () => {
    serve(`${script}<enquiry-form case-type="\u001b]0;owned\u0007\u202e"></enquiry-form>`);
    const { out } = await check();
    expect(out).toContain('"\\u{1b}]0;owned\\u{7}\\u{202e}"');
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  });

  test('a page that can send again needs nobody any more', async () => {
    const outbox = await openSqliteOutbox(program.storeSettings().dataFolder);
    const pages = async () => (await outbox.hourlyCounts.listBlocking()).map(({ origin }) => origin);
    for (const each of [site, 'https://shop.example.com']) outbox.hourlyCounts.count('blocked', '', each);
    await outbox.hourlyCounts.write();
    serve(tag);
    await check();
    expect(await pages()).toEqual([site, 'https://shop.example.com']);
    serve(script + tag);
    await check();
    expect(await pages()).toEqual(['https://shop.example.com']);
    const { out } = await program.run('status');
    expect(out).toMatch(
      /A page of https:\/\/shop\.example\.com couldn't send [\s\S]* enquiry-form check --page https:\/\/shop\.example\.com\/\n/,
    );
    expect((await program.run('check')).out).toMatch(/^warning +a page that blocks sending: A page of /m);
    await outbox.close();
  });
});
