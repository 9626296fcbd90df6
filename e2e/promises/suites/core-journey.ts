// The journey of every visitor. Every browser engine runs this suite.

import { gif, jpeg, pdf, png, sha256 } from '../../files/documents.ts';
import { answersIn, referenceIn } from '../../processes/meta-entries.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { axeViolations } from '../../visitor/axe.ts';
import { waitForOwnForm } from '../../visitor/navigation.ts';
import { fillHouseMoveAs } from '../../visitor/visitor.ts';

/** Runs in the page: where the focused control is in the window, once the browser has drawn the form and scrolled. */
async function readFocusedTop(): Promise<number> {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  const focused = document.querySelector('enquiry-form')?.shadowRoot?.activeElement;
  return focused?.getBoundingClientRect().top ?? 0;
}

export function coreJourney(test: VisitorTest): void {
  test('a field stays where it is while its answer is corrected, until the list of problems is gone', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    await waitForOwnForm(visitor);
    await visitor.fillIn('First name', 'Ada');
    await visitor.fillIn('Last name', 'Hopper');
    await visitor.choose('What are you planning?', 'Remortgaging');
    await visitor.fillIn('Roughly how much is the property?', '285000');
    await visitor.tick('I have read the terms');
    await visitor.send();
    await expect.poll(async () => (await visitor.summary())?.links.length).toBe(1);
    await visitor.run(() => {
      const root = document.querySelector('enquiry-form')?.shadowRoot;
      root?.querySelector<HTMLElement>('.summary a')?.click();
    }, undefined);
    await visitor.type(' '); // It isn't a part of an email address. WebKit's driver scrolls to the field before it types.
    const before = await visitor.run(readFocusedTop, undefined);
    for (const text of ['a', 'da@example.com']) {
      await visitor.type(text);
      // Browsers scroll by whole pixels of the page or of the screen.
      expect(Math.abs((await visitor.run(readFocusedTop, undefined)) - before)).toBeLessThan(1.5);
    }
    expect((await visitor.summary()) ?? undefined).toBeUndefined(); // WebKit’s driver returns null.
    expect((await visitor.readForm()).values).toMatchObject({ email: 'ada@example.com' });
  });

  test('an enquiry with conditional questions and files arrives complete', { tag: '@wcag-2.5.7' }, async ({
    visitor,
    stack,
  }) => {
    const files = [jpeg(), png(300, 200), pdf(), gif()];
    await visitor.open(`${stack.site}/?utm_campaign=spring-tv&utm_source=radio-kent`);
    await waitForOwnForm(visitor);
    await visitor.fillIn('First name', 'Ada');
    await visitor.fillIn('Last name', 'Byron-Łęcka');
    await visitor.fillIn('Mobile number', '+44 7700 900123');
    await visitor.tick('You can leave a message if I don’t answer.');
    await visitor.fillIn('Email address', 'ada@example.com');
    await visitor.fillIn('When did it happen?', '2026-02-01');
    await visitor.choose('Where did it happen?', 'On the road');
    await visitor.choose('How were you travelling?', 'By bicycle or motorcycle');
    await visitor.choose('Were you injured?', 'Yes');
    await visitor.choose('What was injured?', 'Something else');
    await visitor.choose('What was injured?', 'Neck or back');
    await visitor.fillIn('What else was injured?', 'My left thumb');
    await visitor.fillIn('What happened?', 'A car turned left.\nI did not — "really" <b>…</b>');
    await visitor.attach(...files);
    await visitor.send();

    await expect.poll(visitor.receipt).toContain('Ada');
    await expect
      .poll(async () => (await visitor.readForm()).files.map(row => /Sent$/.test(row)))
      .toEqual(files.map(() => true));
    const [enquiry, ...others] = await stack.listEnquiries();
    expect(others).toEqual([]);
    expect((await visitor.readForm()).text).toContain(referenceIn(enquiry!));
    expect(enquiry?.body).toEqual({
      forename: 'Ada',
      surname: 'Byron-Łęcka',
      telephone_mobile: '+44 7700 900123',
      email: 'ada@example.com',
      case_type: 'personal-injury',
      meta: enquiry?.meta,
      marketing_campaign: 'spring-tv',
      marketing_lead_referer: 'radio-kent',
      marketing_keywords: '',
    });
    expect(answersIn(enquiry!).map(({ id, label, value }) => [id, label, value])).toEqual([
      ['accident-date', 'When did it happen?', '2026-02-01'],
      ['accident-place', 'Where did it happen?', 'road'],
      ['vehicle', 'How were you travelling?', 'bicycle'],
      ['injured', 'Were you injured?', 'yes'],
      ['injuries', 'What was injured?', 'neck, other'],
      ['other-injury', 'What else was injured?', 'My left thumb'],
      ['what-happened', 'What happened?', 'A car turned left.\nI did not — "really" <b>…</b>'],
      ['call-consent', 'You can leave a message if I don’t answer.', 'yes'],
    ]);
    const sent = files.map(({ name, mimeType, buffer }) => [name, name, mimeType, sha256(buffer)]);
    const arrived = enquiry?.files.map(each => [each.name, each.postname, each.mime, each.sha256]);
    expect(arrived?.sort()).toEqual(sent.sort());
  });

  test('problems are listed in a summary that has the focus, and can be corrected, and axe finds no violation', {
    tag: ['@wcag-3.1.1', '@wcag-3.3.4'],
  }, async ({ visitor, stack }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    // The email field stays empty: over WebDriver BiDi, filling an email field twice appends to its value.
    await visitor.send();
    await expect.poll(async () => (await visitor.summary())?.isFocused).toBe(true);
    expect((await visitor.summary())?.links).toHaveLength(6);
    expect(await axeViolations(visitor)).toEqual([]);
    await visitor.fillIn('First name', 'Grace');
    await expect.poll(async () => (await visitor.summary())?.links.length).toBe(5);
    expect(await stack.countCreateRequests()).toBe(0);
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    expect(await stack.listEnquiries()).toHaveLength(1);
    expect(await axeViolations(visitor)).toEqual([]);
  });
}
