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
});
