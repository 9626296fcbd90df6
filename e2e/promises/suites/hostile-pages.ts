// Pages whose styles and scripts interfere with the widget. Every browser engine runs this suite.
import { readdirSync, readFileSync } from 'node:fs';
import { pdf } from '../../files/documents.ts';
import { answersIn } from '../../processes/meta-entries.ts';
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

const form = '<enquiry-form case-type="house-move"></enquiry-form>';
const scriptOf = ({ proxy }: Stack, ...caseTypes: string[]) =>
  caseTypes.map(each => `<script type="module" src="${proxy}/enquiry-form.js?case-type=${each}"></script>`);

/** Serves a page with this markup and the strictest content security policy that allows an inline style sheet. */
function pageWith(stack: Stack, html: string, scripts?: Record<string, string>): string {
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'self' ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'`;
  return stack.servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Hostile</title><link rel="icon" href="data:,">${html}`,
    policy,
    scripts,
  );
}

/** Fills in and sends the form, and checks that the enquiry has arrived. */
async function sendAs(visitor: Visitor, stack: Stack): Promise<void> {
  await fillHouseMoveAs(visitor);
  await visitor.send();
  await expect.poll(visitor.receipt).toContain('Grace');
  expect((await stack.listEnquiries()).map(({ body }) => body.forename)).toEqual(['Grace']);
}

/** Runs in the page: reads the layout, sizes and colours of the form. */
function readAppearance() {
  const host = document.querySelector('enquiry-form')!;
  const card = host.shadowRoot!.querySelector('.form')!;
  const pair = host.shadowRoot!.querySelector('.pair')!;
  const { fontSize, color, display, boxSizing } = getComputedStyle(card);
  const columns = getComputedStyle(pair).gridTemplateColumns.split(' ').length;
  return { width: card.getBoundingClientRect().width, fontSize, color, display, boxSizing, columns };
}

/** A script that breaks the browser in the same ways as other scripts and browser settings do. */
const breakBrowser = `
  const blocked = { get() { throw new DOMException('blocked', 'SecurityError'); } };
  Object.defineProperty(window, 'sessionStorage', blocked);
  Object.defineProperty(window, 'localStorage', blocked);
  Object.defineProperty(Crypto.prototype, 'subtle', blocked);
  window.dataLayer = Object.freeze([]);
  const send = fetch;
  window.fetch = (address, { signal, ...options } = {}) => send(address, options);
  Date.now = () => 0;
  const now = performance.now.bind(performance);
  performance.now = () => Math.floor(now() / 1000) * 1000;
  console.error = () => { throw new Error('console'); };
  addEventListener('enquiry-accepted', ({ detail }) => {
    detail.waitUntil(new Promise(() => {}));
    detail.waitUntil(Promise.reject(new Error('listener')));
    detail.waitUntil(undefined);
    throw new Error('listener');
  });`;

/** A script that extends and replaces functions of the language, as Prototype.js before 1.7 does. It changes only the
 * arrays of answers, because WebKit's driver, too, converts arrays to JSON in the page. */
const oldLibrary = `
  Array.prototype.toJSON = function () { return this.includes('neck') ? '["neck"]' : this; };
  Array.prototype.each = function () {};
  Array.prototype.entries = function () { return [...this]; };
  Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
  Array.from = list => Array.prototype.slice.call(list);
  Object.keys = object => { const names = []; for (const name in object) names.push(name); return names; };
  Object.values = object => Object.keys(object).map(name => object[name]);`;

/** A service worker that answers everything from its cache, and responds to the first POST with its offline page. */
const carelessWorker = `
  let posts = 0;
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', event => event.waitUntil(clients.claim()));
  addEventListener('fetch', event => event.respondWith(respond(event.request)));
  async function respond(request) {
    if (request.method === 'POST' && posts++ === 0) {
      return new Response('<title>You are offline</title>', { headers: { 'content-type': 'text/html' } });
    }
    if (request.method !== 'GET') return fetch(request);
    const cache = await caches.open('all');
    const cached = await cache.match(request, { ignoreSearch: true });
    if (cached) return cached;
    const response = await fetch(request);
    await cache.put(request, response.clone());
    return response;
  }`;

export function hostilePageSuite(test: VisitorTest): void {
  test('the form keeps its layout, size and colours when the page resets every element with !important', async ({
    visitor,
    stack,
  }) => {
    const reset =
      '* { all: unset !important; font-size: 40px !important; color: red !important; box-sizing: content-box !important }';
    const size = 'enquiry-form { --enquiry-size: 18px }';
    const head = `${scriptOf(stack, 'house-move')}<style>${reset} ${size} head, head * { display: none !important }`;
    const within = (px: number) =>
      pageWith(
        stack,
        `${head}</style><div style="display: block !important; width: ${px}px !important">${form}</div>`,
      );
    await visitor.open(within(700));
    await expect.poll(async () => (await visitor.readForm()).text).toContain('First name');
    const wide = await visitor.run(readAppearance, undefined);
    expect(wide).toMatchObject({ fontSize: '18px', display: 'block', boxSizing: 'border-box', columns: 2 });
    expect(wide.width).toBeCloseTo(700, 0);
    expect(wide.color).not.toBe('rgb(255, 0, 0)');
    await visitor.open(within(360));
    await expect.poll(async () => (await visitor.readForm()).text).toContain('First name');
    expect(await visitor.run(readAppearance, undefined)).toMatchObject({ fontSize: '18px', columns: 1 });
    await sendAs(visitor, stack);
  });

  test('a form in another shadow root in a modal dialog, on a page with a foreign base element, can be sent', async ({
    visitor,
    stack,
  }) => {
    const base = '<base href="https://elsewhere.example/">';
    await visitor.open(
      pageWith(stack, `${base}${scriptOf(stack, 'house-move')}<dialog><main></main></dialog>`),
    );
    await visitor.run(() => {
      const root = document.querySelector('main')?.attachShadow({ mode: 'open' });
      const inside = document.createElement('enquiry-form');
      inside.setAttribute('case-type', 'house-move');
      root?.append(inside);
      document.querySelector('dialog')?.showModal();
    }, undefined);
    await sendAs(visitor, stack);
    expect(await visitor.run(() => document.querySelector('dialog')?.open, undefined)).toBe(true);
  });

  test('a form can be sent on a page that breaks the browser and has a frozen data layer', async ({
    visitor,
    stack,
  }) => {
    const tags = ['<script src="/break.js"></script>', ...scriptOf(stack, 'house-move')];
    const element = form.replace('>', ' attribution="persist" data-layer>');
    await visitor.open(pageWith(stack, tags.join('') + element, { '/break.js': breakBrowser }));
    await sendAs(visitor, stack);
  });

  test('a page with an old JavaScript library doesn’t change the enquiry', async ({ visitor, stack }) => {
    const tags = ['<script src="/library.js"></script>', ...scriptOf(stack, 'personal-injury')];
    const element = '<enquiry-form case-type="personal-injury" attribution="persist"></enquiry-form>';
    await visitor.open(pageWith(stack, tags.join('') + element, { '/library.js': oldLibrary }));
    await visitor.fillIn('First name', 'Ada');
    await visitor.fillIn('Last name', 'Byron');
    await visitor.fillIn('Email address', 'ada@example.com');
    await visitor.fillIn('When did it happen?', '2026-02-01');
    await visitor.choose('Where did it happen?', 'On the road');
    await visitor.choose('How were you travelling?', 'By bicycle or motorcycle');
    await visitor.choose('Were you injured?', 'Yes');
    await visitor.choose('What was injured?', 'Neck or back');
    await visitor.choose('What was injured?', 'Something else');
    await visitor.fillIn('What else was injured?', 'My left thumb');
    await visitor.fillIn('What happened?', 'A car turned left.');
    await visitor.attach(pdf());
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Ada');
    await expect.poll(async () => (await visitor.readForm()).files[0]).toMatch(/Sent$/);
    const [enquiry] = await stack.listEnquiries();
    expect(answersIn(enquiry!).find(({ id }) => id === 'injuries')?.value).toBe('neck, other');
  });

  test("a service worker's own response is not a receipt, and its stale copies don't lose the enquiry", async ({
    visitor,
    stack,
  }) => {
    const register = `
      navigator.serviceWorker.register('/worker.js', { scope: '/with-worker' });
      navigator.serviceWorker.ready.then(() => { document.documentElement.dataset.worker = 'ready'; });`;
    const scripts = { '/register.js': register, '/worker.js': carelessWorker };
    // The script has another case type's definition, so that the form requests this one through the worker.
    const tags = ['<script src="/register.js"></script>', ...scriptOf(stack, 'callback')];
    // The worker must not control the pages of other tests.
    const site = stack.servePage(
      `<!doctype html><html lang="en"><title>Worker</title><link rel="icon" href="data:,">${tags.join('')}${form}`,
      '',
      scripts,
    );
    const address = `${site}with-worker`;
    await visitor.open(address);
    await expect
      .poll(() => visitor.run(() => document.documentElement.dataset.worker, undefined))
      .toBe('ready');
    for (const _ of ['fills the cache', 'uses it']) {
      await visitor.open(address);
      await expect.poll(async () => (await visitor.readForm()).text).toContain('Get a fixed quote');
    }
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect
      .poll(async () => (await visitor.readForm()).text)
      .toMatch(/Not sent yet|received your enquiry/);
    // In Firefox, a request that may outlive the page doesn't go through the worker.
    if (!(await visitor.receipt())) {
      expect(await stack.listEnquiries()).toEqual([]);
      await visitor.press('Try now');
    }
    await expect.poll(visitor.receipt).toContain('Grace');
    expect(await stack.listEnquiries()).toHaveLength(1);
    await visitor.run(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
      await caches.delete('all');
    }, undefined);
  });

  test('an older and a newer version of the script work on the same page, with two case types', async ({
    visitor,
    stack,
  }) => {
    const dist = new URL('../../../widget/dist/', import.meta.url);
    const older = Object.fromEntries(
      ['enquiry-form.js', ...readdirSync(new URL('assets/', dist)).map(name => `assets/${name}`)].map(
        name => [`/older/${name}`, readFileSync(new URL(name, dist), 'utf8')],
      ),
    );
    older['/older/enquiry-form.js'] += "\ndocument.documentElement.dataset.older = 'ran';";
    const tags = ['<script type="module" src="/older/enquiry-form.js"></script>'];
    tags.push(...scriptOf(stack, 'house-move', 'callback'));
    await visitor.open(
      pageWith(stack, `${tags.join('')}${form}<enquiry-form case-type="callback"></enquiry-form>`, older),
    );
    const house = visitor.inForm('[case-type=house-move]');
    await expect
      .poll(async () => (await visitor.inForm('[case-type=callback]').readForm()).text)
      .toContain('Request a call');
    expect(await visitor.run(() => document.documentElement.dataset.older, undefined)).toBe('ran');
    await sendAs(house, stack);
  });
}
