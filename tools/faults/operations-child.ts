// Child process of `operations-process.ts`: runs the functions of the module in its argument.
export interface OperationCall {
  name: string;
  parameters: unknown[];
}
export type OperationOutcome = { value: unknown } | { error: { message: string; code: unknown } };

const operations = await import(process.argv[2]!);

async function callOperation({ name, parameters }: OperationCall): Promise<OperationOutcome> {
  try {
    return { value: await operations[name](...parameters) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { error: { message, code } };
  }
}

process.on('message', async (request: OperationCall) => {
  process.send!(await callOperation(request)); // A forked process always has `send`.
});
process.on('disconnect', () => process.exit());
process.send!('ready');
