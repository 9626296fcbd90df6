// The way to the form on the proxy's own page, where something blocks the requests of this one.
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const page = 'https://proxy.example.com/forms/house-move?lang=en';

const buttonIn = ({ element }: FormPage) =>
  element.shadowRoot!.querySelector<HTMLButtonElement>('button.page');
/** What the button posts. */
const postedBy = (form: FormPage) => Object.fromEntries(new FormData(buttonIn(form)!.form!));

test('the second lost request offers the proxy’s page, with the enquiry as it was sent', async ({
  open,
  proxy,
}) => {
  const form = await open({}, `<a href="${page}">Moving house</a>`);
  await fillInHouseMove(form);
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
  proxy.publish({ ...houseMove, lang: 'de', questions: [{ id: 'size', type: 'number', label: 'Size' }] });
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

test('a proxy that refuses the page’s origin offers no other page', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  proxy.next.enquiry.push('lost');
  proxy.next.lookup.push({ status: 200, body: {}, headers: { 'enquiry-origin': 'refused' } });
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(/contact us another way/);
  expect(buttonIn(form)).toBeNull();
});

test('where the page’s policy forbids its forms to post there, a link is offered, and the note says so', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await fillInHouseMove(form);
  proxy.next.enquiry.push('lost', 'lost');
  await form.send();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => buttonIn(form)).not.toBeNull();
  // The page posts nothing here.
  document.addEventListener('submit', event => event.preventDefault(), { once: true });
  buttonIn(form)!.click();
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      effectiveDirective: 'form-action',
      violatedDirective: 'form-action',
      documentURI: location.href,
      originalPolicy: "form-action 'self'",
      disposition: 'enforce',
      statusCode: 200,
    }),
  );
  const linkIn = () => form.element.shadowRoot!.querySelector<HTMLAnchorElement>('a.page');
  await expect.poll(() => linkIn()?.href).toBe(page);
  expect(form.element.shadowRoot!.activeElement).toBe(linkIn());
  await expect.element(form.text(/can’t be filled in there/)).toBeVisible();
});
