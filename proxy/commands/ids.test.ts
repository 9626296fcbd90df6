import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);
const writeConfig = (config: object) => program.writeConfig(config);

/** Checks the config alone. `ids` has the advice about ids. */
async function check(option?: '--accept-ids') {
  const words = ['check', '--json', '--config', 'enquiry.config.json'];
  const { out, code } = await run([...words, ...(option ? [option] : [])]);
  const findings = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  return { code, ids: findings.filter(({ check }) => check === 'ids').map(({ advice }) => advice) };
}

const advice =
  'take these changes of published ids back, or accept them with "npx enquiry-form check --accept-ids"';

describe('check --accept-ids', () => {
  const changed = structuredClone(exampleConfig) as {
    case_types: { injury: { questions: Record<string, unknown>[] } };
  };

  test('records the ids, and then reports changes to them and new ones', async () => {
    expect(await check()).toEqual({ code: 0, ids: [] });
    expect(await check('--accept-ids')).toEqual({ code: 0, ids: ['recorded in enquiry.ids.json'] });
    expect(await check()).toEqual({ code: 0, ids: [undefined] });
    const [when, hurt] = changed.case_types.injury.questions;
    changed.case_types.injury.questions = [{ ...when, type: 'text', max: undefined }, hurt!];
    writeConfig(changed);
    expect(await check()).toEqual({
      code: 1,
      ids: ['injury: "when" is "text when" instead of "date when"', 'injury: "where" was removed', advice],
    });
    await check('--accept-ids');
    expect((await check()).code).toBe(0);
  });

  test('says who can record the ids if the file can’t be written', async () => {
    mkdirSync(join(program.folder, 'enquiry.ids.json'));
    const { err, code } = await run('check --accept-ids --config enquiry.config.json');
    expect(code).toBe(1);
    expect(err).toContain(
      'enquiry.ids.json can\'t be written (EISDIR): run "enquiry-form check --accept-ids',
    );
  });

  test('reports changes to the questions about contact details', async () => {
    const time = { id: 'time', type: 'radio', label: 'When?' };
    const contact = [{ field: 'forename' }, { field: 'email' }, { ...time, options: ['Morning', 'Evening'] }];
    writeConfig({ ...exampleConfig, contact });
    await check('--accept-ids');
    const ofOther = [{ field: 'forename' }, { field: 'email' }, { ...time, options: ['Evening'] }];
    const other = { ...exampleConfig.case_types.other, contact: ofOther };
    const case_types = { injury: exampleConfig.case_types.injury, other };
    writeConfig({ ...exampleConfig, case_types, contact: contact.slice(0, 2) });
    expect((await check()).ids).toEqual([
      'injury: "time" was removed',
      'other: "time": the value "Morning" was removed',
      advice,
    ]);
  });

  test('reports changes to the names that are sent', async () => {
    const caseType = (names: Record<string, string>, order = ['bus', 'car']) => ({
      label: 'Injury',
      send_as: names.caseType,
      meta: [{ id: names.constant, label: 'Office', value: names.office }],
      questions: [
        { id: 'when', type: 'date', label: 'When?', send_as: names.date },
        { id: 'hurt', type: 'yes_no', label: 'Were you hurt?', send: { yes: names.yes } },
        {
          id: 'where',
          type: 'checkboxes',
          label: 'Where?',
          separator: names.separator,
          options: order.map(value => ({ value, label: value, send_as: `${names.option} ${value}` })),
        },
      ],
    });
    const write = (names: Record<string, string>, order?: string[]) =>
      writeConfig({ origins: [], case_types: { injury: caseType(names, order) } });
    const names = {
      ...{ caseType: 'Personal Injury', constant: 'Office', office: 'Leeds', date: 'AccidentDate' },
      ...{ yes: 'Y', separator: ';', option: 'In a' },
    };
    write(names);
    await check('--accept-ids');
    write({ ...names, office: 'York' }, ['car', 'bus']);
    expect((await check()).code).toBe(0);
    write({
      ...{ caseType: 'PI', constant: 'Branch', office: 'Leeds', date: 'Date' },
      ...{ yes: 'yes', separator: '\n', option: 'On a' },
    });
    const { ids, code } = await check();
    expect(code).toBe(1);
    expect(ids).toEqual([
      'injury is "PI" instead of "Personal Injury"',
      'injury: "when" is "date Date" instead of "date AccidentDate"',
      'injury: "hurt": the value "yes" is "yes" instead of "Y"',
      'injury: "where": the value "bus" is "On a bus" instead of "In a bus"',
      'injury: "where": the value "car" is "On a car" instead of "In a car"',
      'injury: "where": the separator is "\\n" instead of ";"',
      'injury: the constant "Office" was removed',
      advice,
    ]);
    await check('--accept-ids');
    expect((await check()).code).toBe(0);
  });

  test('reports a case type that was removed', async () => {
    await check('--accept-ids');
    writeConfig({ ...exampleConfig, case_types: { injury: exampleConfig.case_types.injury } });
    expect((await check()).ids).toEqual(['other was removed', advice]);
  });

  test('reports a malformed file', async () => {
    writeFileSync(join(program.folder, 'enquiry.ids.json'), '<<<<<<< HEAD');
    expect(await check()).toEqual({
      code: 1,
      ids: [expect.stringContaining('enquiry.ids.json is malformed: restore it, or replace it')],
    });
    expect((await check('--accept-ids')).code).toBe(0);
  });
});
