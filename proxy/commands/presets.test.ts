import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEnquiryApi } from '../../demo/enquiry-api/server.ts';
import { listPresets, readPreset } from '../../demo/presets.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { createProxyUnderTest, json, origin } from '../../tools/testing/proxy/proxy.ts';
import { presetNames } from './first-config.ts';

const program = programForEachTest();
const flags = `--page ${origin} --proxy https://forms.example.com --api-url https://api.example.com/v1 --api-username someone`;
const ada = { forename: 'Ada', surname: 'Byron', email: 'ada@example.com', telephone_mobile: '07700 900123' };

/** What a visitor answers, who is asked every question. */
const answers: Record<(typeof presetNames)[number], Record<string, string | string[]>> = {
  'personal-injury': {
    'accident-date': '2020-02-29',
    'accident-place': 'road',
    vehicle: 'bicycle',
    injured: 'yes',
    injuries: ['arm', 'other'],
    'other-injury': 'My ear',
    'what-happened': 'A door opened.',
    'call-consent': 'yes',
  },
  'house-move': {
    transaction: 'buying',
    price: '285000',
    'move-date': '2199-01-31',
    mortgage: 'yes',
    'broker-email': 'broker@example.com',
    'agent-phone': '01632 960002',
    terms: 'yes',
  },
  employment: {
    'work-problem': 'pay',
    'what-happened': 'I wasn’t paid.',
    'contact-by': 'phone',
    'best-time': 'soon',
  },
  'boiler-repair': {
    fault: 'heating',
    'error-code': 'F28',
    'boiler-model': 'Example 24',
    'boiler-age': 'over-10',
    urgent: 'no',
    rented: 'yes',
    'landlord-phone': '01632 960003',
    postcode: 'LS1 1AA',
    'visit-times': ['morning', 'saturday'],
  },
  callback: { 'team-size': 'up-to-20', 'best-time': 'other', 'call-at': 'Tuesday after 3 pm' },
};

test.each(presetNames)(
  'the preset %s passes the check, and an enquiry arrives with every answer',
  async name => {
    const texts = `--contact 01632-960001 --privacy https://www.example.com/privacy`;
    expect(await run(`init --preset ${name} --to site ${flags} ${texts}`)).toMatchObject({
      code: 0,
      err: '',
    });
    const { out } = await run('check --config site/enquiry.config.json');
    expect(out).toBe('ok       settings\n');
    const folder = join(program.folder, 'api');
    const login = { username: 'someone', password: 'password', applicationPassword: 'password' };
    const api = await startEnquiryApi({ host: '127.0.0.1', port: 0, folder, login });
    const proxy = await createProxyUnderTest(readConfig(), undefined, {
      ENQUIRY_API_URL: `${api.url}/rest/enquiry-service/v1`,
      ENQUIRY_API_USERNAME: login.username,
      ENQUIRY_API_PASSWORD: login.password,
    });
    const { email, telephone_mobile, ...names } = ada;
    // A form that asks how to get in touch shows one of the two.
    const contact = /callback|employment/.test(name)
      ? { ...names, telephone_mobile }
      : { ...names, email, telephone_mobile };
    const enquiry = { case_type: name, ...contact, answers: answers[name] };
    const response = await proxy.postEnquiry(enquiry);
    expect(await json(response)).toMatchObject({ status: 'delivered', call_back: expect.any(String) });
    const inbox = await json<{ enquiries: { meta: { id: string }[] }[] }>(fetch(`${api.url}/inbox.json`));
    const arrived = inbox.enquiries[0]!.meta.map(({ id }) => id);
    expect(arrived).toEqual(expect.arrayContaining(Object.keys(answers[name])));
    await proxy.stop();
    await api.stop();
  },
);

test.each(presetNames)('every text of the preset %s is in the languages of its title', async name => {
  await run(`init --preset ${name} --to site ${flags}`);
  const config = readConfig();
  const { label } = config.case_types[name]!;
  const languages = Object.keys(label);
  expect(languages).toEqual(expect.arrayContaining(['en', 'cy']));
  const others: unknown[] = [];
  JSON.stringify(config, (key, value: unknown) => {
    const isText =
      /^(label|help|heading|error|text|title|introduction|next|phone|email|send_label|url_label)$/.test(key);
    if (isText && Object.keys(Object(value)).join() !== languages.join()) others.push(value);
    return value;
  });
  // These have a message for each rule, or one for each way of answering.
  const hasSeveral = (each: unknown) => ['required', 'phone'].some(key => Object.hasOwn(Object(each), key));
  expect(others.filter(each => !hasSeveral(each))).toEqual([]);
  expect(JSON.stringify(config)).toContain('"shown_when"');
});

test('an email address stands beside a preset without a text about calls, and details that nobody has given are left out', async () => {
  await run(`init --preset callback --to site ${flags} --contact office@example.com`);
  expect(readConfig()).toMatchObject({ contact_us: { email: 'office@example.com' } });
  expect(Object.keys(readConfig())).toEqual([
    'origins',
    'contact',
    'contact_us',
    'hours',
    'attachments',
    'case_types',
  ]);
});

test('a preset has its own title', async () => {
  const { err, code } = await run(`init --preset callback --label Boilers ${flags}`);
  expect({ err, code }).toMatchObject({ err: expect.stringContaining('Leave out --label'), code: 2 });
});

test('the demo offers the presets', () => {
  expect(listPresets().map(({ name }) => name)).toEqual(presetNames);
  expect(JSON.parse(readPreset('boiler-repair'))).toMatchObject({
    case_types: { 'boiler-repair': { label: { en: 'Book a boiler repair' } } },
  });
});

function run(words: string) {
  return program.run(words);
}

function readConfig() {
  const path = join(program.folder, 'site/enquiry.config.json');
  return JSON.parse(readFileSync(path, 'utf8')) as { case_types: Record<string, { label: object }> };
}
