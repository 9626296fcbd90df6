// For tests of code that must not become slow with long input.

/** Runs a function and returns the processor time of this thread in milliseconds, which other processes don't affect. */
export async function measureCpuMs(run: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
