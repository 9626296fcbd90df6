import { formatNumber } from '../../proxy/contract/normalise.ts';
import type { FormModel } from '../form/form-model.ts';
import type { Draft } from './form-storage.ts';

type Values = Draft['values'];
type Convert = (text: string, field: FormModel['fields'][number]) => string;

/** Converts the values in a form to those of its draft. Numbers become decimal text: if the page is in another language
 * after a reload, `285,000` would be another number. */
export function toDraftValues(model: FormModel, values: Values): Values {
  return convertNumbers(model, values, (text, { question }) => model.normalise?.(question, text) ?? text);
}

/** Converts the values of a draft to those in the form. */
export function fromDraftValues(model: FormModel, values: Values): Values {
  const lang = model.source.definition?.lang ?? '';
  return convertNumbers(model, values, text => formatNumber(text, lang));
}

/** Leaves out what the site has filled in: it can replace a value only as long as it is the same. */
function convertNumbers({ fields, prefill }: FormModel, values: Values, convert: Convert): Values {
  const convertValue = (name: string, text: string) => {
    const field = fields.find(each => each.name === name);
    return field?.question.type === 'number' && text !== prefill.get(name) ? convert(text, field) : text;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, given]) => [name, given.map(text => convertValue(name, text))]),
  );
}
