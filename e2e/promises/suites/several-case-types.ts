// A firm's contact page has one tag for several matters. Every browser engine runs this suite.
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs } from '../../visitor/visitor.ts';

export const question = 'What is it about?';

/** Serves a contact page with the tags that `snippet` prints. */
export async function serveContactPage(stack: Stack): Promise<string> {
  const site = stack.servePage('', '');
  const printed = await stack.runCommand(
    ...['snippet', '--json', '--page', site, '--proxy', stack.proxy],
    ...['--case-type', 'employment', '--case-type', 'house-move'],
  );
  const { html, content_security_policy } = JSON.parse(printed);
  return stack.servePage(
    `<!doctype html><html lang="en"><h1>Contact us</h1>${html}`,
    content_security_policy,
  );
}

/** Runs in the page: lists the definitions that the form has requested. */
const listRequestedDefinitions = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter(path => path.startsWith('/case-types/'));

export function severalCaseTypesSuite(test: VisitorTest): void {
  test('a visitor chooses a matter, reloads the page, and the enquiry arrives under that matter', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(await serveContactPage(stack));
    await visitor.choose(question, 'Get a fixed quote');
    await fillHouseMoveAs(visitor);
    await visitor.reload();
    await expect
      .poll(async () => (await visitor.readForm()).values)
      .toMatchObject({ case_type: 'house-move', forename: 'Grace' });
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    // The script came with both definitions.
    expect(await visitor.run(listRequestedDefinitions, undefined)).toEqual([]);
    await visitor.reload();
    await expect.poll(visitor.receipt).toContain('received your enquiry');
    expect((await stack.listEnquiries()).map(({ body }) => [body.case_type, body.forename])).toEqual([
      ['house-move', 'Grace'],
    ]);
  });
}
