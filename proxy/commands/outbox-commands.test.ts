import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  deliverOne,
  exampleCreateBody,
  newAttachment,
  newEnquiry,
  openSqliteOutbox,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'latin1') : '');

describe('outbox', () => {
  /** Leaves a held enquiry with a file in the data folder, as a proxy would. */
  async function leaveHeld() {
    const outbox = await openSqliteOutbox(join(program.folder, 'data'));
    const spool = await openFolderSpool(join(program.folder, 'data', 'spool'));
    async function* letter() {
      yield Buffer.from('%PDF-1.4');
    }
    const { reference } = newEnquiry(1);
    const spooled = await spool.save(letter(), { reference, key: randomUUID() });
    const content = { ...exampleCreateBody, forename: 'Ada', surname: 'Quetzalcoatl' };
    await outbox.intake.add({ ...newEnquiry(1), content });
    const attachment = newAttachment(1, 1);
    await outbox.intake.add({
      ...attachment,
      content: { ...attachment.content, sha256: spooled.sha256 },
      spool_file: spooled.name,
    });
    const [claim] = await outbox.claims.claim(1, 60_000);
    const failure = { cause: 'responded', status: 400 } as const;
    await outbox.claims.hold(claim!, {
      cause: 'refused',
      failure,
      message: 'Unknown case type',
      isUnknown: false,
    });
    await outbox.close();
    return reference;
  }
  const spool = () => readdirSync(join(program.folder, 'data', 'spool'));

  test('lists held deliveries without visitor data', async () => {
    const reference = await leaveHeld();
    const { out, code } = await run('outbox list --state held');
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'reference    kind     state  arrived   attempts  details',
        `${reference}  enquiry  held   just now  1         refused: responded 400`,
        '',
        'To decide about one: outbox show REFERENCE, then release, settle, export or drop it.',
        '',
      ].join('\n'),
    );
    expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(2);
  });

  test('shows only in "outbox show" what the enquiry API said', async () => {
    const reference = await leaveHeld();
    for (const command of [
      'status',
      'check',
      'outbox list',
      'outbox find Ada',
      `outbox export ${reference} --to copy`,
      `outbox release ${reference}`,
    ]) {
      const texts = [await run(command), await run(`${command} --json`)];
      expect(JSON.stringify(texts)).not.toContain('Unknown case type');
    }
    const copy = join(program.folder, 'copy');
    for (const name of readdirSync(copy)) expect(readIfThere(join(copy, name))).not.toContain('Unknown');
  });

  test('releases a delivery while the config on disk has errors', async () => {
    const reference = await leaveHeld();
    program.writeConfig({ origins: 'none' });
    expect(await run(`outbox release ${reference}`)).toMatchObject({ err: '', code: 0 });
  });

  test('shows, releases and retries a delivery', async () => {
    const reference = await leaveHeld();
    expect((await run(`outbox show ${reference.toLowerCase()}`)).out).toContain('First name     Ada\n');
    expect((await run(`outbox show ${reference}`)).out).toContain('Response       Unknown case type\n');
    expect(JSON.parse((await run(`outbox show ${reference} --json`)).out.split('\n')[0]!)).toMatchObject({
      last_message: 'Unknown case type',
    });
    expect((await run(`outbox release ${reference}`)).out).toContain('enquiry is released');
    const again = await run(`outbox release ${reference}`);
    expect(again.code).toBe(1);
    expect(again.err).toContain('nothing is held');
    expect((await run(`outbox retry ${reference}`)).code).toBe(0);
    expect((await run('outbox show AAAAA-AAAAA')).code).toBe(1);
  });
  test('shows questions and answers as a person reads them, and nothing that could command a terminal', async () => {
    const outbox = await openSqliteOutbox(join(program.folder, 'data'));
    const content = {
      ...exampleCreateBody,
      forename: 'Ada \u001b[2J\u202e\u{e0041}',
      telephone_mobile: '07700 900123',
      meta: [
        { id: 'when', label: 'When did it happen?', value: '2026-02-01' },
        {
          id: 'how',
          label: 'What happened?',
          value: `I slipped.\n${'The floor was wet. '.repeat(6).trim()}`,
        },
      ],
    };
    await outbox.intake.add({ ...newEnquiry(1), content });
    await outbox.intake.add(newAttachment(1, 1));
    const [claim] = await outbox.claims.claim(1, 60_000);
    const failure = { cause: 'responded', status: 400, parameter: 'wh\u2066en' } as const;
    await outbox.claims.hold(claim!, { cause: 'refused', failure, isUnknown: true });
    await outbox.close();
    const { out, code } = await run('outbox show REFER-00001');
    expect(code).toBe(0);
    expect(out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')).toBe(
      [
        'REFER-00001: enquiry, held',
        'Arrived        TIME, just now',
        'Held because   refused by the enquiry API',
        'Attempts       1, 1 unknown outcome',
        'Last failure   responded 400: wh\\u{2066}en',
        '',
        'First name     Ada \\u{1b}[2J\\u{202e}\\u{e0041}',
        'Mobile number  07700 900123',
        'Case type      other',
        '',
        'When did it happen?',
        '  2026-02-01',
        '',
        'What happened?',
        '  I slipped.',
        '  The floor was wet. The floor was wet. The floor was wet. The floor was wet.',
        '  The floor was wet. The floor was wet.',
        '',
        'REFER-00001: attachment, waiting',
        'Arrived        TIME, just now',
        'Attempts       0',
        'Next attempt   TIME',
        '',
        'Name           letter.pdf',
        'Type           application/pdf',
        'Size           8 B',
        '',
      ].join('\n'),
    );
    expect((await run('outbox find Ada')).out).toContain('refused: responded 400: wh\\u{2066}en\n');
    const json = (await run('outbox show REFER-00001 --json')).out;
    expect(json).toMatch(/^[ -~\n]+$/);
    expect(JSON.parse(json.split('\n')[0]!)).toMatchObject({ content: { forename: content.forename } });
  });
  test('says that the content of a delivered enquiry has been erased', async () => {
    await program.changeOutbox(async outbox => {
      await outbox.intake.add(newEnquiry(1));
      await deliverOne(outbox);
    });
    expect((await run('outbox show REFER-00001')).out).toMatch(
      /^REFER-00001: enquiry, delivered\n.*\nAttempts +1\nNumber +4711\n\nThe content has been erased\.\n$/,
    );
  });
  test('drops a delivery after a confirmation and a copy', async () => {
    const reference = await leaveHeld();
    for (const typed of ['no\n', '']) {
      const doubt = await run(`outbox drop ${reference}`, {}, typed);
      expect(doubt).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed') });
    }
    const { code } = await run(`outbox drop ${reference} --to copy`, {}, `${reference}\n`);
    expect(code).toBe(0);
    expect(spool()).toEqual([]);
    const copies = readdirSync(join(program.folder, 'copy')).sort();
    expect(copies).toEqual(['1-enquiry.json', '2-attachment.json', '2-letter.pdf']);
    expect(readFileSync(join(program.folder, 'copy', '2-letter.pdf'), 'latin1')).toBe('%PDF-1.4');
    expect((await run('outbox list')).out).toContain('There are no waiting or held deliveries');
  });
  test.each([
    'export REFERENCE --to enquiry.config.json/copy',
    'drop REFERENCE --yes --to enquiry.config.json/copy',
    'drop REFERENCE --yes --to enquiry.config.json',
    'drop --all --cause refused --yes --to enquiry.config.json',
  ])('%s asks for another folder, because this one is a file, and changes nothing', async command => {
    const reference = await leaveHeld();
    const { out, err, code } = await run(`outbox ${command.replace('REFERENCE', reference)}`);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toMatch(/^enquiry-form: \/\S*enquiry\.config\.json\S* can't be written \(E(NOTDIR|EXIST)\)/);
    expect(err).toContain('so REFER-00001 stays as it is: choose another folder with --to\n');
    expect(spool()).toHaveLength(1);
    expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(2);
  });
  test('keeps no copy for an erasure request', async () => {
    const reference = await leaveHeld();
    expect((await run(`outbox drop ${reference} --yes --no-copy`)).code).toBe(0);
    for (const file of ['outbox.db', 'outbox.db-wal'])
      expect(readIfThere(join(program.folder, 'data', file))).not.toContain('Quetzalcoatl');
    expect(existsSync(join(program.folder, reference))).toBe(false);
    expect(spool()).toEqual([]);
  });
  test('deletes nothing while a part is being sent, and lists that part', async () => {
    const reference = await leaveHeld();
    await run(`outbox release ${reference}`);
    await program.changeOutbox(({ claims }) => claims.claim(1, 60_000));
    const { out, err, code } = await run(`outbox drop ${reference} --yes --no-copy`);
    expect(code).toBe(1);
    expect(out).toContain(`${reference}: enquiry 1 is in flight`);
    expect(err).toContain('nothing was deleted');
    expect(spool()).toHaveLength(1);
    expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(2);
  });

  test('lists and shows a test with the body that would have been sent, and never releases it', async () => {
    const content = { ...exampleCreateBody, forename: 'Ada' };
    await program.changeOutbox(async ({ intake }) => {
      await intake.add({ ...newEnquiry(1), state: 'test', content });
      await intake.add(newAttachment(1, 1));
    });
    expect((await run('outbox list')).out).toContain('There are no waiting or held deliveries');
    expect((await run('outbox list --state held')).out).toContain('There are no held deliveries');
    expect((await run('outbox list --state test')).out).toMatch(
      /^reference .*\nREFER-00001 {2}enquiry +test .*\nREFER-00001 {2}attachment +test .* 0\n$/,
    );
    const [enquiry, attachment] = (await run('outbox show REFER-00001 --json')).out.trim().split('\n');
    expect(JSON.parse(enquiry!)).toMatchObject({ state: 'test', content });
    expect(JSON.parse(attachment!)).toMatchObject({ state: 'test', content: newAttachment(1, 1).content });
    for (const command of ['release', 'retry']) {
      expect(await run(`outbox ${command} REFER-00001`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('tests are never delivered'),
      });
    }
    expect((await run('outbox drop REFER-00001 --yes --no-copy')).code).toBe(0);
    expect((await run('outbox list --state test')).out).toContain('There are no test deliveries');
  });

  test.each(['list', 'find Ada', 'release --all --yes'])(
    '%s prints no line of JSON if there is nothing',
    async command => {
      await program.changeOutbox(async () => {});
      expect((await run(`outbox ${command} --json`)).out).toBe('');
    },
  );
});
