import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test("the browser's autofill fills in the fields of the form", async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { field } = formOn(page);
  await fillHouseMove(page, '');
  const session = await page.context().newCDPSession(page);
  const fields = [
    { name: 'NAME_FIRST', value: 'Autumn' },
    { name: 'NAME_LAST', value: 'Fill' },
    { name: 'NAME_FULL', value: 'Autumn Fill' },
    { name: 'EMAIL_ADDRESS', value: 'autumn@example.com' },
    { name: 'PHONE_HOME_WHOLE_NUMBER', value: '+447700900123' },
    { name: 'ADDRESS_HOME_COUNTRY', value: 'GB' },
  ];
  await session.send('Autofill.enable');
  await session.send('Autofill.setAddresses', { addresses: [{ fields }] });
  const { result } = await session.send('Runtime.evaluate', {
    expression: "document.querySelector('enquiry-form').shadowRoot.querySelector('#forename')",
  });
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  for (const label of ['First name', 'Last name', 'Email address']) await field(label).fill('');
  const fillInForename = async () => {
    await session.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
    return await field('First name').inputValue();
  };
  await expect.poll(fillInForename).toBe('Autumn');
  await expect(field('Last name')).toHaveValue('Fill');
  await expect(field('Email address')).toHaveValue('autumn@example.com');
  await formOn(page).send();
  await expect(formOn(page).receipt).toHaveText(/Autumn/);
  expect((await stack.listEnquiries())[0]?.body).toMatchObject({
    forename: 'Autumn',
    email: 'autumn@example.com',
  });
});
