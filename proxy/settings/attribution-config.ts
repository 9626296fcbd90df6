import { z } from 'zod';
import { defaultParameters, marketingParameters } from '../contract/attribution.ts';

/** Names with characters that need no encoding in an address and are safe in an id. */
const parameterName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/,
    'must start with a letter or digit, followed by up to 59 letters, digits, -, _ and .',
  );

/** The ids `attribution_…` that aren't parameters. */
const otherIds = ['site', 'language', 'landing_page', 'sources'];

const parameters = z
  .array(parameterName)
  .max(40)
  .superRefine((names, context) => {
    for (const [index, name] of names.entries()) {
      const message = findConflict(name, names.slice(0, index));
      if (message) context.addIssue({ code: 'custom', path: [index], message });
    }
  });

/** Returns an error if the name isn't allowed. Ignores case, because many databases ignore the case of ids. */
function findConflict(name: string, earlier: string[]): string | undefined {
  const lower = name.toLowerCase();
  const field = Object.entries(marketingParameters).find(([, parameter]) => parameter === lower)?.[0];
  if (field) return `"${name}" must not be in the list, because it always arrives as ${field}`;
  if (otherIds.includes(lower) || lower.startsWith('first_'))
    return `"${name}" must not be in the list, because the id "attribution_${lower}" has another meaning`;
  if (earlier.some(each => each.toLowerCase() === lower)) return `"${name}" is already in the list`;
  return undefined;
}

/** The schema of `attribution`. */
export const attribution = z.strictObject({
  site: z.boolean().default(true).meta({ description: 'Sends the origin of the page.' }),
  language: z.boolean().default(true).meta({ description: 'Sends the language that the visitor saw.' }),
  landing_page: z
    .boolean()
    .default(true)
    .meta({ description: 'Sends the page on which the visit began, without its query.' }),
  first_touch: z.boolean().default(false).meta({
    description: 'Also sends where the visitor’s first visit came from, if the browser remembers it.',
  }),
  parameters: parameters
    .default(defaultParameters)
    .meta({ description: 'The query parameters of the site’s pages that are sent, such as gclid.' }),
});
