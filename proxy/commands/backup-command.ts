import type { Manifest } from '../database/sqlite-copy.ts';
import { verifyBackup, writeBackup } from '../outbox/backup.ts';
import { countOf, formatBytes } from '../outbox/formats.ts';
import { readEnvironment } from '../settings/read-settings.ts';
import { command, flag, UsageError, withStore } from './command.ts';

export const backup = command({
  help:
    'Copy the outbox, the files that it needs and the secret to a new file, also while the proxy is running. To restore ' +
    'it, unpack it into an empty data folder',
  argument: 'FILE',
  options: { verify: flag('check a backup instead: FILE must be complete and undamaged') },
  async run({ values, argument: file, io }) {
    if (values.verify) {
      const { manifest, faults } = await verifyBackup(file);
      for (const fault of faults) io.print({ file, fault }, `${file}: ${fault}.`);
      if (faults.length === 0)
        io.print({ file, ...manifest }, `${file} is complete: ${summarise(manifest!)}.`);
      return faults.length === 0 ? 0 : 1;
    }
    const settings = readEnvironment(io.variables);
    const { databaseUrl, dataFolder } = settings.store;
    if (databaseUrl !== undefined)
      throw new UsageError(
        'A fleet has everything in its database: back it up with pg_dump or pg_basebackup.',
      );
    // Throws if there is no outbox, or an earlier version's.
    await withStore(settings, async () => {
      const manifest = await writeBackup(dataFolder, file, Date.now);
      io.print({ file, ...manifest }, `${file} is written: ${summarise(manifest)}.`);
    });
    return 0;
  },
});

function summarise({ created_at, files }: Manifest): string {
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  return `${countOf(files.length, 'file')}, ${formatBytes(bytes)}, as of ${created_at}`;
}
