// Loaded for rare notations, such as words after a number, the name of a month or a name before an email address, and for
// email addresses of any but the largest providers.
import type { Question } from '../../proxy/contract/definition.ts';
import { amountMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import { normaliseEntry } from './amount.ts';
import { joinEntry, readWholeDate } from './date-words.ts';
import { suggestEmail } from './email-suggestion.ts';

export const create = ({ localizer, model }: FormContext) => {
  const translate = localizer.translator(amountMessages);
  return {
    normalise: (question: Question, text: string) =>
      normaliseEntry(question, text, model.source.definition?.lang ?? '', translate('numberWords')),
    suggestEmail,
    joinEntry,
    readWholeDate,
  };
};
export type UnusualEntries = ReturnType<typeof create>;
