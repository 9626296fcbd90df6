// `npm run schema`: writes config.schema.json from the zod schema. A test fails while the file is out of date.
import { writeFileSync } from 'node:fs';
import { configJsonSchema } from '../../proxy/settings/config.ts';

writeFileSync(
  new URL('../../proxy/settings/config.schema.json', import.meta.url),
  `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
);
