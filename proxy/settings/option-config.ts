import { z } from 'zod';
import { httpUrl, notEmpty, text, unlessMissing, urlLabel } from './texts.ts';

// The enquiry API gets the answers to checkboxes as one comma-separated value.
const optionValue = notEmpty.max(500).refine(value => !value.includes(','), 'must not contain a comma');
const fullOption = z.strictObject({
  value: optionValue,
  label: text,
  exclusive: z
    .boolean()
    .meta({ description: 'Checkboxes: this option can’t be combined with another.' })
    .exactOptional(),
  ends: z
    .strictObject({
      text: text.meta({ description: 'Shown in place of the Send button.' }),
      url: httpUrl.meta({ description: 'A page about who can help.' }).exactOptional(),
      url_label: urlLabel.exactOptional(),
    })
    .meta({ description: 'The firm can’t help with this answer: it ends the form.' })
    .exactOptional(),
});
/** An option of a `select`, `radio` or `checkboxes` question, with its short form filled in. */
export const option = z
  .union(
    [optionValue.transform((value): z.output<typeof fullOption> => ({ value, label: value })), fullOption],
    { error: unlessMissing('must be a text, or an object with "value" and "label"') },
  )
  .meta({ description: 'An option, or a text that is both its value and its label.' });
