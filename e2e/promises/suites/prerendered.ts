// Prerendered forms in every browser engine, on pages whose policy allows no script.
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** Serves a page with the prerendered form about moving house, whose policy allows only the style and the POST. Returns
 * its address. */
async function servePrerenderedPage(stack: Stack): Promise<string> {
  const response = await fetch(`${stack.proxy}/forms/house-move/prerendered`);
  const [policy] = /form-action .*/.exec(response.headers.get('enquiry-policy') ?? '') ?? [];
  return stack.servePage(
    `<!doctype html><html lang="en"><title>Prerendered</title><link rel="icon" href="data:,">${await response.text()}`,
    `default-src 'none'; img-src data:; ${policy}`,
  );
}

/** The text and the address of the open page. Undefined while another one is being opened. */
const readPage = (visitor: Visitor) =>
  visitor
    .run(() => {
      const roots = [
        document.body,
        ...[...document.querySelectorAll('*')].flatMap(each => each.shadowRoot ?? []),
      ];
      return `${location.href}\n${roots.map(each => each.textContent).join('\n')}`;
    }, undefined)
    .catch(() => undefined);

async function expectReceipt(visitor: Visitor): Promise<void> {
  await expect
    .poll(() => readPage(visitor))
    .toMatch(/\/forms\/house-move\?lang=en&receipt=[\s\S]*received your enquiry/);
}

const readLook = (visitor: Visitor) =>
  visitor.run(() => {
    const field = document.querySelector('enquiry-form')?.shadowRoot?.querySelector('[name=surname]');
    return field && getComputedStyle(field).borderRadius;
  }, undefined);

export function prerenderedSuite(test: VisitorTest): void {
  test('a prerendered form is styled under a strict policy, and sends its enquiry without a script', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(await servePrerenderedPage(stack));
    expect(await readLook(visitor)).toBe('10px');
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expectReceipt(visitor);
    expect((await stack.listEnquiries()).map(({ body }) => [body.forename, body.email])).toEqual([
      ['Grace', 'grace@example.com'],
    ]);
  });

  test('from a page of another origin, the proxy shows the answers, and sends them from its own page', async ({
    visitor,
    stack,
  }) => {
    const address = await servePrerenderedPage(stack);
    await visitor.open(address.replace('127.0.0.1', 'localhost'));
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect
      .poll(() => readPage(visitor))
      .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/forms\/house-move\?lang=en\n/);
    expect(await stack.listEnquiries()).toEqual([]);
    // This form isn't in an element.
    const readName = () => document.querySelector<HTMLInputElement>('[name=forename]')?.value;
    expect(await visitor.run(readName, undefined)).toBe('Grace');
    const tickConsent = () => {
      const consent = document.querySelector<HTMLInputElement>('input[type=checkbox]');
      consent?.click();
      return consent?.checked;
    };
    // Another page can't consent.
    expect(await visitor.run(tickConsent, undefined)).toBe(true);
    await visitor.run(
      () => document.querySelector<HTMLElement>('form button:not([type])')?.click(),
      undefined,
    );
    await expectReceipt(visitor);
    expect(await stack.listEnquiries()).toHaveLength(1);
  });
}
