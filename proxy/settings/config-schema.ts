// Writes proxy/settings/config.schema.json from the zod schema: `npm run schema`. A test holds it current.
import { writeFileSync } from 'node:fs';
import { configJsonSchema } from './config.ts';

writeFileSync(
  new URL('config.schema.json', import.meta.url),
  `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
);
