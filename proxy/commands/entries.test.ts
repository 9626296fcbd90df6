import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
const attribution = { parameters: ['gclid'] };

test('lists the entries that enquiries can get with this config, in its main language or another one', async () => {
  program.writeConfig({ ...exampleConfig, attribution });
  const [head, ...lines] = (await run('entries')).out.trimEnd().split('\n');
  expect(head).toMatch(/^ID +LABEL$/);
  const rows = lines.map(line => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['enquiry_reference', 'Reference'],
    ['enquiry_form_version', 'Form version'],
    ['attribution_site', 'Site'],
    ['attribution_client', 'Application'],
    ['attribution_language', 'Language'],
    ['attribution_landing_page', 'Landing page'],
    ['attribution_utm_source', 'Parameter utm_source'],
    ['attribution_utm_campaign', 'Parameter utm_campaign'],
    ['attribution_utm_term', 'Parameter utm_term'],
    ['attribution_utm_content', 'Parameter utm_content'],
    ['attribution_gclid', 'Parameter gclid'],
    ['suspected_spam', 'Possible spam'],
    ['enquiry_received', 'Received'],
    ['contact_promised', 'Promised to the visitor'],
    ['preferred_channel', 'Preferred channel'],
    ['possible_duplicate_of', 'Possible duplicate of'],
    ['possible_duplicate', 'Possible duplicate'],
  ]);
  const welsh = (await run('entries --lang cy-GB --json')).out.trimEnd().split('\n');
  expect(welsh.map(line => JSON.parse(line).id)).toEqual(rows.map(([id]) => id));
  expect(welsh).toContain('{"id":"attribution_landing_page","label":"Tudalen lanio"}');
});

test('leaves out what the config turns off', async () => {
  program.writeConfig({
    ...exampleConfig,
    attribution: { ...attribution, landing_page: false, parameters: [] },
    spam: { suspects: 'hold' },
  });
  const { out } = await run('entries --json');
  const ids = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).id);
  expect(ids).not.toContain('attribution_landing_page');
  expect(ids).not.toContain('attribution_gclid');
  expect(ids).not.toContain('suspected_spam');
});

test('refuses a language that has no labels', async () => {
  expect(await run('entries --lang it')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('"it"'),
  });
});
