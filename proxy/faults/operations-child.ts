// Child process of `operations-process.ts`: runs the functions of the module in its argument.
export interface Request {
  name: string;
  parameters: unknown[];
}
export type Outcome = { value: unknown } | { error: { message: string; code: unknown } };

const operations = await import(process.argv[2]!);

async function outcomeOf({ name, parameters }: Request): Promise<Outcome> {
  try {
    return { value: await operations[name](...parameters) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { error: { message, code } };
  }
}

process.on('message', async (request: Request) => {
  process.send!(await outcomeOf(request)); // A forked process always has `send`.
});
process.on('disconnect', () => process.exit());
process.send!('ready');
