import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findFaults } from './page-faults.ts';
import type { Expected, Fault } from './page-source.ts';

const proxy = 'https://forms.example.com/';
const page = 'https://www.example.com/contact';
const script = `<script type="module" src="${proxy}enquiry-form.js?case-type=injury"></script>`;
/** A policy in an element. */
const meta = (policy: string, name = 'Content-Security-Policy') =>
  `<meta http-equiv="${name}" content="${policy}">`;
const nothing = "default-src 'none'";
const tag =
  '<enquiry-form case-type="injury">\n Call us on <a href="tel:+441632960001">01632 960001</a>.\n</enquiry-form>';
const link = (attributes: string) => `<a href="${proxy}forms/injury?lang=en" ${attributes}>Ask us</a>`;
const pinned = `${proxy}assets/enquiry-form-0123456789abcdef.js?definition=0123456789abcdef`;
const hashOf = (text: string, algorithm = 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;
const pin = (integrity: string) =>
  `<script type="module" src="${pinned}" integrity="${integrity}" crossorigin></script>`;
const style = '.form { color: red }';
const prerendered = ({ definition = 'sha256-current', css = style, action = `${proxy}forms/injury` } = {}) =>
  `<enquiry-form case-type="injury"><template shadowrootmode="open"><style>${css}</style><form action="${action}">
    <input type="hidden" name="definition" value="${definition}"></form></template></enquiry-form>`;

const find = (
  html: string,
  {
    policies = [] as string[],
    address = page,
    ...expected
  }: Partial<Expected & { policies: string[]; address: string }> = {},
) =>
  findFaults(
    { html, address, policies },
    {
      proxy,
      config: { origins: ['https://www.example.com'], case_types: { injury: {}, other: {} } as never },
      async load(wanted) {
        if (wanted !== pinned) throw new Error('responded 404');
        return Buffer.from('the script');
      },
      prerender: async caseType =>
        caseType === 'injury' ? { definition: 'sha256-current', style } : undefined,
      ...expected,
    },
  );
type Options = Parameters<typeof find>[1];

describe('nothing is in the way of', () => {
  test.each<[what: string, html: string, options?: Options]>([
    ['the tag', `${script}${tag}`],
    ['the tag in a paragraph, with breaks', `<p>${script}<br />\n${tag}</p>`],
    [
      'attributes without quotes, in capitals',
      `<SCRIPT TYPE=Module ASYNC SRC=${proxy}enquiry-form.js></SCRIPT>${tag}`,
    ],
    [
      'escaped ampersands in the address',
      `<script type="module" src="${proxy}enquiry-form.js?case-type=injury&#038;ver=1"></script>${tag}`,
    ],
    ['a name that looks like the script', `${script.replace('type', 'id="enquiry-form.js" type')}${tag}`],
    ['several case types', `${script}<enquiry-form case-type=" injury  other"></enquiry-form>`],
    [
      'a script that comes last, and an unchanged one beside a changed one',
      `${tag}<script src="/cache/enquiry-form.js"></script>${script}`,
    ],
    ['a pinned script', `${pin(hashOf('the script'))}${tag}`],
    [
      'the strongest of several hashes',
      `${pin(`${hashOf('other', 'sha256')} ${hashOf('the script', 'sha512')}`)}${tag}`,
    ],
    ['a prerendered form', `${prerendered()}${script}`],
    [
      'the page of the proxy',
      `${prerendered({ action: '?lang=en' })}${script}`,
      { address: `${proxy}forms/injury` },
    ],
    [
      'the bundle of a site, whose tag names the proxy',
      `<script src="/main.js"></script><enquiry-form case-type="injury" proxy="${proxy.slice(0, -1)}"></enquiry-form>`,
    ],
    ['a script that is imported', `<script type="module">import '${proxy}enquiry-form.js'</script>${tag}`],
    ['a link', `${link('data-enquiry-form')}`],
    [
      'a link on any page, because it opens the form’s own',
      link('data-enquiry-form'),
      { address: 'https://shop.example.com/' },
    ],
    ['a link with the script', `${script}${link('data-enquiry-form=""')}`],
    ['a link in a tag', `${script}<enquiry-form case-type="injury">${link('')}</enquiry-form>`],
    ['a frame', `<iframe src="${proxy}forms/injury?frame=1"></iframe>`],
    [
      'a frame that names the site',
      `<iframe src="${proxy}forms/injury?lang=en&amp;frame=https://www.example.com/"></iframe>`,
    ],
    [
      'another spelling of the address of the proxy',
      `<enquiry-form case-type="injury" proxy="//FORMS.example.com:443"></enquiry-form>`,
    ],
    ['a page of the proxy’s own site', `${script}${tag}`, { address: `${proxy}contact` }],
    [
      'addresses below a path of the site',
      `<base href="/app/"><script type="module" src="../enquiry/enquiry-form.js"></script>${tag}`,
      { proxy: 'https://www.example.com/enquiry/', policies: ["default-src 'self'"] },
    ],
    ['the address that only the page knows', `${script}${tag}`, { proxy: undefined }],
    [
      'a policy that allows everything',
      `${script}${tag}`,
      { policies: [`script-src ${proxy}; connect-src ${proxy}; form-action https:`] },
    ],
    [
      'a policy that is only reported, and one that browsers ignore',
      `${meta(nothing, 'Content-Security-Policy-Report-Only')}<body><p>${meta(nothing)}</p>${script}${tag}`,
    ],
    [
      'a bundle that the policy allows',
      `<enquiry-form case-type="injury" proxy="${proxy}"></enquiry-form>`,
      { policies: [`script-src 'self'; connect-src ${proxy}`] },
    ],
  ])('%s', async (_, html, options) => {
    expect(await find(html, options)).toEqual({ faults: [], forms: 1 });
  });
});

const lone = (about: Fault['about'], ...texts: string[]): [Fault['about'], ...string[]] => [about, ...texts];

test.each<[what: string, html: string, expected: [Fault['about'], ...string[]], options?: Options]>([
  [
    'no tag',
    '<p>Call us on 01632 960001.</p>',
    lone('tag', 'no tag: an editor', `Write <enquiry-form case-type="injury"></enquiry-form> ${script}`),
  ],
  ['only its script', `<p>${script}</p>`, lone('tag', 'line 1 still has its script. Write <enquiry-form')],
  [
    'no tag, although a script listens to it',
    `${script}<script>document.querySelector('enquiry-form').addEventListener('enquiry-accepted', go)</script>`,
    lone('tag', 'line 1 still has its script'),
  ],
  [
    'only a link that stays one',
    `\n${link('')}`,
    lone('tag', 'line 2 has a link', '<a data-enquiry-form …>'),
  ],
  [
    'the tag as text',
    '<p>&lt;enquiry-form case-type=&#8221;injury&#8221;&gt;</p>',
    lone('tag', 'line 1: the tag is in the text of <p>'),
  ],
  ['the tag in a comment', `<!--\n${tag} -->`, lone('tag', 'is in a comment')],
  [
    'the tag for browsers without scripts',
    `<noscript>${tag}</noscript>${script}`,
    lone('tag', 'the text of <noscript>'),
  ],
  ['the tag in a template', `<template>${tag}</template>`, lone('tag', 'no tag')],
  [
    'a tag without attributes',
    `${script}<enquiry-form>Call us.</enquiry-form>`,
    lone('tag', 'no case-type', '<enquiry-form case-type="…">'),
  ],
  [
    'a frame that names no site',
    `<iframe src="${proxy}forms/injury"></iframe>`,
    lone('tag', 'names no site', 'Write frame=https://www.example.com in it'),
  ],
  [
    'a frame that names another site',
    `<iframe src="${proxy}forms/injury?frame=https://example.com"></iframe>`,
    lone('tag', "names https://example.com, which isn't the site of this page"),
  ],
  [
    'a link that ends with a slash',
    `${script}<a href="${proxy}forms/injury/" data-enquiry-form>Ask us</a>`,
    lone('tag', `the link leads to "${proxy}forms/injury/", which isn't a form`),
  ],
  [
    'another proxy',
    `<enquiry-form case-type="injury" proxy="https://old.example.com"></enquiry-form>`,
    lone('tag', `its proxy is https://old.example.com. Write proxy="${proxy}"`),
  ],
  [
    'a link to something else',
    '<a href="/ask" data-enquiry-form>Ask us</a>',
    lone('tag', 'leads to "https://www.example.com/ask"', `href="${proxy}forms/…"`),
  ],
  [
    'HTML that a script adds',
    `<script>slot.innerHTML = '<script type="module" src="${proxy}enquiry-form.js"><\\/script><enquiry-form>'</script>`,
    lone('script', "browsers don't run a script that is added like this"),
  ],
  [
    'a script that changes the type',
    `<script>s = createElement('script'); s.type = 'text/javascript'; s.text = '<enquiry-form>'</script>`,
    lone('script', 'gives the form\'s script the type "text/javascript"'),
  ],
  ['no script', tag, lone('script', `Write ${script}`)],
  [
    'a script in a bundle',
    `<script defer src="/combined.js"></script>${tag}`,
    lone('script', 'joined with others'),
  ],
  [
    'a classic script',
    `<script defer src="${proxy}enquiry-form.js?case-type=injury"></script>${tag}`,
    lone('script', 'line 1: it has no type="module", so it fails', `Write ${script}`),
  ],
  [
    'a script that waits for consent',
    `<script type="text/plain" data-src="${proxy}enquiry-form.js?case-type=injury"></script>${tag}`,
    lone(
      'script',
      'its type is "text/plain"',
      'its address is in data-src instead of src',
      `Write ${script}`,
    ),
  ],
  [
    'a script that has moved',
    `<script type="module" src="/cache/enquiry-form.js?case-type=injury" nonce="abc"></script>${tag}`,
    lone(
      'script',
      "https://www.example.com/cache/enquiry-form.js?case-type=injury isn't below",
      `src="${proxy}enquiry-form.js?case-type=injury" nonce="abc">`,
    ),
  ],
  [
    'a script without encryption',
    `${script.replace('https', 'http')}${tag}`,
    lone('script', "isn't below https://"),
  ],
  [
    'a link with a changed script',
    `${script.replace('module', 'x-module')}${link('data-enquiry-form')}`,
    lone('script', 'its type is "x-module"'),
  ],
  [
    'a pin of another script',
    `${pin(hashOf('another'))}${tag}`,
    lone('script', "the hash doesn't fit", hashOf('the script')),
  ],
  [
    'a pin that nobody knows',
    `${pin(hashOf('x')).replace('0123', '9999')}${tag}`,
    lone('script', "can't be loaded (responded 404)", '--pinned'),
  ],
  [
    'an unknown case type',
    `${script}<enquiry-form case-type="injury ijnury"></enquiry-form>`,
    lone('case type', 'no case type "ijnury"', 'injury, other'),
  ],
  [
    'a link with an unknown case type',
    link('data-enquiry-form').replace('injury', 'ijn%20ury'),
    lone('case type', '"ijn ury"'),
  ],
  [
    'a frame with an unknown case type',
    `<iframe src="${proxy}forms/ijnury?frame=1"></iframe>`,
    lone('case type', '"ijnury"'),
  ],
  [
    'an origin that isn’t allowed',
    `${script}${tag}`,
    lone(
      'origin',
      'https://example.com',
      'Write "origins": ["https://www.example.com", "https://example.com"]',
    ),
    { address: 'https://example.com/' },
  ],
  [
    'a frame on such an origin',
    `<iframe src="${proxy}forms/injury?frame=1"></iframe>`,
    lone('origin', 'https://example.com'),
    { address: 'https://example.com/' },
  ],
  [
    'a prerendered form of another config',
    `${prerendered({ definition: 'sha256-old' })}${script}`,
    lone('prerendered form', 'another config'),
  ],
  [
    'a prerendered form of another release',
    `${prerendered({ css: '.form {}' })}${script}`,
    lone('prerendered form', 'another release'),
  ],
  [
    'a prerendered form of another proxy',
    `${prerendered({ action: 'http://127.0.0.1:8080/forms/injury' })}${script}`,
    lone('prerendered form', 'it posts to http://127.0.0.1:8080/', `action="${proxy}forms/…"`),
  ],
  [
    'the policy of a header',
    `${script}${tag}`,
    lone(
      'policy',
      'the policy in the header lacks https://forms.example.com in connect-src',
      "Write Content-Security-Policy: script-src https://forms.example.com; connect-src 'self' https://forms",
    ),
    { policies: ["script-src https://forms.example.com; connect-src 'self'"] },
  ],
  [
    'one of several policies',
    `${script}${tag}`,
    lone('policy', 'form-action'),
    { policies: ['default-src https:', "form-action 'self'"] },
  ],
  [
    'the policy of an element',
    `<meta http-equiv="content-security-policy" content="script-src 'self'">${script}${tag}`,
    lone(
      'policy',
      'line 1: the policy lacks',
      'Write <meta http-equiv="Content-Security-Policy" content="script-src &#39;self&#39; https://forms.example.com">',
    ),
  ],
  [
    'a policy without the nonce of the script',
    `${script}${tag}`,
    lone('policy', 'only scripts that have its nonce. Write <script nonce='),
    { policies: ["script-src 'nonce-abc' 'strict-dynamic'"] },
  ],
  [
    'a policy without the style',
    `${prerendered()}${script}`,
    lone('policy', `'${hashOf(style, 'sha256')}' in style-src`),
    { policies: ["style-src 'self'"] },
  ],
  [
    'a policy without the import map',
    `<script type="importmap">{"integrity":{"${proxy}assets/a.js":""}}</script>${pin(hashOf('the script'))}${tag}`,
    lone('policy', "'sha256-", 'in script-src'),
    { policies: [`script-src ${proxy}assets/`] },
  ],
  [
    'a policy without the frame',
    `<iframe src="${proxy}forms/injury?frame=1"></iframe>`,
    lone('policy', 'in frame-src'),
    { policies: ["default-src 'self'"] },
  ],
  [
    'a policy without Lit’s templates',
    `${script}${tag}`,
    lone('policy', 'lit-html in trusted-types'),
    { policies: ['trusted-types default'] },
  ],
])('%s is named, with the line to change', async (_, html, [about, ...texts], options) => {
  const { faults } = await find(html, options);
  expect(faults).toEqual([{ about, advice: expect.any(String) }]);
  for (const text of texts) expect(faults[0]!.advice).toContain(text);
});

test.each([
  ['closes itself', `${script}<enquiry-form case-type="injury" /><p>After it</p>`],
  [
    'is cut in two by paragraphs',
    `${script}<p><enquiry-form case-type="injury"></p><p>Call us.</p><p></enquiry-form></p>`,
  ],
  ['is written by a script', "<script>document.body.append(document.createElement('enquiry-form'))</script>"],
  [
    'is written into a page that has the script',
    `${script}<script>slot.innerHTML = '<enquiry-form case-type="injury"></enquiry-form>'</script>`,
  ],
])('a tag that %s may work', async (_, html) => {
  expect((await find(html)).faults).toEqual([{ about: 'tag', advice: expect.any(String), isWarning: true }]);
});

test('every fault of a page has a line of its own', async () => {
  const { faults } = await find(`<enquiry-form case-type="ijnury"></enquiry-form>`, {
    address: 'https://example.com/',
    policies: ["default-src 'self'"],
  });
  expect(faults.map(({ about }) => about)).toEqual(['case type', 'script', 'origin', 'policy']);
});

test('a page that is nested deeply is read', async () => {
  expect((await find(`${'<b>'.repeat(20_000)}${script}${tag}`)).forms).toBe(1);
});

test('names only some of many case types', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => [`type-${index}`, {}]);
  const config = { origins: ['https://www.example.com'], case_types: Object.fromEntries(names) };
  const { faults } = await find(`${script.replace('injury', 'type-0')}${tag}`, { config });
  expect(faults.map(({ advice }) => advice)).toEqual([
    expect.stringMatching(/Write one of type-0, .*, type-9, …$/),
  ]);
});

test('a page with deep nesting and many links takes no longer than one of the same size', async () => {
  const deep = `${'<div>'.repeat(40_000)}${'<a></a>'.repeat(40_000)}`;
  expect(await find(`${deep}${script}${tag}`)).toEqual({ faults: [], forms: 1 }); // Quadratic time would end the test.
});
