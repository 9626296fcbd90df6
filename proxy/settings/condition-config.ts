import { z } from 'zod';
import type { Condition } from '../contract/definition.ts';
import { isDate } from '../contract/rules.ts';
import { unlessMissing } from './texts.ts';

const question = z.string();
const date = z.string().refine(isDate, 'must be a number or a date, like "2026-02-01"');
const limit = z.union([z.number(), date], {
  error: unlessMissing('must be a number or a date, like "2026-02-01"'),
});
const answers = z.union([z.string(), z.array(z.string()).min(1)], {
  error: unlessMissing('must be an answer, or a list of answers'),
});
const conditions = z.array(z.lazy((): z.ZodType<Condition> => condition)).min(1);

/** What `shown_when` may be, to any depth. */
export const condition = z
  .union(
    [
      z.strictObject({ question, is: answers }),
      z.strictObject({ question, less_than: limit }),
      z.strictObject({ question, more_than: limit }),
      z.strictObject({ question, answered: z.boolean() }),
      z.strictObject({ all: conditions }),
      z.strictObject({ any: conditions }),
      z.strictObject({ not: z.lazy((): z.ZodType<Condition> => condition) }),
    ],
    {
      error:
        'must be an object with "question" and one of "is", "less_than", "more_than" and "answered", or with "all", "any" or "not" alone',
    },
  )
  .meta({
    id: 'Condition',
    description: 'What the answers to earlier questions must be.',
  });
