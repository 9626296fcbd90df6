// A page whose content security policy lets the form load, but not send. Every browser engine runs this suite.
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** Keeps what is written to the console and the codes of the form's events, because not every driver reports them. */
const record = `
  const recorded = (globalThis.recorded = { console: [], codes: [] });
  for (const level of ['error', 'warn', 'log']) console[level] = (...texts) => recorded.console.push(texts.join(' '));
  addEventListener('enquiry-failed', ({ detail }) => recorded.codes.push(detail.code));`;

function pageOf({ proxy }: Stack): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Blocked</title><link rel="icon" href="data:,">
    <script src="/record.js"></script><script type="module" src="${proxy}/enquiry-form.js?case-type=house-move"></script>
    <enquiry-form case-type="house-move"><p>Call 01632 960001</p></enquiry-form>`;
}

const readRecord = (visitor: Visitor) =>
  visitor.run(
    () => (globalThis as unknown as { recorded: { console: string[]; codes: string[] } }).recorded,
    undefined,
  );

export function blockedRequestSuite(test: VisitorTest): void {
  for (const [what, connect] of [
    ['lacks the proxy in connect-src', "script-src 'self' PROXY; connect-src 'self'"],
    ['has no connect-src', "default-src 'none'; img-src data:; script-src 'self' PROXY"],
  ] as const) {
    test(`a page whose policy ${what} shows the phone number at once, and the console says what to add`, async ({
      visitor,
      stack,
    }) => {
      const policy = connect.replace('PROXY', stack.proxy);
      await visitor.open(stack.servePage(pageOf(stack), policy, { '/record.js': record }));
      await fillHouseMoveAs(visitor);
      await visitor.send();
      await expect
        .poll(async () => (await visitor.readForm()).text)
        .toMatch(/couldn’t send.*contact us another way.*Try again/s);
      await visitor.press('Try again');
      await expect.poll(async () => (await readRecord(visitor)).codes).toHaveLength(2);
      const recorded = await readRecord(visitor);
      expect(recorded.codes).toEqual(['blocked-by-policy', 'blocked-by-policy']);
      expect(recorded.console.filter(text => text.startsWith('enquiry-form'))).toEqual([
        `enquiry-form: the page's content security policy blocks ${stack.proxy}; add it to connect-src`,
      ]);
      expect((await visitor.readForm()).values.forename).toBe('Grace');
      expect(await stack.listEnquiries()).toEqual([]);
    });
  }
}
