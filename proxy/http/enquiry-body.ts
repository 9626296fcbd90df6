import { z } from 'zod';
import { contactFields, marketingFields } from '../contract/definition.ts';
import type { Enquiry, Problem } from '../contract/enquiry.ts';
import { invalidEnquiry, Refusal } from './refusal.ts';

const text = z.string().exactOptional();
const fields = Object.fromEntries([...contactFields, ...marketingFields].map(field => [field, text]));
const schema = z.strictObject({
  ...(fields as Record<(typeof contactFields)[number] | (typeof marketingFields)[number], typeof text>),
  case_type: z.string(),
  definition: text,
  lang: text,
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).exactOptional(),
});

/** Checks the types of an enquiry's members. Throws a refusal with a problem for each wrong one. */
export function parseEnquiry(raw: unknown): Enquiry {
  const parsed = schema.safeParse(raw);
  if (parsed.success) {
    const { answers } = raw as Enquiry; // Valid, but zod's copy lacks an answer called `__proto__`.
    return { ...parsed.data, ...(answers && { answers }) };
  }
  const problems = parsed.error.issues.flatMap((issue): Problem[] => {
    if (issue.path.length === 0 && issue.code === 'invalid_type') throw new Refusal('malformed');
    if (issue.code === 'unrecognized_keys') return issue.keys.map(field => ({ field, rule: 'unknown' }));
    const isMissing = issue.path[0] === 'case_type';
    return [{ field: issue.path.slice(0, 2).join('.'), rule: isMissing ? 'required' : 'not_allowed' }];
  });
  throw invalidEnquiry(problems);
}
