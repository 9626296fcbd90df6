// What a visitor sees after the enquiry. Every browser engine runs this suite.
import { houseMovePage, sampleValuesAttribute } from '../../pages/house-move-page.ts';
import { referenceIn } from '../../processes/meta-entries.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs } from '../../visitor/visitor.ts';

export function receiptSuite(test: VisitorTest): void {
  test('the receipt is there after a reload, until the visitor starts a new enquiry', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    const [enquiry] = await stack.listEnquiries();
    expect((await visitor.readForm()).text).toContain(referenceIn(enquiry!));
    await visitor.reload();
    await expect.poll(visitor.receipt).toContain('received your enquiry');
    expect((await visitor.readForm()).text).toContain(referenceIn(enquiry!));
    await visitor.press('Start a new enquiry');
    await expect.poll(async () => (await visitor.readForm()).values.forename).toBe('');
    expect((await visitor.readForm()).text).not.toContain('received your enquiry');
    expect(await stack.listEnquiries()).toHaveLength(1);
  });

  test('Back from success-url leads to the receipt, and no further', async ({ visitor, stack }) => {
    const readPath = () => visitor.run(() => location.pathname, undefined).catch(() => undefined);
    await visitor.open(houseMovePage(stack, `${sampleValuesAttribute} success-url="/thanks"`));
    await visitor.send();
    await expect.poll(readPath).toBe('/thanks');
    await visitor.run(() => void setTimeout(() => history.back()), undefined);
    await expect.poll(readPath).toBe('/');
    await expect.poll(visitor.receipt).toContain('received your enquiry');
    expect(await readPath()).toBe('/');
  });
}
