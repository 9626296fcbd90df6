// Loaded when a visitor types what few visitors type, such as words after a number or a name before an email address, or the
// address of a provider that isn't one of the largest.
import type { Question } from '../../proxy/contract/definition.ts';
import { amountMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import { normaliseEntry } from './amount.ts';
import { suggestEmail } from './email-suggestion.ts';

export const create = ({ localizer, model }: FormContext) => {
  const translate = localizer.translator(amountMessages);
  return {
    normalise: (question: Question, text: string) =>
      normaliseEntry(question, text, model.source.definition?.lang ?? '', translate('numberWords')),
    suggestEmail,
  };
};
export type UnusualEntries = ReturnType<typeof create>;
