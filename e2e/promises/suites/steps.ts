// The form in steps, from the first question to the enquiry. Every browser engine runs this suite.
import { pdf, png } from '../../files/documents.ts';
import { answersIn } from '../../processes/meta-entries.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { waitForOwnForm } from '../../visitor/navigation.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** Fills in the form about an injury and sends it. Moves to the next step with `next`, which gets its number. */
async function sendFrom(visitor: Visitor, address: string, next: (step: number) => Promise<unknown>) {
  await visitor.open(address);
  await waitForOwnForm(visitor);
  await visitor.fillIn('When did it happen?', '2026-02-01');
  await visitor.choose('Where did it happen?', 'On the road');
  await next(2);
  await visitor.tick('On foot');
  await next(3);
  await visitor.choose('Were you injured?', 'Yes');
  await visitor.choose('What was injured?', 'Neck or back');
  await visitor.choose('What was injured?', 'Something else');
  await visitor.fillIn('What else was injured?', 'My left thumb');
  await next(4);
  await visitor.fillIn('What happened?', 'A car turned left.\nI did not.');
  await next(5);
  await visitor.fillIn('First name', 'Ada');
  await visitor.fillIn('Last name', 'Byron');
  await visitor.fillIn('Mobile number', '07700 900123');
  await visitor.tick('You can leave a message');
  await visitor.fillIn('Email address', 'ada@example.com');
  await next(6);
  await visitor.attach(pdf(), png(60, 40));
  await next(7);
  await visitor.send();
  await expect
    .poll(async () => (await visitor.readForm()).files.map(row => /Sent$/.test(row)))
    .toEqual([true, true]);
}

export function stepsSuite(test: VisitorTest): void {
  test('a form in steps sends the same enquiry as the form on one page, files included', async ({
    visitor,
    stack,
  }) => {
    await sendFrom(visitor, stack.site, async () => {});
    await sendFrom(visitor, `${stack.site}/steps.html`, async step => {
      await visitor.press('Continue');
      await expect.poll(async () => (await visitor.readForm()).text).toContain(`Step ${step} of 7`);
    });
    const [one, other] = (await stack.listEnquiries()).map(({ body, meta, files }) => ({
      ...body,
      meta: answersIn({ meta }),
      files: files.map(({ name, sha256 }) => `${name} ${sha256}`).sort(),
    }));
    expect(other).toEqual(one);
    expect(other?.files).toHaveLength(2);
  });

  test('a reload returns to the same step, and the browser’s Back and Forward lead to the others', async ({
    visitor,
    stack,
  }) => {
    const expectStep = (step: number) =>
      expect.poll(async () => (await visitor.readForm()).text).toContain(`Step ${step} of 7`);
    await visitor.open(`${stack.site}/steps.html`);
    await visitor.fillIn('When did it happen?', '2026-02-01');
    await visitor.choose('Where did it happen?', 'On the road');
    await visitor.press('Continue');
    await expectStep(2);
    await visitor.reload();
    await expectStep(2);
    await visitor.run(() => history.back(), undefined);
    await expectStep(1);
    expect((await visitor.readForm()).values).toMatchObject({ 'answers.accident-place': 'road' });
    await visitor.run(() => history.forward(), undefined);
    await expectStep(2);
  });
}
