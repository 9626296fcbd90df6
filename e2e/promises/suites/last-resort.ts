// A page that can't send: the visitor goes on with the form on the proxy's own page, which gets the enquiry in its
// fragment. Every browser engine runs this suite.
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** A landing page with a campaign. */
export function landingPage({ proxy }: Stack, more = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Landing page</title><link rel="icon" href="data:,">
    ${more}<script type="module" src="${proxy}/enquiry-form.js?case-type=house-move"></script>
    <enquiry-form case-type="house-move" campaign="spring"></enquiry-form>`;
}

/** Runs in the page: returns the address of the link to the proxy's own page; empty: there is no link. */
const readLink = () =>
  document.querySelector('enquiry-form')?.shadowRoot?.querySelector<HTMLAnchorElement>('a.page')?.href ?? '';

/** Resolves with the address of the link as soon as the form offers it. */
async function waitForLink(visitor: Visitor): Promise<string> {
  await expect.poll(() => visitor.run(readLink, undefined), { timeout: 30_000 }).toContain('/forms/');
  return await visitor.run(readLink, undefined);
}

/** Runs in the page: returns the addresses that the page can read, and everything that it has stored. */
const readTraces = () => ({
  address: location.href,
  entry:
    (globalThis as { navigation?: { currentEntry: { url: string } } }).navigation?.currentEntry.url ?? '',
  referrer: document.referrer,
  kept: JSON.stringify({ ...sessionStorage, ...localStorage }),
});

/** Checks the enquiry of `fillHouseMoveAs` from the landing page, and that it arrived once. */
export async function expectOneEnquiry(stack: Stack, site: string): Promise<void> {
  const enquiries = await stack.listEnquiries();
  expect(enquiries).toHaveLength(1);
  const [{ body, meta } = { body: {}, meta: [] }] = enquiries;
  expect(body).toMatchObject({
    forename: 'Grace',
    marketing_campaign: 'spring',
    marketing_lead_referer: 'newsletter',
  });
  expect(JSON.stringify(meta)).toContain(`${site}`);
  expect(JSON.stringify(meta)).toContain('click-7');
  expect(JSON.stringify(meta)).not.toContain('/forms/house-move');
}

export function lastResortSuite(test: VisitorTest): void {
  test('an enquiry that the page’s policy blocks is sent from the proxy’s own page, with the campaign', async ({
    visitor,
    stack,
  }) => {
    const policy = `script-src ${stack.proxy}; connect-src 'none'`;
    const site = stack.servePage(landingPage(stack), policy);
    await visitor.open(`${site}?utm_source=newsletter&gclid=click-7`);
    await fillHouseMoveAs(visitor);
    await visitor.send();
    const link = await waitForLink(visitor);
    expect(link).toContain(`${stack.proxy}/forms/house-move?lang=en#enquiry=`);
    expect((await visitor.readForm()).text).toContain('Your answers will be filled in there.');

    await visitor.open(link);
    await expect.poll(async () => (await visitor.readForm()).text).toContain('We’ve restored your answers.');
    expect((await visitor.readForm()).values).toMatchObject({
      forename: 'Grace',
      'answers.price': '285,000',
    });
    const traces = await visitor.run(readTraces, undefined);
    expect(traces.address).toBe(`${stack.proxy}/forms/house-move?lang=en`);
    expect(`${traces.entry} ${traces.referrer}`).not.toContain('enquiry=');
    expect(traces.kept).not.toContain('enquiry=');
    // The visitor can reload it and change an answer.
    await visitor.reload();
    await expect.poll(async () => (await visitor.readForm()).text).toContain('We’ve restored your answers.');
    await visitor.fillIn('Last name', 'Murray');
    await visitor.tick('I have read the terms'); // No link does.
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    await expectOneEnquiry(stack, site);
  });

  for (const [what, script, entries] of [
    ['an extension blocks', "throw new TypeError('blocked')", 1],
    [
      'arrived, although the page never got the response,',
      "await send(...given); throw new TypeError('cut')",
      0,
    ],
  ] as const) {
    test(`an enquiry that ${what} is sent once`, async ({ visitor, stack }) => {
      const damage = `const send = fetch;
        globalThis.fetch = async (...given) => {
          if (!String(given[0]).endsWith('/enquiries')) return await send(...given);
          ${script};
        };`;
      const page = landingPage(stack, '<script src="/damage.js"></script>');
      const site = stack.servePage(page, '', { '/damage.js': damage });
      await visitor.open(`${site}?utm_source=newsletter&gclid=click-7`);
      await fillHouseMoveAs(visitor);
      await visitor.send();
      await expect.poll(async () => (await visitor.readForm()).text).toContain('Try now');
      expect(await visitor.run(readLink, undefined)).toBe('');
      await visitor.press('Try now');
      await visitor.open(await waitForLink(visitor));
      await expect
        .poll(async () => (await visitor.readForm()).text)
        .toContain('We’ve restored your answers.');
      expect(await stack.listEnquiries()).toHaveLength(1 - entries);
      await visitor.tick('I have read the terms');
      await visitor.send();
      await expect.poll(visitor.receipt).toContain('Grace');
      await expectOneEnquiry(stack, site);
    });
  }
}
