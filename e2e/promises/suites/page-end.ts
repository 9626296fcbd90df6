// The visitor leaves the page before they see the receipt. The enquiry arrives once, although the proxy asks for a proof of
// work. Every browser engine runs this suite.
import type { EnquiryForm } from '../../pages/house-move-page.ts';
import type { Stack } from '../../processes/stack.ts';
import type { WatchedProxy } from '../../stand-ins/watched-proxy.ts';
import { expect } from '../../test.ts';
import { followLink, goBackTo } from '../../visitor/navigation.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import {
  authorizations,
  filledInPage,
  leave,
  links,
  openFilledIn,
  slow,
  unsolved,
  type withChallenges,
} from './proof.ts';

/** A script that keeps the browser from finishing a computation. It fails when the visitor comes back to the page, unless
 * the browser loads the page again. */
const interrupted = `SubtleCrypto.prototype.deriveBits = () => {
  window.isComputing = true;
  return new Promise((_, reject) => addEventListener('pageshow', reject));
};`;

/** A script that counts the enquiries that were reported to the page. */
const countAccepted = `addEventListener('enquiry-accepted', () => {
  localStorage.accepted = Number(localStorage.accepted ?? 0) + 1;
});`;

/** Sends a form in a browser that never finishes computing a proof. Resolves once the computation has started. */
async function startComputing(visitor: Visitor, stack: Stack, { url }: WatchedProxy): Promise<void> {
  await openFilledIn(visitor, stack, url, { script: slow });
  await visitor.send();
  await waitForComputing(visitor);
}

async function waitForComputing(visitor: Visitor): Promise<void> {
  await expect.poll(() => visitor.run(() => Object.hasOwn(window, 'isComputing'), undefined)).toBe(true);
}

/** Sends a form in a frame, as in a dialog, in a browser that never finishes computing a proof. Resolves after the
 * first request. */
async function sendFromFrame(visitor: Visitor, stack: Stack, watched: WatchedProxy): Promise<void> {
  const page = '<!doctype html><html lang="en"><title>Site</title>';
  await visitor.open(stack.servePage(page, '', { '/page.js': leave + slow }));
  await visitor.run(async html => {
    const frame = document.createElement('iframe');
    frame.srcdoc = html;
    document.body.append(frame);
    const form = () => frame.contentDocument?.querySelector<EnquiryForm>('enquiry-form[ready]');
    while (!form()) await new Promise(requestAnimationFrame);
    void form()!.submit();
  }, filledInPage(watched.url));
  await expect.poll(() => watched.enquiries.length).toBe(1);
}

/** Waits until the enquiry has arrived without a proof. */
async function expectUnsolved(stack: Stack, watched: WatchedProxy): Promise<void> {
  await expect.poll(() => watched.enquiries.at(-1)?.authorization).toBe(unsolved);
  expect(new Set(await authorizations(watched, stack))).toEqual(new Set(['Proof v=1', unsolved]));
}

export function pageEndSuite(test: ReturnType<typeof withChallenges>): void {
  test('an enquiry whose page is reloaded while the browser solves the challenge arrives once', async ({
    visitor,
    stack,
    watched,
  }) => {
    await startComputing(visitor, stack, watched);
    await visitor.reload();
    await expect.poll(visitor.receipt).toContain('received');
    // The repeat may come before the proxy has stored the first request.
    expect(new Set(await authorizations(watched, stack))).toEqual(new Set(['Proof v=1', unsolved]));
  });

  test('an enquiry whose page is left while the browser solves the challenge arrives once', async ({
    visitor,
    stack,
    watched,
  }) => {
    await startComputing(visitor, stack, watched);
    await visitor.open(`${stack.site}/`);
    await expectUnsolved(stack, watched);
  });

  for (const [kind, text] of [
    ['an enquiry', links],
    ['a long enquiry', links + 'x'.repeat(40_000)],
  ]) {
    test(`${kind} whose page is left before the proxy has responded arrives once`, async ({
      visitor,
      stack,
      watched,
    }) => {
      watched.isFirstHeld = true;
      await openFilledIn(visitor, stack, watched.url, { script: slow });
      await visitor.run(answer => {
        document.querySelector<EnquiryForm>('enquiry-form')!.values = { answers: { story: answer } };
      }, text);
      await visitor.send();
      await expect.poll(() => watched.enquiries.length).toBe(1);
      await followLink(visitor, `${stack.site}/`);
      await expectUnsolved(stack, watched);
    });
  }

  test('an enquiry in a frame that is removed while the browser solves the challenge arrives once', async ({
    visitor,
    stack,
    watched,
  }) => {
    await sendFromFrame(visitor, stack, watched);
    await visitor.run(() => document.querySelector('iframe')!.remove(), undefined);
    await expectUnsolved(stack, watched);
  });

  for (const [moment, isFirstHeld] of [
    ['before the proxy has responded', true],
    ['while the browser solves the challenge', false],
  ] as const) {
    test(`a visitor who leaves the page ${moment} and comes back gets one receipt`, async ({
      visitor,
      stack,
      watched,
    }) => {
      watched.isFirstHeld = isFirstHeld;
      await openFilledIn(visitor, stack, watched.url, { script: countAccepted + interrupted });
      const address = await visitor.run(() => location.href, undefined);
      await visitor.send();
      if (isFirstHeld) await expect.poll(() => watched.enquiries.length).toBe(1);
      else await waitForComputing(visitor);
      await followLink(visitor, `${stack.site}/`);
      await goBackTo(visitor, address);
      await expect.poll(visitor.receipt).toContain('received');
      expect((await authorizations(watched, stack)).slice(0, 2)).toEqual(['Proof v=1', unsolved]);
      expect(await visitor.run(() => localStorage.accepted, undefined)).toBe('1');
    });
  }
}
