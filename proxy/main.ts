import { runProgram } from './commands/program.ts';

const { env: variables, stdin: input, stdout: output, stderr: errors } = process;
// The reader, such as `head`, has read enough.
output.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
const exitCode = await runProgram(process.argv.slice(2), { variables, input, output, errors });
// Exiting discards output that a slow reader hasn't read yet.
await new Promise(resolve => output.write('', resolve));
process.exit(exitCode);
