// The way to the form on the proxy's own page, where something blocks the requests of this one.
import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import { respondAccepted } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, fillInHouseMove, test, wouldWarn } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, type FormPage } from '../../tools/testing/widget/visitor.ts';

const page = 'https://proxy.example.com/forms/house-move?lang=en';

const buttonIn = ({ element }: FormPage) =>
  element.shadowRoot!.querySelector<HTMLButtonElement>('button.page');
/** Presses the button, but the page posts nothing here. */
const followWithoutPosting = (form: FormPage) => {
  document.addEventListener('submit', event => event.preventDefault(), { once: true });
  buttonIn(form)!.click();
};
/** The report that the page's policy has blocked something. */
const violation = (effectiveDirective: string, blockedURI: string) =>
  new SecurityPolicyViolationEvent('securitypolicyviolation', {
    blockedURI,
    effectiveDirective,
    violatedDirective: effectiveDirective,
    documentURI: location.href,
    originalPolicy: `${effectiveDirective} 'self'`,
    disposition: 'enforce',
    statusCode: 200,
  });
/** The buttons and links of the note above Send, in their order. */
const waysIn = ({ element }: FormPage) =>
  [...element.shadowRoot!.querySelectorAll('.ways :is(a, button)')].map(way => way.textContent.trim());
const contact_us = { phone: '01632 960001', email: 'hello@firm.example' };
const call = 'Call 01632 960001';
const email = 'Email your answers to us';
const tryPage = 'Try on our secure page\u00a0(opens in a new tab)';
const again = 'Open that page again\u00a0(opens in a new tab)';
/** What the button posts. */
const postedBy = (form: FormPage) => Object.fromEntries(new FormData(buttonIn(form)!.form!));

test('the second lost request offers the proxy’s page, with the enquiry as it was sent', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open({}, `<a href="${page}">Moving house</a>`));
  await form.fillIn('First name', 'Zoë 🏠');
  proxy.next.enquiry.push('lost', 'lost', 'lost');
  await form.send();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  expect(buttonIn(form)).toBeNull();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => buttonIn(form)?.form?.action).toBe(page);
  const [{ key, body } = { key: '', body: '' }] = proxy.enquiries;
  const { answers, attribution, case_type, definition, lang, client, ...enquiry } = JSON.parse(body);
  const posted = postedBy(form);
  expect(posted).toMatchObject({
    key,
    definition,
    forename: 'Zoë 🏠',
    surname: enquiry.surname ?? '',
    email: enquiry.email,
    'answers.plan': answers.plan,
  });
  const marketing = Object.entries(enquiry).filter(([name]) => name.startsWith('marketing_'));
  expect(JSON.parse(String(posted.visit))).toEqual({
    ...Object.fromEntries(marketing),
    attribution,
    has_files: false,
    site: location.origin,
  });
  const { rel, target, method } = buttonIn(form)!.form!;
  expect({ rel, target, method }).toEqual({ rel: 'noopener', target: '_blank', method: 'post' });
  await expect.element(form.text('Moving house')).not.toBeVisible();

  // After an edit, there is another enquiry to send, which hasn't failed.
  await form.fillIn('First name', 'Ada');
  await expect.poll(() => buttonIn(form)).toBeNull();
  await form.send();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  proxy.next.enquiry.push('lost');
  await form.press(textPatterns.tryNow);
  await expect.poll(() => buttonIn(form) && postedBy(form).forename).toBe('Ada');
});

test('numbers are posted as visitors write them, because the page reads them in its language', async ({
  open,
  proxy,
}) => {
  proxy.publish({
    ...houseMove,
    lang: 'de',
    questions: [...contactDetails, { id: 'size', type: 'number', label: 'Size' }],
  });
  const form = await open({ lang: 'de' });
  await form.element.updateComplete;
  form.element.values = {
    forename: 'Ada',
    surname: 'Byron',
    email: 'ada@example.com',
    answers: { size: '2,125' },
  };
  proxy.next.enquiry.push('lost', 'lost');
  await form.element.updateComplete;
  void form.element.submit();
  await expect.poll(() => proxy.enquiries.length).toBe(1);
  expect(JSON.parse(proxy.enquiries[0]!.body).answers.size).toBe('2.125');
  form.element.submit();
  await expect.poll(() => buttonIn(form) && postedBy(form)['answers.size']).toBe('2,125');
});

test('the proxy’s page comes after a call and an email, because it may not open, either', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await fillInHouseMove(await open());
  proxy.next.enquiry.push('lost', 'lost');
  await form.send();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => waysIn(form)).toEqual([call, email, tryPage]);
  expect(buttonIn(form)!.form!.innerText).toContain('(your answers will be filled in there)');
});

test('the proxy’s page comes first where the page’s policy blocks the requests', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await fillInHouseMove(await open());
  proxy.next.enquiry.push('lost');
  proxy.next.lookup.push('held');
  const lookups = proxy.lookups.length;
  await form.send();
  await expect.poll(() => proxy.lookups.length).toBeGreaterThan(lookups);
  document.dispatchEvent(violation('connect-src', 'https://proxy.example.com/case-types/house-move'));
  proxy.lookups.at(-1)!.respond('lost');
  await expect.element(form.heading('Sorry, we couldn’t send your enquiry')).toBeVisible();
  await expect.poll(() => waysIn(form)).toEqual([tryPage, call, email]);
});

test('once the visitor has gone on to the proxy’s page, the note says so, and retries go on', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await fillInHouseMove(await open());
  proxy.next.enquiry.push('lost', 'lost', 'lost', 'lost', 'held');
  await form.send();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => waysIn(form)).toContain(tryPage);
  expect(wouldWarn()).toBe(true);
  followWithoutPosting(form);
  await expectFocus(form.heading('You’ve continued in another tab'));
  await expect.element(form.text('Once it’s sent there, you can close this one.')).toBeVisible();
  await expect.element(form.text(textPatterns.notSentHeading)).not.toBeInTheDocument();
  expect(buttonIn(form)!.form!.innerText).not.toContain('filled in');
  expect(waysIn(form)).toEqual([again, call, email]);
  expect(postedBy(form)).toMatchObject({ key: proxy.enquiries[0]?.key, forename: 'Ada' });
  expect(wouldWarn()).toBe(false);

  // Pressing Try now repeats the request at once.
  await form.press(textPatterns.tryNow);
  await expect.poll(() => proxy.enquiries.length).toBe(3);
  await expect.element(form.heading('You’ve continued in another tab')).toBeVisible();
  await form.press(textPatterns.tryNow);
  await form.press(textPatterns.tryNow);
  await expect.poll(() => proxy.enquiries.length).toBe(5);
  proxy.enquiries[4]?.respond(respondAccepted());
  await expect.element(form.receipt()).toBeVisible();
});

test('when the visitor sends again after that, the note is about this attempt', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  proxy.next.enquiry.push('lost', 'lost');
  await form.send();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => buttonIn(form)).not.toBeNull();
  followWithoutPosting(form);
  await expectFocus(form.heading('You’ve continued in another tab'));
  await form.fillIn('First name', 'Grace'); // Ends the retries.
  await expect.element(form.button(textPatterns.send)).toBeVisible();
  await expect.element(form.heading('You’ve continued in another tab')).toBeVisible();
  proxy.next.enquiry.push('lost');
  await form.send();
  await expect.element(form.heading(textPatterns.notSentHeading)).toBeVisible();
  await expect.element(form.heading('You’ve continued in another tab')).not.toBeInTheDocument();
});

test('where the page’s policy forbids its forms to post there, a link is offered, and the note says so', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open());
  proxy.next.enquiry.push('lost', 'lost');
  await form.send();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => buttonIn(form)).not.toBeNull();
  followWithoutPosting(form);
  document.dispatchEvent(violation('form-action', location.href));
  const linkIn = () => form.element.shadowRoot!.querySelector<HTMLAnchorElement>('a.page');
  await expect.poll(() => linkIn()?.href).toBe(page);
  expect(form.element.shadowRoot!.activeElement).toBe(linkIn());
  await expect.element(form.text(/can’t be filled in there/)).toBeVisible();
});
