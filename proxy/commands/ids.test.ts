import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProgramUnderTest, type ProgramUnderTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';

let program: ProgramUnderTest;
let run: ProgramUnderTest['run'];
let writeConfig: ProgramUnderTest['writeConfig'];
beforeEach(async () => {
  program = await createProgramUnderTest();
  ({ run, writeConfig } = program);
});
afterEach(() => program.stop());

describe('ids', () => {
  const changed = structuredClone(exampleConfig) as {
    case_types: { injury: { questions: Record<string, unknown>[] } };
  };

  test('fails until the ids are recorded, then reports changes to them', async () => {
    expect((await run('ids')).code).toBe(1);
    expect((await run('ids --accept')).code).toBe(0);
    expect((await run('ids')).code).toBe(0);
    const [when, hurt] = changed.case_types.injury.questions;
    changed.case_types.injury.questions = [{ ...when, type: 'text', max: undefined }, hurt!];
    writeConfig(changed);
    const { out, code } = await run('ids');
    expect(code).toBe(1);
    expect(out).toContain('injury: "when" changed its type from date to text.');
    expect(out).toContain('injury: "where" was removed.');
    await run('ids --accept');
    expect((await run('ids')).code).toBe(0);
  });

  test('reports changes to the times to call', async () => {
    writeConfig({ ...exampleConfig, contact: { times: ['Morning', 'Evening'] } });
    await run('ids --accept');
    const other = { ...exampleConfig.case_types.other, contact: { times: ['Evening'] } };
    const case_types = { injury: exampleConfig.case_types.injury, other };
    writeConfig({ ...exampleConfig, case_types });
    const { out } = await run('ids');
    expect(out.trim().split('\n')).toEqual([
      'injury: "best_time" was removed.',
      'other: "best_time" lost its option "Morning".',
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
    await run('ids --accept');
    write({ ...names, office: 'York' }, ['car', 'bus']);
    expect((await run('ids')).code).toBe(0);
    write({
      ...{ caseType: 'PI', constant: 'Branch', office: 'Leeds', date: 'Date' },
      ...{ yes: 'yes', separator: '\n', option: 'On a' },
    });
    const { out, code } = await run('ids');
    expect(code).toBe(1);
    expect(out.trim().split('\n')).toEqual([
      'injury is sent as "PI" instead of "Personal Injury".',
      'injury: "when" is sent as "Date" instead of "AccidentDate".',
      'injury: "hurt": the value "yes" is sent as "yes" instead of "Y".',
      'injury: "where": the value "bus" is sent as "On a bus" instead of "In a bus".',
      'injury: "where": the value "car" is sent as "On a car" instead of "In a car".',
      'injury: "where" has the separator "\\n" instead of ";".',
      'injury: the constant "Office" was removed.',
    ]);
    await run('ids --accept');
    expect((await run('ids')).code).toBe(0);
  });

  test('reports a case type that was removed', async () => {
    await run('ids --accept');
    writeConfig({ ...exampleConfig, case_types: { injury: exampleConfig.case_types.injury } });
    expect((await run('ids')).out).toContain('other was removed.');
  });
});
