import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { createProgramUnderTest, type ProgramUnderTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { createDefinitions } from '../enquiry/definitions.ts';
import { sha256 } from '../enquiry/identifiers.ts';
import { type Outbox, openFleetStore } from '../outbox/outbox.ts';
import { silent } from './command.ts';

const inBoth = (en: string, cy: string) => ({ en, cy });
/** A form with every type of question, and every text. */
const config = {
  origins: ['https://www.example.com'],
  privacy: {
    text: inBoth('We use your details to answer you.', 'Rydym yn defnyddio’ch manylion i’ch ateb.'),
    url: 'https://www.example.com/privacy',
    url_label: inBoth('Read our privacy notice', 'Darllenwch ein hysbysiad preifatrwydd'),
  },
  contact: { heading: inBoth('About you', 'Amdanoch chi'), ask: 'channel', position: 'last' },
  contact_us: { text: inBoth('Rather talk?', 'Gwell gennych siarad?'), phone: '01632 960001' },
  receipt: { contact: inBoth('Call 01632 960001.', 'Ffoniwch 01632 960001.'), show_number: true },
  attachments: { max_files: 3, max_bytes: '10MB' },
  case_types: {
    injury: {
      label: inBoth('Injury', 'Anaf'),
      introduction: inBoth(
        'Tell us what happened.\nIt takes about five minutes, and you can stop at any time and come back later.',
        'Dywedwch wrthym beth ddigwyddodd.',
      ),
      next: inBoth('A solicitor reads it today.', 'Bydd cyfreithiwr yn ei ddarllen heddiw.'),
      send_label: inBoth('Send it', 'Anfon'),
      steps: [
        {
          title: inBoth('What happened', 'Beth ddigwyddodd'),
          questions: ['hurt', 'injuries', 'cause', 'place', 'when', 'speed', 'story'],
        },
        {
          title: inBoth('Where', 'Ble'),
          questions: ['home', 'postcode', 'employer', 'employer_email', 'employer_tel', 'terms'],
        },
      ],
      questions: [
        {
          id: 'hurt',
          type: 'yes_no',
          label: inBoth('Were you hurt?', 'A gawsoch chi anaf?'),
          required: true,
        },
        {
          id: 'injuries',
          type: 'checkboxes',
          label: inBoth('What was injured?', 'Beth gafodd ei anafu?'),
          shown_when: { question: 'hurt', is: 'yes' },
          options: ['neck', { value: 'none', label: inBoth('None of these', 'Dim un'), exclusive: true }],
        },
        {
          id: 'cause',
          type: 'radio',
          label: inBoth('What caused it?', 'Beth achosodd hyn?'),
          options: [
            { value: 'car', label: inBoth('A car', 'Car') },
            {
              value: 'abroad',
              label: inBoth('It was abroad', 'Roedd dramor'),
              ends: {
                text: inBoth('We can’t help.', 'Ni allwn helpu.'),
                url: 'https://www.example.com/abroad',
                url_label: inBoth('Who can', 'Pwy all'),
              },
            },
          ],
        },
        {
          id: 'place',
          type: 'select',
          label: inBoth('Where was it?', 'Ble oedd hyn?'),
          options: ['Leeds', 'York'],
        },
        {
          id: 'when',
          type: 'date',
          heading: inBoth('The day', 'Y diwrnod'),
          label: inBoth('When did it happen?', 'Pryd ddigwyddodd hyn?'),
          help: inBoth('A month is enough.', 'Mae mis yn ddigon.'),
          max: 'today',
          entry: 'memorable',
          day_optional: true,
          error: { required: inBoth('Enter the day', 'Rhowch y diwrnod') },
          shown_when: {
            any: [
              {
                all: [
                  { question: 'hurt', answered: true },
                  { question: 'cause', is: ['car', 'abroad'] },
                ],
              },
              { not: { question: 'place', answered: false } },
            ],
          },
        },
        {
          id: 'speed',
          type: 'number',
          label: inBoth('How fast was the car?', 'Pa mor gyflym oedd y car?'),
          min: 0,
          max: 200,
          unit: inBoth('miles per hour', 'milltir yr awr'),
          shown_when: { question: 'when', more_than: '2020-01-01' },
        },
        {
          id: 'story',
          type: 'textarea',
          label: inBoth('What happened?', 'Beth ddigwyddodd?'),
          rows: 8,
          max_length: 2_000,
          shown_when: { question: 'speed', less_than: 100 },
        },
        {
          id: 'home',
          type: 'address',
          label: inBoth('Where do you live?', 'Ble ydych chi’n byw?'),
          entry: 'lines',
        },
        { id: 'postcode', type: 'postcode', label: inBoth('What is the postcode?', 'Beth yw’r cod post?') },
        {
          id: 'employer',
          type: 'text',
          label: inBoth('Who is your employer?', 'Pwy yw’ch cyflogwr?'),
          autocomplete: 'organization',
          pattern: '[^<]+',
          error: inBoth('Enter a name without <', 'Rhowch enw heb <'),
        },
        {
          id: 'employer_email',
          type: 'email',
          label: inBoth('What is their email address?', 'Beth yw eu cyfeiriad e-bost?'),
        },
        { id: 'employer_tel', type: 'tel', label: inBoth('What is their number?', 'Beth yw eu rhif?') },
        {
          id: 'terms',
          type: 'consent',
          label: inBoth(
            'I agree that you may ask my doctor and the other driver’s insurer about the accident.',
            'Rwy’n cytuno y cewch holi fy meddyg ac yswiriwr y gyrrwr arall am y ddamwain.',
          ),
          url: 'https://www.example.com/terms',
          url_label: inBoth('Read the terms', 'Darllenwch y telerau'),
          required: true,
        },
      ],
    },
    other: { label: 'Something else' },
  },
};

let program: ProgramUnderTest;
let run: ProgramUnderTest['run'];
/** The store of a running proxy. */
let outbox: Outbox;
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ run } = program);
  outbox = await openSqliteOutbox(join(program.folder, 'data'));
});
afterEach(async () => {
  await outbox.close();
  await program.stop();
});

/** Opens the store as a proxy does, and publishes a config. */
async function publish(outbox: Outbox, published: object = config) {
  const definitions = await createDefinitions(validConfig(published), outbox.archive);
  const define = (lang?: string) => definitions.current('injury', lang)!;
  return { define, hash: define().definition };
}

/** The first digits of a hash, as enquiries have them. */
const digitsOf = (hash: string) => Buffer.from(hash.slice(7), 'base64url').toString('hex').slice(0, 12);

test('prints everything that a visitor saw, in the order of the form and in 80 columns', async () => {
  const { hash } = await publish(outbox);
  const { out, code } = await run(['form', hash]);
  expect(out.split('\n')).toEqual([
    `Form version        ${digitsOf(hash)}`,
    `Hash                ${hash}`,
    ...english.slice(1).split('\n'),
  ]);
  expect(code).toBe(0);
  const welsh = (await run(['form', hash, '--lang', 'cy-GB'])).out;
  expect(welsh).toContain('Language            cy (also in en)\nTitle               Anaf\n');
  expect(welsh).toContain(
    '\n13. Rwy’n cytuno y cewch holi fy meddyg ac yswiriwr y gyrrwr arall am y\n    ddamwain.\n',
  );
  expect(welsh).toContain('Darllenwch y telerau: https://www.example.com/terms\n');
  expect(welsh).toContain('\nTo correct details  Ffoniwch 01632 960001.\n');
  expect(`${out}${welsh}`.split('\n').filter(line => line.length > 80)).toEqual([]);
});

test('prints the definition as browsers get it in a language, and the archived one, as JSON', async () => {
  const { define, hash } = await publish(outbox);
  for (const lang of ['en', 'cy']) {
    const { definition, archived } = JSON.parse((await run(['form', hash, '--lang', lang, '--json'])).out);
    expect(definition).toEqual(JSON.parse(JSON.stringify(define(lang))));
    expect(sha256(JSON.stringify(archived))).toBe(hash);
  }
});

test('finds a form by the value of enquiry_form_version or a part of it, long after the config has changed', async () => {
  const { hash } = await publish(outbox);
  await publish(outbox, exampleConfig);
  const digits = digitsOf(hash);
  for (const version of [digits, digits.slice(0, 8).toUpperCase(), `${digits} 0.1.0`]) {
    const { out, code } = await run(['form', version]);
    expect(out).toContain(hash);
    expect(code).toBe(0);
  }
});

test('says when there is no such form, when there are several, and when it has no such language', async () => {
  const { hash } = await publish(outbox);
  const unknown = await run('form 0123456789ab');
  expect([unknown.out, unknown.code]).toEqual(['', 1]);
  expect(unknown.err).toMatch(/^There is no form version "0123456789ab" in this database: /);
  expect(await run(['form', hash, '--lang', 'de'])).toEqual({
    out: '',
    err: 'This form version isn’t in the language "de", but in cy and en.\n',
    code: 1,
  });
  // The hashes of these two have the same first digits.
  const records = [74_553, 93_212].map(n => JSON.stringify({ case_type: 'injury', n }));
  const both = records.map(definition => ({ hash: sha256(definition), definition }));
  await outbox.archive.keepDefinitions(both);
  const several = await run('form 6f53e172');
  expect([several.out, several.code]).toEqual(['', 1]);
  for (const each of both) expect(several.err).toContain(`\n${each.hash}  injury\n`);
  for (const malformed of ['6f53e17', 'sha256-6f53e172', `${digitsOf(hash)}0`]) {
    const { err, code } = await run(['form', malformed]);
    expect(err).toMatch(/^HASH must be /);
    expect(code).toBe(2);
  }
});

test('reads the database of a fleet', async () => {
  const postgres = await startPostgres();
  try {
    const url = await postgres.database('form');
    const fleet = await openFleetStore(url, silent);
    const { hash } = await publish(fleet.outbox);
    const { out } = await run(['form', hash], { DATABASE_URL: url, ENQUIRY_SECRET: 's'.repeat(32) });
    expect(out).toContain(`Form version        ${digitsOf(hash)}\n`);
    await fleet.outbox.close();
  } finally {
    await postgres.destroy();
  }
}, 60_000);

const english = `
Case type           injury
Language            en (also in cy)
Title               Injury
Introduction        Tell us what happened.
                    It takes about five minutes, and you can stop at any time
                    and come back later.
Step 1              What happened (hurt, injuries, cause, place, when, speed,
                    story)
Step 2              Where (home, postcode, employer, employer_email,
                    employer_tel, terms)

1. Were you hurt?
  Id                hurt
  Type              yes_no, required

2. What was injured?
  Id                injuries
  Type              checkboxes, optional
  Shown if          hurt is yes
  Options           neck
                    None of these [none] (only alone)

3. What caused it?
  Id                cause
  Type              radio, optional
  Options           A car [car]
                    It was abroad [abroad] (ends the form: We can’t help. Who
                    can: https://www.example.com/abroad)

4. Where was it?
  Id                place
  Type              select, optional
  Options           Leeds
                    York

5. When did it happen?
  Id                when
  Type              date, optional
  Shown if          (hurt is answered and cause is car or abroad) or not (place
                    is not answered)
  Heading           The day
  Help              A month is enough.
  day_optional      true
  entry             memorable
  max               today
  Messages          required: Enter the day

6. How fast was the car?
  Id                speed
  Type              number, optional
  Shown if          when is more than 2020-01-01
  max               200
  min               0
  unit              miles per hour

7. What happened?
  Id                story
  Type              textarea, optional
  Shown if          speed is less than 100
  max_length        2000
  rows              8

8. Where do you live?
  Id                home
  Type              address, optional
  entry             lines

9. What is the postcode?
  Id                postcode
  Type              postcode, optional

10. Who is your employer?
  Id                employer
  Type              text, optional
  autocomplete      organization
  pattern           [^<]+
  Message           Enter a name without <

11. What is their email address?
  Id                employer_email
  Type              email, optional

12. What is their number?
  Id                employer_tel
  Type              tel, optional

13. I agree that you may ask my doctor and the other driver’s insurer about the
    accident.
  Id                terms
  Type              consent, required
  Link              Read the terms: https://www.example.com/terms

Contact details
  Heading           About you
  forename          required
  surname           required
  telephone_mobile  optional
  email             optional
                    the visitor chooses between telephone_mobile and email

Files               at most 3 files of 10 MiB each; locations are removed from
                    photos
Privacy             We use your details to answer you.
                    Read our privacy notice: https://www.example.com/privacy
Send button         Send it
Contact us          Rather talk?
                    01632 960001
Receipt             shows the reference and the number
What happens next   A solicitor reads it today.
To correct details  Call 01632 960001.
`;
