// Vitest runs this before each file of unit tests. What is random in them has the seed of the run. A failing test prints the output of the processes that ran meanwhile.
import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { processOutputSince, recordProcessOutput } from '../../demo/process-output.ts';
import { seed } from '../testing/random.ts';

recordProcessOutput();
fc.configureGlobal({ seed });

beforeEach(({ onTestFailed, task }) => {
  const startedAtMs = Date.now();
  onTestFailed(() => {
    for (const { name, pid, text } of processOutputSince(startedAtMs)) {
      console.error(`Output of ${name} (process ${pid}) during “${task.name}”:\n${text}`);
    }
  });
});
