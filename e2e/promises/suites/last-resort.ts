// A page that can't send: the visitor goes on with the form on the proxy's own page, to which the enquiry is posted. Every
// browser engine runs this suite.
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** A landing page with a campaign. */
export function landingPage({ proxy }: Stack, more = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Landing page</title><link rel="icon" href="data:,">
    ${more}<script type="module" src="${proxy}/enquiry-form.js?case-type=house-move"></script>
    <enquiry-form case-type="house-move" campaign="spring"></enquiry-form>`;
}

/** Runs in the page: whether the form offers to go on with the proxy's own page. */
const isPageOffered = () =>
  !!document.querySelector('enquiry-form')?.shadowRoot?.querySelector('button.page');

/** Runs in the page: goes on with the proxy's own page, in this tab. */
const goOn = () => {
  const button = document.querySelector('enquiry-form')?.shadowRoot?.querySelector('button.page');
  const { form } = button as HTMLButtonElement;
  form!.target = '_self';
  setTimeout(() => form!.requestSubmit());
};

/** Goes on with the proxy's own page as soon as the form offers it. */
async function goOnWithPage(visitor: Visitor): Promise<void> {
  await expect.poll(() => visitor.run(isPageOffered, undefined)).toBe(true);
  await visitor.run(goOn, undefined);
  await expect.poll(() => textOf(visitor)).toContain(checkAndSend);
}

const checkAndSend = 'Your answers are here. Check them, then press Send.';
/** The text of the page; empty while it is being loaded. */
const textOf = (visitor: Visitor) =>
  visitor.run(() => document.body?.innerText ?? '', undefined).catch(() => '');
/** Runs in the page: returns the values of its controls that are shown. */
const readFields = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>('main [name]:not([type=hidden])')].map(
      ({ name, value }): [string, string] => [name, value],
    ),
  );
/** Runs in the page: changes an answer, or nothing, agrees to the terms and presses Send. */
const sendPage = (surname: string) => {
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector)!;
  if (surname) find('[name=surname]').value = surname;
  find('[name="answers.terms"]').click();
  setTimeout(() => find('button.send').click());
};

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
    await expect.poll(() => visitor.run(isPageOffered, undefined)).toBe(true);
    expect((await visitor.readForm()).text).toContain('(your answers will be filled in there)');

    await goOnWithPage(visitor);
    expect(await visitor.run(readFields, undefined)).toMatchObject({
      forename: 'Grace',
      'answers.price': '285,000',
    });
    const traces = await visitor.run(readTraces, undefined);
    expect(traces.address).toBe(`${stack.proxy}/forms/house-move?lang=en`);
    expect(`${traces.entry} ${traces.referrer} ${traces.kept}`).not.toContain('Grace');
    await visitor.run(sendPage, 'Murray');
    await expect.poll(() => textOf(visitor)).toContain('Your reference');
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
      expect(await visitor.run(isPageOffered, undefined)).toBe(false);
      await visitor.press('Try now');
      await goOnWithPage(visitor);
      expect(await stack.listEnquiries()).toHaveLength(1 - entries);
      await visitor.run(sendPage, '');
      await expect.poll(() => textOf(visitor)).toContain('Your reference');
      await expectOneEnquiry(stack, site);
    });
  }
}
