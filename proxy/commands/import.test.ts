import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { importPage } from './imported-config.ts';

const program = programForEachTest();

interface Imported {
  origins: string[];
  language?: string;
  contact: { field: string; required?: boolean }[];
  attachments: { max_files: number };
  case_types: Record<string, { label: string; questions: Record<string, unknown>[] }>;
}

/** What a form has become, a line for each contact field, question and note. */
function summarise(html: string, address?: string, form?: number) {
  const { config, notes } = importPage(html, address, form);
  const { contact, case_types } = config as unknown as Imported;
  const [[name, { questions }] = ['', { questions: [] }]] = Object.entries(case_types);
  const star = (required: unknown) => (required ? '*' : '');
  return {
    name,
    contact: contact.map(({ field, required }) => field + star(required)).join(' '),
    questions: questions.map(({ id, send_as, type, label, required, ...others }) => {
      const sent = send_as === undefined ? '' : ` as ${send_as}`;
      const more = Object.keys(others).length > 0 ? ` ${JSON.stringify(others)}` : '';
      return `${id}${sent}: ${type} ${label}${star(required)}${more}`;
    }),
    notes,
  };
}

const questionsOf = (fields: string) => summarise(`<h1>Ask</h1><form>${fields}</form>`).questions;

test.each([
  [
    'contact-form-7',
    'forename* surname* telephone_mobile email*',
    [
      'what-is-it-about as menu-742: select What is it about?* {"options":["Boiler","Radiators & pipes"]}',
      'cold-rooms as checkbox-153: checkboxes Cold rooms* {"options":["Kitchen","Living room, hall","All of them"],"separator":"\\n"}',
      'preferred-day as date-9: date Preferred day {"min":"2026-01-01"}',
      'your-message: textarea Your message {"max_length":2000}',
      'i-agree-to-the-terms-of-the-visit as acceptance-8: consent I agree to the terms of the visit.*',
    ],
    ['other forms', '"Your name"', 'attachments', '"3+4=?" (quiz-3) is left out', 'utm_source', '_wpcf7,'],
  ],
  [
    'gravity-forms',
    'forename* surname* email*',
    [
      'when-did-it-happen as input_4: date When did it happen?',
      'were-you-at-work as input_5: radio Were you at work?* {"options":["Yes","No"]}',
      'what-was-damaged as input_6: checkboxes What was damaged? {"help":"Tick everything that applies.","options":["Car","Clothes"]}',
      'street-address as input_8.1: text Street Address {"heading":"Where did it happen?"}',
      'zip-postal-code as input_8.5: postcode ZIP / Postal Code',
      'days-off-work as input_9: number Days off work {"help":"Please enter a number from 0 to 365.","min":0,"max":365}',
      'i-agree-to-the-policy as input_11.1: consent I agree to the policy.* {"url":"https://www.example.com/privacy","url_label":"Policy"}',
    ],
    ['"LinkedIn" (input_20) is left out', '"Confirm Email" (input_2_2) is left out', 'arrives as 2026-02-01'],
  ],
  [
    'wpforms',
    'forename* surname* email*',
    [
      'wie-gro-ist-ihre-wohnung as wpforms[fields][5]: select Wie groß ist Ihre Wohnung? {"options":["bis 50 m²","größer"]}',
      'leistungen as wpforms[fields][6]: checkboxes Leistungen {"options":["Umzug","Lager"]}',
      'website as wpforms[fields][7]: text Website',
      'ihre-nachricht as wpforms[fields][8]: textarea Ihre Nachricht* {"help":"Ein paar Sätze genügen."}',
    ],
    ['"Name E-Mail" (wpforms[fields][1]) is left out', '(wpforms[hp]) is left out', 'g-recaptcha-hidden'],
  ],
  [
    'hubspot',
    'forename* surname telephone_mobile email*',
    [
      'company_size: select Company size* {"options":[{"value":"small","label":"1 to 9"},{"value":"large","label":"10 or more"}]}',
      'services: checkboxes Which services? {"options":["Payroll","Pensions"]}',
      'urgency: radio How soon?* {"options":[{"value":"now","label":"This month"},{"value":"later","label":"Later"}]}',
      'send-me-news as LEGAL_CONSENT.subscription_type_7: consent Send me news.*',
    ],
    ['phone_ext', 'hs_context', 'last now, under the form’s own labels: "First name", '],
  ],
  [
    'web-to-lead',
    'forename* surname telephone_mobile email',
    [
      'company: text Company {"max_length":40}',
      'description: textarea Description',
      'enquiry-about as 00N000000000002: select Enquiry about {"options":["Lease","Sale"]}',
      'regions as 00N000000000003: checkboxes Regions {"options":["North","South"]}',
      'viewing-date as 00N000000000004: date Viewing date',
      'existing-customer as 00N000000000005: consent Existing customer',
      'lead_source: select Lead Source {"options":["Web"]}',
    ],
    ['arrives as 2026-02-01', 'captcha_settings, oid, retURL'],
  ],
  [
    'plain',
    'forename* surname* telephone_mobile email*',
    [
      'phone: tel Landline',
      'heard-of-us-by as q[1]: radio Heard of us by {"options":[{"value":"1","label":"A friend"},{"value":"2","label":"An advert"}]}',
      'what-to-move as q[2]: checkboxes What to move* {"options":[{"value":"1","label":"A piano"},{"value":"2","label":"A safe"}]}',
      'budget-in as Budget: number Budget in £ {"min":100,"max":5000}',
      'where-to: text Where to {"help":"e.g. Café Street 1"}',
      'best-hour: text Best hour',
      'msg: textarea Anything else?',
      'news: consent Send me the newsletter',
    ],
    ['"Full name"', '"time"', '"Fax" (fax) is left out', 'are left out: __VIEWSTATE, referrer.'],
  ],
])(
  'a page like those of %s becomes a config that passes the check',
  async (page, contact, questions, notes) => {
    const path = join(program.folder, 'page.html');
    writeFileSync(path, readFileSync(new URL(`../../tools/testing/pages/${page}.html`, import.meta.url)));
    const { out, err, code } = await program.run('import page.html');
    expect(code).toBe(0);
    writeFileSync(join(program.folder, 'imported.json'), out);
    expect(await program.run('check --config imported.json')).toMatchObject({ code: 0 });
    const { case_types } = JSON.parse(out) as Imported;
    const html = new TextDecoder(page === 'plain' ? 'windows-1252' : 'utf-8').decode(readFileSync(path));
    const imported = summarise(html);
    expect(Object.values(case_types)[0]!.questions).toHaveLength(questions.length);
    expect(imported).toMatchObject({ contact, questions });
    for (const note of notes) expect(err).toContain(note);
  },
);

test.each([
  [
    'a label with markup',
    '<label for=a><b>What</b> is <i>it</i>? <em>*</em></label><input id=a name=it>',
    'it: text What is it?*',
  ],
  ['aria-label', '<input name=a aria-label="How many?" type=number>', 'a: number How many?'],
  ['aria-labelledby', '<p id=p>Which <b>one</b>?</p><input name=a aria-labelledby=p>', 'a: text Which one?'],
  ['the text above', '<p>Hello</p><div>Order number:</div><div><input name=a></div>', 'a: text Order number'],
  ['a placeholder', '<h2>Hello</h2><input name=a placeholder="Order number *">', 'a: text Order number*'],
  ['the name alone', '<input name=order_number>', 'order_number: text order_number'],
  [
    'a select without an empty option',
    '<label>A<select name=a><option>Please choose<option>B</select></label>',
    'a: select A {"options":["B"]}',
  ],
  ['a select that a script fills', '<label>A<select name=a></select></label>', 'a: text A'],
  [
    'values that are all the same',
    'A: <input type=radio name=a value=on> Yes <input type=radio name=a value=on> No',
    'a: radio A {"options":["Yes","No"]}',
  ],
  [
    'values with every usual separator',
    'A: <input type=checkbox name=a value="b, c"> b <input type=checkbox name=a value="d; e | f"> d',
    'a: checkboxes A {"options":[{"value":"b, c","label":"b"},{"value":"d; e | f","label":"d"}],"separator":"\\n"}',
  ],
  [
    'impossible limits',
    '<label>A<input name=a type=number min=5 max=1 maxlength=0></label>',
    'a: number A {"min":5}',
  ],
  ['a reserved name', '<label>Case<input name=case_type></label>', 'case: text Case'],
  [
    'a name that is no id',
    '<label>Événement<input name="Q1[ä]"></label>',
    'evenement as Q1[ä]: text Événement',
  ],
  [
    'a phone, but not its number',
    '<label>Which phone do you have?<input name=b></label>',
    'b: text Which phone do you have?',
  ],
  ['a number of emails', '<label>Emails a day<input name=b type=number></label>', 'b: number Emails a day'],
])('finds the question of %s', (_, fields, question) => {
  expect(questionsOf(fields)).toEqual([question]);
});

test('buttons without words are left out', () => {
  const { questions, notes } = summarise('<form><input type=radio name=a><input type=radio name=a></form>');
  expect(questions).toEqual([]);
  expect(notes).toContain('"a" (a) is left out: it has no words.');
});

test('names that come twice are sent once, and fields of one group share its heading', () => {
  const fields = ['A', 'B'].map(label => `<label>${label}<input name=x></label>`).join('');
  expect(questionsOf(`<fieldset><legend>Your car</legend>${fields}</fieldset>`)).toEqual([
    'x: text A {"heading":"Your car"}',
    'b: text B',
  ]);
});

test.each([
  ['the address of the page', '', '/b', 'https://example.com/a', 'https://example.com/b'],
  ['its base', '<base href=/c/>', 'b', 'https://example.com/a', 'https://example.com/c/b'],
  ['the base of a file', '<base href=https://example.com/a/>', 'b', undefined, 'https://example.com/a/b'],
  ['nothing', '', '/b', undefined, undefined],
  ['an address in vain', '', 'mailto:a@example.com', 'https://example.com/', undefined],
])('the link of a consent is completed by %s, or noted', (_, head, href, address, url) => {
  const label = `<label><input type=checkbox name=c>I agree to the <a href=${href}>terms</a></label>`;
  const { questions, notes } = summarise(`${head}<form>${label}</form>`, address);
  expect(questions).toEqual([
    `c: consent I agree to the terms${url ? ` {"url":"${url}","url_label":"Terms"}` : ''}`,
  ]);
  const note = `"I agree to the terms" (c) has a link to ${href}, which is left out: write its whole address as "url".`;
  expect(notes.includes(note)).toBe(url === undefined);
});

test('editors find the schema if the package is installed', async () => {
  const path = 'node_modules/enquiry-form/proxy/settings/config.schema.json';
  mkdirSync(join(program.folder, dirname(path)), { recursive: true });
  writeFileSync(join(program.folder, path), '{}');
  writeFileSync(join(program.folder, 'page.html'), '<form><input name=a></form>');
  expect(JSON.parse((await program.run('import page.html')).out)).toMatchObject({ $schema: `./${path}` });
});

test('a form for searching or logging in is never chosen, and --form chooses another one', () => {
  const html = `<form><input type=search name=s></form><form><input name=u><input type=password name=p></form>
    <h2>Newsletter</h2><form><input type=email name=mail></form><h2>Ask us</h2><form><textarea name=q></textarea><input name=a></form>`;
  expect(summarise(html)).toMatchObject({ name: 'ask-us', contact: 'forename*' });
  expect(summarise(html).notes).toContain('The page has other forms, for --form: 3 (fields: 1).');
  expect(summarise(html, undefined, 3)).toMatchObject({ name: 'newsletter', contact: 'forename* email' });
  expect(() => summarise(html, undefined, 9)).toThrow('the page has no such form');
});

test('--form takes a number only', async () => {
  expect((await program.run('import page.html --form contact')).err).toContain(
    '--form must be the number of a form',
  );
});

test('a page whose form a script or a frame draws says what to do', async () => {
  writeFileSync(
    join(program.folder, 'page.html'),
    '<script>draw()</script><iframe src="https://forms.example.com/1"></iframe>',
  );
  const { err, code } = await program.run('import page.html');
  expect(code).toBe(1);
  expect(err).toMatch(
    /a script draws it: save the page there, complete, .* or import its frame https:\/\/forms\.example\.com\/1/,
  );
});

test('a file that isn’t there and a form with too many fields are refused', async () => {
  expect((await program.run('import nothing.html')).err).toContain('there is no file nothing.html');
  writeFileSync(join(program.folder, 'page.html'), `<form>${'<input name=a>'.repeat(301)}</form>`);
  expect((await program.run('import page.html')).err).toContain('more than 300 fields');
});

test('a deeply nested page is read within seconds, to the depth that browsers read', () => {
  expect(questionsOf(`<label>A<input name=a></label>${'<div>'.repeat(20_000)}`)).toEqual(['a: text A']);
});

test.each([
  ['text/html; charset=iso-8859-1', '', 'latin1'],
  ['text/html', '<meta charset="windows-1252">', 'latin1'],
  ['text/html', '', 'latin1'],
  ['text/html; charset=no-such-encoding', '', 'utf8'],
  ['text/html', '\ufeff', 'utf16le'],
] as const)('a page with the type %s and %j is decoded, after a redirect', async (type, head, encoding) => {
  const html = Buffer.from(
    `${head}<h1>Größe</h1><form><label>Wie groß?<input name=a></label></form>`,
    encoding,
  );
  const server = createServer((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
    else response.writeHead(200, { 'content-type': type }).end(html);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise(resolve => server.once('listening', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A string only for a pipe.
  const { out } = await program.run(`import ${site}/old`);
  expect(JSON.parse(out)).toMatchObject({
    origins: [site],
    case_types: { 'gr-e': { label: 'Größe', questions: [{ label: 'Wie groß?' }] } },
  });
});
