import type { Stack } from '../processes/stack.ts';

/** Resolves with the address of a page with a test link, as an operator's command prints it. */
export async function testLinkTo({ runCommand }: Pick<Stack, 'runCommand'>, page: string): Promise<string> {
  return (await runCommand('test-link', '--page', page)).trim();
}
