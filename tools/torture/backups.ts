// Backups of one machine while it is tortured. Then the machine is lost, and another one starts with the newest backup.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Acknowledged, BackupReport } from './report.ts';

const run = promisify(execFile);
const everyMs = 10_000;

interface BackupOptions {
  /** The backups are written here. */
  folder: string;
  settings: Record<string, string>;
  /** The file of the program. Default: that of the sources. */
  program?: string;
  ledger: Acknowledged[];
  randomInteger(min: number, limit: number): number;
}

/** Creates a person who makes a backup every ten seconds, and kills some of them. */
export function createBackups({
  folder,
  settings,
  program = 'proxy/main.ts',
  ledger,
  randomInteger,
}: BackupOptions) {
  const dataFolder = settings.ENQUIRY_DATA!;
  mkdirSync(folder);
  const report: BackupReport = {
    made: 0,
    slowestMs: 0,
    killed: 0,
    leftBehind: 0,
    failed: [],
    newer: 0,
    newestAgeMs: 0,
  };
  const copyLedger = () => ledger.map(each => ({ ...each, files: [...each.files] }));
  const unfinished = join(dataFolder, 'backup.part');
  let newest: { file: string; acknowledged: Acknowledged[]; begunAt: number } | undefined;

  /** Runs a backup. Resolves with its error. `isKilled`: kills it while it is writing. */
  async function backUp(words: string[], isKilled = false): Promise<string | undefined> {
    const running = run(process.execPath, [program, 'backup', ...words], { env: settings });
    const error = running.then(
      () => undefined,
      ({ signal, stderr, message }) => (signal === 'SIGKILL' ? 'killed' : stderr || message),
    );
    if (isKilled) {
      const { child } = running;
      while (child.exitCode === null && !existsSync(unfinished)) await pause(2);
      await pause(randomInteger(0, 100));
      child.kill('SIGKILL');
    }
    return await error;
  }

  async function makeOne(): Promise<void> {
    // What is acknowledged from now on may be in it.
    const acknowledged = copyLedger();
    const begunAt = Date.now();
    const file = join(folder, `${begunAt}.tar`);
    const error = await backUp([file], randomInteger(0, 3) === 0);
    if (error === undefined) {
      report.made += 1;
      report.slowestMs = Math.max(report.slowestMs, Date.now() - begunAt);
      if (newest) rmSync(newest.file);
      newest = { file, acknowledged, begunAt };
    } else if (error === 'killed') {
      report.killed += 1;
      if (existsSync(unfinished)) report.leftBehind += 1; // The next backup removes it.
      await makeOne();
    } else report.failed.push(error);
  }

  return {
    report,
    async makeEachTenSeconds(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const nextAt = Date.now() + everyMs;
        await makeOne();
        while (Date.now() < nextAt && !isOver()) await pause(100);
      }
    },
    /** Deletes the data folder and unpacks the newest backup into an empty one, as docs/operating.md says. Resolves with
     * what was acknowledged before that backup. No proxy may be running. */
    async replaceMachine(): Promise<{ acknowledged: Acknowledged[]; report: BackupReport }> {
      if (!newest) throw new Error('No backup was made.');
      const { file, acknowledged, begunAt } = newest;
      const damage = await backUp(['--verify', file]);
      if (damage !== undefined) report.failed.push(damage);
      rmSync(dataFolder, { recursive: true });
      mkdirSync(dataFolder, { mode: 0o700 });
      await run('tar', ['-xf', file, '-C', dataFolder]);
      const count = (those: Acknowledged[]) => those.length + those.flatMap(({ files }) => files).length;
      report.newer = count(ledger) - count(acknowledged);
      report.newestAgeMs = Date.now() - begunAt;
      return { acknowledged, report };
    },
  };
}
