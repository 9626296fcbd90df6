import { expect, test } from 'vitest';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { marketingParameters } from '../contract/attribution.ts';
import { check } from '../contract/check-enquiry.ts';
import { contactFields, type Definition, marketingFields } from '../contract/definition.ts';
import { maxEnquiryBytes, readDefinitions } from './definitions.ts';

const publish = async (questions: object[], attribution: object = {}): Promise<Definition> => {
  const case_types = { a: { label: 'A', questions } };
  const config = validConfig({ origins: [], attribution, case_types });
  return (await readDefinitions(config)).current('a')!;
};
const today = { earliest: '2026-02-01', latest: '2026-02-01' };

/** JSON in which every other character than ASCII is escaped, as some clients send it. */
const escapedJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const emoji = (count: number) => '😀'.repeat(count);
const values = (names: string[]) => Object.fromEntries(names.map(name => [name, emoji(500)]));

test('the longest valid enquiry fits, however it is escaped', async () => {
  const parameters = Array.from({ length: 40 }, (_, n) => `parameter_${n}`);
  const options = Array.from({ length: 20 }, (_, n) => `${n} ${emoji(300)}`);
  const definition = await publish(
    [
      { id: 'text', type: 'text', label: 'Text' },
      { id: 'long', type: 'textarea', label: 'Long', max_length: 100_000 },
      { id: 'longer', type: 'textarea', label: 'Longer' },
      { id: 'some', type: 'checkboxes', label: 'Some', options },
      { id: 'one', type: 'radio', label: 'One', options },
      { id: 'longest', type: 'textarea', label: 'Longest', max_length: 100_000 },
      { id: 'hidden', type: 'hidden', label: 'Hidden', from: 'values', max_length: 90_000 },
    ],
    { first_touch: true, parameters },
  );
  const names = [...Object.values(marketingParameters), ...parameters];
  const enquiry = {
    case_type: 'a',
    ...Object.fromEntries(contactFields.map(field => [field, emoji(200)])),
    telephone_mobile: '07700 900123',
    email: `${'𐐷'.repeat(193)}@b.test`,
    answers: {
      text: emoji(500),
      long: emoji(100_000),
      longer: emoji(10_000),
      some: options,
      one: options[9]!,
      longest: emoji(100_000),
      hidden: emoji(90_000),
    },
    ...values([...marketingFields]),
    attribution: {
      landing_page: emoji(500),
      parameters: values(names),
      first: { landing_page: emoji(500), referrer: emoji(500), parameters: values(names) },
    },
  };
  expect(check(definition, enquiry, today)).toEqual([]);
  const bytes = Buffer.byteLength(escapedJson(enquiry));
  expect(bytes).toBeGreaterThan(1_500_000);
  expect(maxEnquiryBytes(definition)).toBeGreaterThan(bytes);
});

test('a short form accepts little more than two thirds of a megabyte', async () => {
  const definition = await publish([{ id: 'when', type: 'date', label: 'When?' }]);
  expect(maxEnquiryBytes(definition)).toBeLessThan(700_000);
});
