// A visitor whose browser runs no scripts sends an enquiry from the form's page. Every browser engine runs this suite.
import type { TestType } from '@playwright/test';
import { jpeg, pdf, programNamedPdf, sha256 } from '../../files/documents.ts';
import { everyQuestion } from '../../pages/every-question.ts';
import { answersIn, referenceIn } from '../../processes/meta-entries.ts';
import { type RunningStack, type Stack, startStack } from '../../processes/stack.ts';
import { expect, type test } from '../../test.ts';
import type { PlainPage, PlainVisitor } from '../../visitor/plain-visitor.ts';

/** The proxy of the stack has a case type with every type of question. */
export const withEveryQuestion = (base: typeof test) =>
  base.extend<object, { runningStack: RunningStack }>({
    runningStack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
      async ({}, use) => {
        const running = await startStack(config => {
          const { case_types } = config;
          return { ...config, case_types: { ...case_types, every: everyQuestion } };
        });
        await use(running);
        await running.stop();
      },
      { scope: 'worker' },
    ],
  });

type PlainTest = TestType<{ stack: Stack; plain: PlainVisitor }, object>;

/** Reads the page once it is the one that is expected. */
async function readWhen(plain: PlainVisitor, isExpected: (page: PlainPage) => boolean): Promise<PlainPage> {
  let page: PlainPage | undefined;
  await expect(async () => {
    page = await plain.read();
    expect(isExpected(page)).toBe(true);
  }).toPass();
  return page!; // It has been read.
}
const hasReceipt = ({ address }: PlainPage) => address.includes('receipt=');

export function withoutJavaScriptSuite(test: PlainTest): void {
  test('without JavaScript, an enquiry with every type of question, a mistake and files arrives', async ({
    stack,
    plain,
  }) => {
    await plain.open(`${stack.proxy}/forms/every?branch=York&utm_source=poster`);
    const first = await plain.read();
    // The conditional questions are shown, and say when they apply.
    expect(first.text).toContain('If you answered “Yes” to “Were you injured?”');
    expect(first.text).toContain('If you answered “No” to “Were you injured?”');

    await plain.fillIn('First name', 'Ada');
    await plain.fillIn('Last name', 'Byron-Łęcka');
    await plain.fillIn('Mobile number', '(07700) 900 123');
    await plain.choose('Best time to call', 'Evening');
    await plain.fillIn('What do you do?', '“Analyst” & <b>poet</b>');
    await plain.fillIn('Day', '10', 'When were you born?');
    await plain.fillIn('Month', 'Dec', 'When were you born?');
    await plain.fillIn('Year', '1985', 'When were you born?');
    await plain.pickDate('When did it happen?', '2026-03-03');
    await plain.fillIn('Address line 1', '1 High Street', 'Where do you live?');
    await plain.fillIn('Town or city', 'Leeds', 'Where do you live?');
    await plain.fillIn('Postcode', 'LS1 1AA', 'Where do you live?');
    await plain.fillIn('Your employer’s address', '2 Low Street\nYork');
    await plain.fillIn('Another email address', '<ada@example.com>');
    await plain.fillIn('Telephone at work', '01632 960 001');
    await plain.fillIn('Postcode at work', 'ls11aa');
    await plain.fillIn('How much have you lost?', 'a lot');
    await plain.select('Where did it happen?', 'At work');
    await plain.choose('Whose fault was it?', 'I’m not sure');
    await plain.choose('Which insurance do you have?', 'Car');
    await plain.choose('Which insurance do you have?', 'Home');
    await plain.choose('Were you injured?', 'Yes');
    await plain.fillIn('What was injured?', 'My thumb');
    await plain.fillIn('What was damaged?', 'This doesn’t apply');
    await plain.fillIn('What happened?', '\nA car turned left.\nI did not.');
    await plain.tick('You may ask my doctor.');
    await plain.attach(pdf());
    const filled = await plain.read();
    await plain.press('Send enquiry');

    // One mistake: the answers are kept, and the files must be chosen again.
    const mistake = await readWhen(plain, ({ text }) => text.includes('There’s a problem'));
    const { 'answers.loss': loss, key: _, ...kept } = mistake.values;
    expect(loss).toBe('a lot');
    expect(filled.values).toMatchObject(kept);
    expect(mistake.chosen).toEqual(filled.chosen);
    expect(mistake.files).toEqual([]);
    expect(mistake.text).toMatch(/choose your files again/i);
    expect(await stack.countCreateRequests()).toBe(0);
    await plain.press('How much have you lost? Enter a number, like 12');
    await readWhen(plain, ({ target, isTargetInView }) => target === 'answers.loss' && isTargetInView);

    const files = [jpeg(), programNamedPdf(), pdf()];
    await plain.fillIn('How much have you lost?', '1.5k');
    await plain.attach(...files);
    await plain.press('Send enquiry');
    const receipt = await readWhen(plain, hasReceipt);
    expect(receipt.text).toContain('letter.pdf');
    const enquiries = await stack.listEnquiries();
    expect(enquiries).toHaveLength(1);
    const [enquiry] = enquiries;
    expect(receipt.text).toContain(referenceIn(enquiry!));
    expect(receipt.text).not.toContain('thumb');
    expect(enquiry!.body).toMatchObject({
      forename: 'Ada',
      surname: 'Byron-Łęcka',
      telephone_mobile: '(07700) 900 123',
    });
    expect(answersIn(enquiry!).map(({ id, value }) => [id, value])).toEqual([
      ['job', '“Analyst” & <b>poet</b>'],
      ['born', '1985-12-10'],
      ['accident', '2026-03-03'],
      ['home', '1 High Street\nLeeds\nLS1 1AA'],
      ['employer', '2 Low Street\nYork'],
      ['other-email', 'ada@example.com'],
      ['work-phone', '01632 960 001'],
      ['postcode', 'LS1 1AA'],
      ['loss', '1500'],
      ['place', 'work'],
      ['fault', 'unsure'],
      ['cover', 'car, home'],
      ['injured', 'yes'],
      ['injuries', 'My thumb'],
      ['story', 'A car turned left.\nI did not.'],
      ['consent', 'yes'],
      ['branch', 'York'],
      ['best-time', 'Evening'],
    ]);
    const sent = [files[0]!, files[2]!].map(({ name, buffer }) => [name, sha256(buffer)]);
    await expect
      .poll(async () =>
        (await stack.listEnquiries())[0]!.files.map(({ postname, sha256 }) => [postname, sha256]).sort(),
      )
      .toEqual(sent.sort());

    await plain.reload();
    expect((await plain.read()).text).toContain(referenceIn(enquiry!));
    expect(await stack.listEnquiries()).toHaveLength(1);
  });

  test('without JavaScript, an enquiry that is sent again after Back is recognised', async ({
    stack,
    plain,
  }) => {
    const fillIn = async () => {
      await plain.fillIn('First name', 'Grace');
      await plain.fillIn('Last name', 'Hopper');
      await plain.fillIn('Mobile number', '07700 900123');
    };
    await plain.open(`${stack.proxy}/forms/callback`);
    await fillIn();
    await plain.press('Request a call');
    await readWhen(plain, hasReceipt);
    const [enquiry] = await stack.listEnquiries();
    const reference = referenceIn(enquiry!);

    await plain.back();
    await readWhen(plain, page => !hasReceipt(page));
    await fillIn(); // Browsers show the page again as it was, or a new one.
    await plain.press('Request a call');
    const receipt = await readWhen(plain, hasReceipt);
    const again = (await stack.listEnquiries()).find(each => referenceIn(each) !== reference);
    expect(receipt.text).toContain(referenceIn(again ?? enquiry!));
    if (again)
      expect(again.meta).toContainEqual(
        expect.objectContaining({ id: 'possible_duplicate_of', value: reference }),
      );
  });
}
