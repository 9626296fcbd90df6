// Links that become forms. Every browser engine runs this suite.
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs } from '../../visitor/visitor.ts';

/** A link to the form about moving house. */
export const linkTo = ({ proxy }: Stack, query = '') =>
  `<a href="${proxy}/forms/house-move${query}" data-enquiry-form>Send us an enquiry</a>`;

/** Serves a page with this content and the strictest content security policy. Resolves with its address. */
export const pageWithLinks = (stack: Stack, content: string) =>
  stack.servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Link</title><link rel="icon" href="data:,">${content}`,
    `default-src 'none'; img-src data:; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html`,
  );

export function linkSuite(test: VisitorTest): void {
  // The script may run before the link is there. Without the case type in its address, it has to request the questions.
  for (const [what, attributes, query] of [
    ['a script that has its questions', '', '?case-type=house-move'],
    ['an async script that doesn’t have its questions', ' async', ''],
  ]) {
    test(`a link becomes the form that it leads to, and has its campaign: ${what}`, async ({
      visitor,
      stack,
    }) => {
      const script = `<script type="module"${attributes} src="${stack.proxy}/enquiry-form.js${query}"></script>`;
      const link = linkTo(stack, '?utm_campaign=spring');
      await visitor.open(`${pageWithLinks(stack, `${script}<p>${link}</p>`)}?utm_source=radio`);
      await expect.poll(async () => (await visitor.readForm()).text).toContain('First name');
      await fillHouseMoveAs(visitor);
      await visitor.send();
      await expect.poll(visitor.receipt).toContain('Grace');
      expect((await stack.listEnquiries()).map(({ body }) => body)).toEqual([
        expect.objectContaining({ marketing_campaign: 'spring', marketing_lead_referer: 'radio' }),
      ]);
    });
  }
}
