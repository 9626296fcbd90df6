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
function summarise(html: string) {
  const { config, notes } = importPage(html);
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
      'preferred-day as date-9: date Preferred day',
      'your-message: textarea Your message',
      'i-agree-to-the-terms-of-the-visit as acceptance-8: consent I agree to the terms of the visit.*',
    ],
    [
      'other forms',
      '"Your name" (your-name) is forename and surname',
      'attachments',
      '"3+4=?" (quiz-3) is left out',
      'utm_source',
      '_wpcf7,',
      'Attribution sends',
    ],
  ],
  [
    'gravity-forms',
    'forename* surname* email*',
    [
      'when-did-it-happen as input_4: text When did it happen? {"help":"dd/mm/yyyy"}',
      'were-you-at-work as input_5: radio Were you at work?* {"options":["Yes","No"]}',
      'what-was-damaged as input_6: checkboxes What was damaged? {"options":["Car","Clothes"]}',
      'street-address as input_8.1: text Street Address {"heading":"Where did it happen?"}',
      'zip-postal-code as input_8.5: postcode ZIP / Postal Code',
      'days-off-work as input_9: number Days off work',
      'i-agree-to-the-policy as input_11.1: consent I agree to the policy.*',
    ],
    ['"LinkedIn" (input_20) is left out', '"Confirm Email" (input_2_2) is left out'],
  ],
  [
    'wpforms',
    'forename* surname* email*',
    [
      'wie-gro-ist-ihre-wohnung as wpforms[fields][5]: select Wie groß ist Ihre Wohnung? {"options":["bis 50 m²","größer"]}',
      'leistungen as wpforms[fields][6]: checkboxes Leistungen {"options":["Umzug","Lager"]}',
      'website as wpforms[fields][7]: text Website',
      'ihre-nachricht as wpforms[fields][8]: textarea Ihre Nachricht*',
    ],
    ['"Name E-Mail" (wpforms[fields][1]) is left out', '(wpforms[hp]) is left out', 'g-recaptcha-hidden'],
  ],
  [
    'hubspot',
    'forename* surname telephone_mobile email*',
    [
      'phone_ext: select phone_ext {"options":[{"value":"+44","label":"United Kingdom"},{"value":"+353","label":"Ireland"}]}',
      'company_size: select Company size* {"options":[{"value":"small","label":"1 to 9"},{"value":"large","label":"10 or more"}]}',
      'services: checkboxes Which services? {"options":["Payroll","Pensions"]}',
      'urgency: radio How soon?* {"options":[{"value":"now","label":"This month"},{"value":"later","label":"Later"}]}',
      'send-me-news as LEGAL_CONSENT.subscription_type_7: consent Send me news.*',
    ],
    ['hs_context', '"First name" (firstname) is forename now, at the end, under the form’s own label'],
  ],
  [
    'web-to-lead',
    'forename* surname telephone_mobile email',
    [
      'company: text Company',
      'description: textarea Description',
      'enquiry-about as 00N000000000002: select Enquiry about {"options":["Lease","Sale"]}',
      'regions as 00N000000000003: checkboxes Regions {"options":["North","South"]}',
      'viewing-date as 00N000000000004: text Viewing date',
      'existing-customer as 00N000000000005: consent Existing customer',
      'lead_source: select Lead Source {"options":["Web"]}',
    ],
    ['captcha_settings, oid, retURL'],
  ],
  [
    'plain',
    'forename* surname* telephone_mobile email*',
    [
      'phone: tel Landline',
      'heard-of-us-by as q[1]: radio Heard of us by {"options":[{"value":"1","label":"A friend"},{"value":"2","label":"An advert"}]}',
      'what-to-move as q[2]: checkboxes What to move* {"options":[{"value":"1","label":"A piano"},{"value":"2","label":"A safe"}]}',
      'budget-in as Budget: number Budget in £',
      'where-to: text Where to {"help":"e.g. Café Street 1"}',
      'best-hour: text Best hour',
      'msg: textarea Anything else?',
      'news: consent Send me the newsletter',
    ],
    [
      '"Full name"',
      '"Best hour" (case_type) is a text now, not "time"',
      '"Fax" (fax) is left out',
      'are left out: __VIEWSTATE, referrer.',
    ],
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
  ['the text above', '<p>Hello</p><div>Order number:</div><div><input name=a></div>', 'a: text Order number'],
  ['a placeholder', '<h2>Hello</h2><input name=a placeholder="Order number *">', 'a: text Order number*'],
  ['the name alone', '<input name=order_number>', 'order_number: text order_number'],
  [
    'a select without an empty option',
    '<label>A<select name=a><option>Please choose<option>B</select></label>',
    'a: select A {"options":["B"]}',
  ],
  [
    'a select in Arabic',
    '<label>A<select name=a><option>القاهرة<option>الجيزة</select></label>',
    'a: select A {"options":["القاهرة","الجيزة"]}',
  ],
  [
    'options with commas',
    '<label>A<select name=a><option>Yes, please<option>No, thanks</select></label>',
    'a: select A {"options":["Yes, please","No, thanks"]}',
  ],
  [
    'a label beside a heading that isn’t shown',
    '<label for=a class=elementor-screen-only>Terms</label><input type=checkbox name=a id=a><label for=a>I accept the terms.</label>',
    'a: consent I accept the terms.',
  ],
  ['a thin border', '<label>A<input name=a style="border-width:1px"></label>', 'a: text A'],
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
  [
    'buttons whose labels name nothing',
    '<p>A</p><input type=radio name=a> <label>Yes</label><br><input type=radio name=a> <label>No</label>',
    'a: radio A {"options":["Yes","No"]}',
  ],
  ['a number of emails', '<label>Emails a day<input name=b type=number></label>', 'b: number Emails a day'],
])('finds the question of %s', (_, fields, question) => {
  expect(questionsOf(fields)).toEqual([question]);
});

test('buttons without words are left out', () => {
  const { questions, notes } = summarise('<form><input type=radio name=a><input type=radio name=a></form>');
  expect(questions).toEqual([]);
  expect(notes).toContain('"a" (a) is left out: it has no words, or too many.');
});

test('names that come twice are sent once, and fields of one group share its heading', () => {
  const fields = ['A', 'B'].map(label => `<label>${label}<input name=x></label>`).join('');
  expect(questionsOf(`<fieldset><legend>Your car</legend>${fields}</fieldset>`)).toEqual([
    'x: text A {"heading":"Your car"}',
    'b: text B',
  ]);
});

test('questions with numbered names stay apart', () => {
  const toRadio = (name: string) => `<p>${name}</p><label><input type=radio name=q[${name}]>Yes</label>`;
  expect(questionsOf(toRadio('1') + toRadio('2'))).toHaveLength(2);
});

test.each([
  '<div style="position:absolute;left:-5000px"><label>Company<input name=company></label></div>',
  '<div class=offscreen aria-hidden=true><label>Company<input name=company></label></div>',
  '<label>Company<input name=company tabindex=-1></label>',
  '<p hidden><label>Company<input name=company></label></p>',
])('a trap for bots is left out: %s', trap => {
  const { questions, notes } = summarise(`<form><label>A<input name=a></label>${trap}</form>`);
  expect(questions).toEqual(['a: text A']);
  expect(notes).toContain(
    '"Company" (company) is left out: a captcha, a trap for bots, or hidden by a script.',
  );
});

test('editors find the schema if the package is installed', async () => {
  const path = 'node_modules/enquiry-form/proxy/settings/config.schema.json';
  mkdirSync(join(program.folder, dirname(path)), { recursive: true });
  writeFileSync(join(program.folder, path), '{}');
  writeFileSync(join(program.folder, 'page.html'), '<form><input name=a></form>');
  expect(JSON.parse((await program.run('import page.html')).out)).toMatchObject({ $schema: `./${path}` });
});

test('a form for searching or logging in is never chosen', () => {
  const others = '<form><input type=search name=s></form><form><input name=u><input type=password></form>';
  const html = `${others}<h2>Newsletter</h2><form><input type=email name=mail></form>
    <h2>Ask us</h2><form><textarea name=q></textarea><input name=a></form>`;
  expect(summarise(html)).toMatchObject({ name: 'ask-us', contact: 'forename*' });
  expect(() => summarise(others)).toThrow('the page has no form. If a browser shows one, save the page');
});

test('a search within a form is left out', () => {
  expect(questionsOf('<label>Country<select name=c><option>UK</select><input type=search></label>')).toEqual([
    'c: select Country {"options":["UK"]}',
  ]);
});

test.each([
  ['Name, Surname', 'forename* surname'],
  ['Vorname, Name', 'forename* surname'],
  ['Nom, Prénom', 'forename* surname'],
  ['Nombre, Apellidos', 'forename* surname'],
  ['Nom et prénom', 'forename* surname'],
  ['Vor- und Nachname', 'forename* surname'],
  ['First and last name', 'forename* surname'],
])('a name is asked for once: %s', (labels, contact) => {
  const fields = labels.split(', ').map((label, at) => `<label>${label}<input name=f${at}></label>`);
  expect(summarise(`<form>${fields.join('')}</form>`)).toMatchObject({ contact, questions: [] });
});

test('a page that can’t be read is to be saved', async () => {
  const { err } = await program.run('import http://127.0.0.1:1/');
  expect(err).toMatch(
    /^enquiry-form: the page can't be read: \S.*\. Open it in a browser, save it, and import the file\n$/,
  );
});

test('a file that isn’t there is refused', async () => {
  expect((await program.run('import nothing.html')).err).toContain('there is no file nothing.html');
});

test.each([
  ['text/html; charset=iso-8859-1', '', 'latin1'],
  ['text/html', '<meta charset="windows-1252">', 'latin1'],
  ['text/html', '', 'latin1'],
  ['text/html; charset=no-such-encoding', '', 'utf8'],
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
