import { gif, jpeg, pdf, png, sha256 } from '../files/documents.ts';
import { answersIn, referenceIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('an enquiry with files of all kinds arrives complete at the enquiry API', async ({ page, stack }) => {
  await page.goto(`${stack.site}/?utm_campaign=spring-tv&utm_source=radio-kent`);
  const { form, fillIn, choose, attach, send, receipt, field } = formOn(page);
  const files = [jpeg(), png(900, 700), pdf(), gif()];

  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron-Łęcka');
  await fillIn('Mobile number', '+44 7700 900123');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('When did it happen?', '2026-02-01');
  await field('Where did it happen?').selectOption({ label: 'On the road' });
  await choose(/How were you travelling/, 'By bicycle or motorcycle');
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Something else');
  await choose(/What was injured\?/, 'Neck or back');
  await fillIn('What else was injured?', 'My left thumb');
  await fillIn('What happened?', 'A car turned left.\nI did not — "really" <b>…</b> 👍');
  await form.getByLabel(/You can leave a message/).check();
  await attach(...files);
  await send();

  await expect(receipt).toBeVisible();
  await expect(receipt).toContainText('Ada');
  await expect(form.getByText('Sent', { exact: true })).toHaveCount(files.length);
  const [enquiry, ...others] = await stack.listEnquiries();
  expect(others).toEqual([]);
  const reference = referenceIn(enquiry!)!;
  await expect(form).toContainText(reference);
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
  expect(answersIn(enquiry!)).toEqual([
    { id: 'accident-date', label: 'When did it happen?', value: '2026-02-01' },
    { id: 'accident-place', label: 'Where did it happen?', value: 'road' },
    { id: 'vehicle', label: 'How were you travelling?', value: 'bicycle' },
    { id: 'injured', label: 'Were you injured?', value: 'yes' },
    { id: 'injuries', label: 'What was injured?', value: 'neck, other' },
    { id: 'other-injury', label: 'What else was injured?', value: 'My left thumb' },
    {
      id: 'what-happened',
      label: 'What happened?',
      value: 'A car turned left.\nI did not — "really" <b>…</b> 👍',
    },
    { id: 'call-consent', label: 'You can leave a message if I don’t answer.', value: 'yes' },
  ]);
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  const arrived = (enquiry?.files ?? []).map(({ name, postname, mime, size, sha256 }) => ({
    name,
    postname,
    mime,
    size,
    sha256,
  }));
  expect(arrived.sort(byName)).toEqual(
    files
      .map(({ name, mimeType, buffer }) => ({
        name,
        postname: name,
        mime: mimeType,
        size: buffer.length,
        sha256: sha256(buffer),
      }))
      .sort(byName),
  );
});
