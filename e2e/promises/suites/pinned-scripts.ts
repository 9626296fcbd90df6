// Pages on which the browser checks the integrity of every script, in every browser engine.
import type { Stack } from '../../processes/stack.ts';
import { startTamperingConnection, type TamperingConnection } from '../../stand-ins/tampering-connection.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** Serves a page with the tags that `snippet` prints and the strictest content security policy. Resolves with its
 * address. */
async function servePinnedPage(
  stack: Stack,
  { url }: TamperingConnection,
  { words = ['--case-type', 'house-move'], attributes = '' } = {},
): Promise<string> {
  const page = stack.servePage('', '');
  const printed = await stack.runCommand(
    ...['snippet', '--page', page, '--proxy', url, '--pinned', '--json', ...words],
  );
  const { html, content_security_policy } = JSON.parse(printed) as Record<string, string>;
  const form = html!.replace('<enquiry-form', `<enquiry-form ${attributes}`);
  return stack.servePage(
    `<!doctype html><html lang="en"><title>Pinned</title><link rel="icon" href="data:,">${form}`,
    `default-src 'none'; img-src data:; ${content_security_policy}; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
}

/** Whether the form's script has run, and the text that the page shows in place of the form. */
const readElement = (visitor: Visitor) =>
  visitor.run(() => {
    const element = document.querySelector<HTMLElement>('enquiry-form');
    return { hasRun: !!element?.shadowRoot, content: element?.innerText.trim() };
  }, undefined);

export function pinnedScriptSuite(base: VisitorTest): void {
  const test = base.extend<{ tampering: TamperingConnection }>({
    tampering: async ({ stack }, use) => {
      const tampering = await startTamperingConnection(stack.proxy);
      await use(tampering);
      await tampering.stop();
    },
  });

  test('a form with pinned scripts appears after one request and sends its enquiry', async ({
    visitor,
    stack,
    tampering,
  }) => {
    await visitor.open(await servePinnedPage(stack, tampering));
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    expect(await stack.listEnquiries()).toHaveLength(1);
    const [first, ...others] = tampering.requestedPaths;
    expect(first).toMatch(/^\/assets\/enquiry-form-[\w-]{16}\.js\?definition=[\w-]{16}$/);
    expect(others.filter(path => path.startsWith('/case-types/'))).toEqual([]);
  });

  test("if one byte of the pinned script changes, the page's own content is shown", {
    tag: '@asvs-pinned-script',
  }, async ({ visitor, stack, tampering }) => {
    tampering.tamperWith('enquiry-form-', 'change');
    await visitor.open(await servePinnedPage(stack, tampering));
    expect(await readElement(visitor)).toEqual({
      hasRun: false,
      content: expect.stringMatching(/^Rather talk\? 01632 960001\n+Get a fixed quote$/),
    });
    expect(tampering.requestedPaths).toHaveLength(1);
  });

  test('if one byte of the part that sends changes, each attempt to send fails', async ({
    visitor,
    stack,
    tampering,
  }) => {
    tampering.tamperWith('submission-', 'change');
    await visitor.open(await servePinnedPage(stack, tampering));
    await fillHouseMoveAs(visitor);
    const requestedAddresses = () =>
      new Set(tampering.requestedPaths.filter(path => path.includes('/submission-')));
    const sendInVain = async () => {
      await visitor.send();
      await expect.poll(async () => (await visitor.readForm()).text).toContain('Your answers are still here');
    };
    // The import map has nine addresses of a part. After the last one, they are used again.
    while (requestedAddresses().size < 9) await sendInVain();
    await sendInVain();
    expect(requestedAddresses().size).toBe(9);
    expect([...requestedAddresses()].filter(path => !/\.js(\?again=\d)?$/.test(path))).toEqual([]);
    expect(await stack.countRequests()).toBe(0);
    expect((await visitor.readForm()).values).toMatchObject({ forename: 'Grace' });
  });

  test('if one byte changes in parts that sending doesn’t need, the enquiry is sent', async ({
    visitor,
    stack,
    tampering,
  }) => {
    tampering.tamperWith('measurement-', 'change');
    tampering.tamperWith('steps-', 'change');
    await visitor.open(await servePinnedPage(stack, tampering, { attributes: 'layout="steps"' }));
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    expect(await stack.listEnquiries()).toHaveLength(1);
  });

  test('a pinned part that failed to load is loaded by the next attempt', async ({
    visitor,
    stack,
    tampering,
  }) => {
    tampering.tamperWith('submission-', 'close');
    await visitor.open(await servePinnedPage(stack, tampering));
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect.poll(async () => (await visitor.readForm()).text).toContain('Your answers are still here');
    tampering.tamperWith('submission-', undefined);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
  });

  test('the translation of a pinned form is checked, and without it the form is in English', async ({
    visitor,
    stack,
    tampering,
  }) => {
    const options = { words: ['--case-type', 'personal-injury', '--lang', 'cy'] };
    const readForm = async () => (await visitor.readForm()).text.split('\n');
    await visitor.open(await servePinnedPage(stack, tampering, options));
    await expect.poll(readForm).toContain('Anfon yr ymholiad');
    expect(tampering.requestedPaths.filter(path => path.startsWith('/case-types/'))).toEqual([]);
    // The address is different, because browsers may have cached the immutable scripts.
    const other = await startTamperingConnection(stack.proxy);
    other.tamperWith('cy-', 'change');
    await visitor.open(await servePinnedPage(stack, other, options));
    await expect.poll(readForm).toContain('Send enquiry');
    await other.stop();
  });
}
