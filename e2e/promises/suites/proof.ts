// The proxy asks for a proof of work. Whether or not the browser can provide one, the enquiry arrives once and the
// visitor notices nothing. Every browser engine runs this suite.
import { sampleValues } from '../../pages/house-move-page.ts';
import { type RunningStack, type Stack, startStack } from '../../processes/stack.ts';
import { startWatchedProxy, type WatchedProxy } from '../../stand-ins/watched-proxy.ts';
import { expect, type VisitorTest } from '../../test.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** A question whose answer can be so long that a browser doesn't send it twice when a page ends. */
const story = { id: 'story', type: 'textarea', label: 'Story', max_length: 50_000 };
/** With this many links, an enquiry is challenged, and with a proof it isn't a suspect. */
export const links = [1, 2, 3, 4].map(n => `https://example.com/${n}`).join(' ');
const values = JSON.stringify({ ...sampleValues, answers: { ...sampleValues.answers, story: links } });

const solved = expect.stringMatching(/^Proof v=1, challenge=\S+, solution=\d+$/);
export const unsolved = 'Proof v=1, unsolved';

/** A script that keeps the browser from finishing a computation, and records that one has started. */
export const slow = `SubtleCrypto.prototype.deriveBits = () => {
  window.isComputing = true;
  return new Promise(() => {});
};`;

/** A script that lets the browser compute once the visitor sees "Sending…", because it may be faster. */
const onceSending = `const { deriveBits } = SubtleCrypto.prototype;
SubtleCrypto.prototype.deriveBits = async function (...needs) {
  const root = document.querySelector('enquiry-form').shadowRoot;
  while (!/Sending/.test(root.querySelector('button:not([type])')?.innerText)) await new Promise(requestAnimationFrame);
  return await deriveBits.apply(this, needs);
};`;

/** The host name of a site without TLS, for browsers that can be told to find it on this machine. */
export const insecureHost = 'firm.example';

/** Without this script, the browser would ask whether to leave the page. */
export const leave = "addEventListener('beforeunload', event => event.stopImmediatePropagation(), true);";

/** The HTML of a page whose form is filled in, with the script `/page.js`. */
export const filledInPage = (proxy: string) =>
  `<!doctype html><html lang="en"><title>Proof</title><link rel="icon" href="data:,"><script src="/page.js"></script>
  <enquiry-form case-type="house-move" values='${values}'></enquiry-form>
  <script type="module" src="${proxy}/enquiry-form.js?case-type=house-move"></script>`;

/** Opens a page whose form is filled in. Its content security policy allows only the proxy. */
export async function openFilledIn(
  visitor: Visitor,
  stack: Stack,
  proxy: string,
  { script = '', host = '127.0.0.1' } = {},
): Promise<void> {
  const address = stack.servePage(
    filledInPage(proxy),
    `default-src 'none'; img-src data:; script-src 'self' ${proxy}; connect-src ${proxy}; require-trusted-types-for 'script'; trusted-types lit-html`,
    { '/page.js': leave + script },
  );
  await visitor.open(address.replace('127.0.0.1', host));
}

/** Resolves with the Authorization of each request, in order. Checks that all are for one enquiry, which has arrived
 * once. */
export async function authorizations({ enquiries }: WatchedProxy, stack: Stack): Promise<string[]> {
  expect(new Set(enquiries.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  await expect.poll(async () => (await stack.listEnquiries()).length).toBe(1);
  return enquiries.map(({ authorization }) => authorization);
}

/** Sends the form that is open. Resolves with the Authorization of each request. */
export async function sendAndReadProofs(
  visitor: Visitor,
  stack: Stack,
  watched: WatchedProxy,
): Promise<string[]> {
  await visitor.send();
  await expect.poll(visitor.receipt).toContain('Grace');
  return await authorizations(watched, stack);
}

/** `test` with a proxy that has a question for links, and what it receives. */
export function withChallenges(base: VisitorTest) {
  return base.extend<{ watched: WatchedProxy }, { runningStack: RunningStack }>({
    runningStack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
      async ({}, use) => {
        const running = await startStack(config => {
          const { origins, case_types } = config;
          case_types['house-move']!.questions.push(story);
          return {
            ...config,
            origins: [...origins, ...origins.map(origin => origin.replace('127.0.0.1', insecureHost))],
          };
        });
        await use(running);
        await running.stop();
      },
      { scope: 'worker' },
    ],
    watched: async ({ stack }, use) => {
      const watched = await startWatchedProxy(stack.proxy);
      await use(watched);
      await watched.stop();
    },
  });
}

export function proofSuite(test: ReturnType<typeof withChallenges>): void {
  test('a challenge is solved while the visitor sees “Sending…”', async ({ visitor, stack, watched }) => {
    await openFilledIn(visitor, stack, watched.url, { script: onceSending });
    await visitor.run(() => {
      const root = document.querySelector('enquiry-form')!.shadowRoot!;
      const seen: string[] = [];
      const note = () => {
        const label = root.querySelector<HTMLElement>('button:not([type])')?.innerText.trim() ?? '';
        if (label !== seen.at(-1)) seen.push(label);
      };
      new MutationObserver(note).observe(root, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { seen });
    }, undefined);
    expect(await sendAndReadProofs(visitor, stack, watched)).toEqual(['Proof v=1', solved]);
    const seen = await visitor.run(() => (window as unknown as { seen: string[] }).seen, undefined);
    expect(seen.slice(seen.indexOf('Sending…'))).toEqual(['Sending…', '']);
  });

  test('if the code that solves challenges is blocked, the enquiry is sent without a proof', async ({
    visitor,
    stack,
    watched,
  }) => {
    watched.blocked = /\/proof-/;
    await openFilledIn(visitor, stack, watched.url);
    expect(await sendAndReadProofs(visitor, stack, watched)).toEqual(['Proof v=1', unsolved]);
  });
}
