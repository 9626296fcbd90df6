// Vitest runs this before each test file: a failing test prints the output of the processes that ran meanwhile.
import { beforeEach } from 'vitest';
import { processOutputSince, recordProcessOutput } from '../../demo/process-output.ts';

recordProcessOutput();

beforeEach(({ onTestFailed, task }) => {
  const startedAtMs = Date.now();
  onTestFailed(() => {
    for (const { name, pid, text } of processOutputSince(startedAtMs)) {
      console.error(`Output of ${name} (process ${pid}) during “${task.name}”:\n${text}`);
    }
  });
});
