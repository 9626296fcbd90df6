// Loaded when a visitor types words after a number, or an email address of a provider that isn't one of the largest.
import type { Question } from '../../proxy/contract/definition.ts';
import { amountMessages } from '../../proxy/contract/languages/en.ts';
import type { FormContext } from '../form/form-context.ts';
import { readAmount } from './amount.ts';
import { suggestEmail } from './email-suggestion.ts';

export const create = ({ localizer, model }: FormContext) => {
  const translate = localizer.translator(amountMessages);
  return {
    readAmount: ({ unit }: Question, text: string) =>
      readAmount(text, unit, model.source.definition?.lang ?? '', translate('numberWords')),
    suggestEmail,
  };
};
export type UnusualEntries = ReturnType<typeof create>;
