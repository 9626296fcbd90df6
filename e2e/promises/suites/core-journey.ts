// The journey of every visitor. Every browser engine runs this suite.

import { gif, jpeg, pdf, png, programNamedPdf, sha256 } from '../../files/documents.ts';
import { answersIn, referenceIn } from '../../processes/meta-entries.ts';
import { beforeRelease, expect, type VisitorTest } from '../../test.ts';
import { axeViolations } from '../../visitor/axe.ts';
import { waitForOwnForm } from '../../visitor/navigation.ts';
import { dispatchDrag, fillHouseMoveAs } from '../../visitor/visitor.ts';

export function coreJourney(test: VisitorTest): void {
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
    await visitor.fillIn('Email address', 'ada@example.com');
    await visitor.fillIn('When did it happen?', '2026-02-01');
    await visitor.select('Where did it happen?', 'On the road');
    await visitor.choose('How were you travelling?', 'By bicycle or motorcycle');
    await visitor.choose('Were you injured?', 'Yes');
    await visitor.choose('What was injured?', 'Something else');
    await visitor.choose('What was injured?', 'Neck or back');
    await visitor.fillIn('What else was injured?', 'My left thumb');
    await visitor.fillIn('What happened?', 'A car turned left.\nI did not — "really" <b>…</b>');
    await visitor.tick('You can leave a message if I don’t answer.');
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

  test('problems are listed in a summary that has the focus, and can be corrected', {
    tag: '@wcag-3.3.4',
  }, async ({ visitor, stack }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    // The email field stays empty: over WebDriver BiDi, filling an email field twice appends to its value.
    await visitor.send();
    await expect.poll(async () => (await visitor.summary())?.isFocused).toBe(true);
    expect((await visitor.summary())?.links).toHaveLength(6);
    await visitor.fillIn('First name', 'Grace');
    await expect.poll(async () => (await visitor.summary())?.links.length).toBe(5);
    expect(await stack.countCreateRequests()).toBe(0);
    await fillHouseMoveAs(visitor);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    expect(await stack.listEnquiries()).toHaveLength(1);
  });

  test('the drop zone changes its appearance while files are dragged over it', async ({ visitor, stack }) => {
    const readAppearance = () =>
      visitor.run(() => {
        const zone = document.querySelector('enquiry-form')!.shadowRoot!.querySelector('[part=drop-zone]')!;
        const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(zone);
        return [borderTopStyle, borderTopColor, backgroundColor];
      }, undefined);
    await visitor.open(`${stack.site}/house-move.html`);
    await visitor.fillIn('First name', 'Grace');
    const atRest = await readAppearance();
    expect(atRest[0]).toBe('dashed');
    // Repeated, because the first interaction loads the code for this.
    await expect
      .poll(async () => {
        await visitor.run(dispatchDrag, { type: 'dragover', isFile: true });
        return (await readAppearance())[0];
      })
      .toBe('solid');
    const over = await readAppearance();
    expect(over[1]).not.toBe(atRest[1]);
    expect(over[2]).not.toBe(atRest[2]);
    await visitor.run(dispatchDrag, { type: 'dragleave', isFile: true });
    expect(await readAppearance()).toEqual(atRest);
    await visitor.run(dispatchDrag, { type: 'dragover', isFile: false });
    expect(await readAppearance()).toEqual(atRest);
  });

  const evidence = { tag: ['@wcag-1.1.1', '@wcag-3.1.1'] };
  for (const [scheme, when] of [
    ['light', evidence],
    ['dark', beforeRelease],
  ] as const) {
    test(`axe finds no violation in any state, ${scheme}`, when, async ({ visitor, stack }) => {
      await visitor.open(stack.site);
      await visitor.setColorScheme(scheme);
      await waitForOwnForm(visitor);
      expect(await axeViolations(visitor)).toEqual([]);
      await visitor.choose('Were you injured?', 'Yes');
      await visitor.choose('What was injured?', 'Something else');
      await visitor.attach(pdf(), programNamedPdf());
      // The note about the second file moves the button, which a driver would then miss.
      await expect.poll(async () => (await visitor.readForm()).text).toContain('won’t be sent');
      await visitor.send();
      await expect.poll(async () => (await visitor.summary())?.isFocused).toBe(true);
      expect(await axeViolations(visitor)).toEqual([]);

      await visitor.open(`${stack.site}/steps.html`);
      await visitor.setColorScheme(scheme);
      await expect.poll(async () => (await visitor.readForm()).text).toContain('Step 1 of 7');
      expect(await axeViolations(visitor)).toEqual([]);
      await visitor.run(() => {
        const form = document.querySelector('enquiry-form')?.shadowRoot;
        form?.querySelector<HTMLElement>('[part~=button]')?.click();
      }, undefined);
      await expect.poll(async () => (await visitor.summary())?.isFocused).toBe(true);
      expect(await axeViolations(visitor)).toEqual([]);

      await visitor.open(`${stack.site}/house-move.html`);
      await visitor.setColorScheme(scheme);
      await fillHouseMoveAs(visitor);
      await visitor.attach(pdf());
      await stack.setFault({ fault: 'slow', operation: 'upload', delay_ms: 60_000 });
      await visitor.send();
      await expect.poll(visitor.receipt).toBeDefined();
      expect(await axeViolations(visitor)).toEqual([]);
      await stack.setFault({ fault: 'none' });
      await expect
        .poll(async () => (await visitor.readForm()).files)
        .toEqual([expect.stringMatching(/Sent$/)]);
      expect(await axeViolations(visitor)).toEqual([]);
    });
  }
}
