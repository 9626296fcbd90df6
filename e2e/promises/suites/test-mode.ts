// The live page in test mode, in every browser engine.
import { pdf } from '../../files/documents.ts';
import { testLinkTo } from '../../pages/test-link.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { axeViolations } from '../../visitor/axe.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** The text above the form; undefined if there is none. */
const readRibbon = (visitor: Visitor) =>
  visitor.run(() => {
    const root = document.querySelector('enquiry-form')?.shadowRoot;
    return root?.querySelector('[part=test-ribbon]')?.textContent;
  }, undefined);

export function testModeSuite(test: VisitorTest): void {
  test('a test works like an enquiry from the form to the receipt, but the enquiry API receives nothing', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(await testLinkTo(stack, `${stack.site}/house-move.html?utm_campaign=autumn`));
    await expect.poll(() => readRibbon(visitor)).toBe('Test: nothing will be delivered');
    expect(await axeViolations(visitor)).toEqual([]);
    await visitor.send();
    await expect.poll(async () => (await visitor.summary())?.isFocused).toBe(true);
    expect(await readRibbon(visitor)).toBe('Test: nothing will be delivered');
    await fillHouseMoveAs(visitor);
    await visitor.attach(pdf());
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    await expect.poll(async () => (await visitor.readForm()).files).toEqual([expect.stringMatching(/Sent$/)]);
    expect(await readRibbon(visitor)).toBe('Test: nothing will be delivered');
    expect(await axeViolations(visitor)).toEqual([]);

    const { text } = await visitor.readForm();
    const [reference = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text) ?? [];
    const shown = (await stack.runCommand('outbox', 'show', reference, '--json')).trim().split('\n');
    const [enquiry, attachment] = shown.map(line => JSON.parse(line));
    expect(enquiry).toMatchObject({
      state: 'test',
      content: { forename: 'Grace', case_type: 'house-move', marketing_campaign: 'autumn' },
    });
    expect(attachment).toMatchObject({
      state: 'test',
      content: { file: { name: pdf().name, mime: 'application/pdf' }, bytes: pdf().buffer.length },
    });
    await stack.restartProxy('SIGKILL'); // A restarted proxy sends all waiting enquiries.
    await visitor.open('about:blank');
    await visitor.open(`${stack.site}/`);
    expect(await stack.countRequests()).toBe(0);
  });
}
