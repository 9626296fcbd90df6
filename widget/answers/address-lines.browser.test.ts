// Addresses, in one text area or in lines.
import type { Question } from '../../proxy/contract/definition.ts';
import { ask, sent } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';

const address: Question = { id: 'home', type: 'address', label: 'Where do you live?', required: true };

test('an address is one text area that the browser can fill in', async ({ open, proxy }) => {
  const form = await open(ask(proxy, address));
  await expect.element(form.field(address.label)).toHaveAttribute('autocomplete', 'street-address');
  await form.fillIn(address.label, '1 High Street\nLeeds');
  expect(await sent(form, proxy)).toEqual({ home: '1 High Street\nLeeds' });
});

test('an address may be asked for in lines', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { ...address, entry: 'lines', autocomplete: 'billing street-address' }));
  await form.fillInParts(address.label, {
    'Address line 1': '1 High Street',
    'Town or city': 'Leeds',
    Postcode: 'LS1 4AP',
  });
  const postcode = form.part(address.label, 'Postcode');
  await expect.element(postcode).toHaveAttribute('autocomplete', 'billing postal-code');
  await expect.element(form.part(address.label, 'Address line 2')).not.toBeRequired();
  expect(await sent(form, proxy)).toEqual({ home: '1 High Street\nLeeds\nLS1 4AP' });
});

test('a draft restores an address in its lines', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { ...address, entry: 'lines' }));
  await form.fillInParts(address.label, { 'Address line 1': '1 High Street', Postcode: 'LS1 4AP' });
  form.element.remove();
  const again = await open(ask(proxy, { ...address, entry: 'lines' }));
  await expect.element(again.part(address.label, 'Postcode')).toHaveValue('LS1 4AP');
  await expect.element(again.part(address.label, 'Town or city')).toHaveValue('');
  await expect.element(again.part(address.label, 'Address line 1')).toHaveValue('1 High Street');
});
