import { formatApi } from '../http/openapi/describe-api.ts';
import { type Command, expectNoArguments } from './command.ts';
import { readVersion } from './version.ts';

/** `openapi`: prints the OpenAPI description of the proxy's public HTTP API. */
export const openapi: Command = async args => {
  expectNoArguments('openapi', args);
  process.stdout.write(formatApi(readVersion()));
  return 0;
};
