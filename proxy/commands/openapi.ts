import { type Command, expectNoArguments } from './command.ts';
import { readVersion } from './version.ts';

/** `openapi`: prints the OpenAPI description of the proxy's public HTTP API. */
export const openapi: Command = async args => {
  expectNoArguments('openapi', args);
  // Generating it takes long enough to slow down the start of the other commands.
  const { formatApi } = await import('../http/openapi/describe-api.ts');
  process.stdout.write(formatApi(readVersion()));
  return 0;
};
