import { expect, test } from 'vitest';
import { exampleCreateBody } from '../../tools/testing/proxy/outbox.ts';
import { toCountGroup } from './enquiry-counts.ts';

test.each([
  ['spring sale', 'spring sale'],
  ['ada@example.com', 'other'],
  ['ada%40example.com', 'other'],
  ['ada%2540example.com', 'other'],
  ['ada＠example.com', 'other'],
  ['07700 900123', 'other'],
  ['+44 (0)7700 900-123', 'other'],
  ['20123456789', '20123456789'],
  ['01.02.2026', '01.02.2026'],
  ['', ''],
  ['x'.repeat(150), 'x'.repeat(100)],
  ['red\u001b[31m\u202eevil', 'red [31m evil'],
  ['👍'.repeat(150), '👍'.repeat(100)],
])('the campaign "%s" is counted as "%s"', (campaign, counted) => {
  const body = { ...exampleCreateBody, marketing_campaign: campaign };
  expect(toCountGroup({ case_type: 'a', site: null }, body).campaign).toBe(counted);
});

test.each([
  ['https://www.google.com/search?q=ada+lovelace', 'www.google.com'],
  ['https://example.com/@ada', 'example.com'],
  ['https://ada:secret@example.com/', 'example.com'],
  ['android-app://com.example.reader/x', 'com.example.reader'],
  ['https://', 'other'],
  ['www.google.com/search?q=ada+lovelace', 'www.google.com'],
  ['//www.google.com?q=ada', 'www.google.com'],
  ['newsletter', 'newsletter'],
  ['newsletter/2026', 'newsletter/2026'],
  ['v1.2/spring', 'v1.2/spring'],
  ['mailto:ada@example.com', 'other'],
])('the referer "%s" is counted as "%s"', (referer, counted) => {
  const body = { ...exampleCreateBody, marketing_lead_referer: referer };
  expect(toCountGroup({ case_type: 'a', site: null }, body).referer).toBe(counted);
});
