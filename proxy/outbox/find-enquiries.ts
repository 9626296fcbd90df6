import type { CreateBody } from '../enquiry/create-body.ts';

/** The least digits of a telephone number to search for. */
const leastDigits = 4;
/** The last digits in which a number with the code of its country is the same as without it. */
const nationalDigits = 8;

/** Returns a function that says whether an enquiry with this content is from a person with this name, email address or
 * telephone number. Undefined if that is nothing to search for. */
export function createMatcher(given: string): ((content: string | null) => boolean) | undefined {
  const term = given.trim();
  const digits = term.replaceAll(/\D/g, '').replace(/^0+/, '');
  const isNumber = /^[\d\s()+./-]+$/.test(term);
  const words = fold(term);
  if (isNumber ? digits.length < leastDigits : words === '') return undefined;
  const wanted = words.split(' ');
  return content => {
    if (content === null) return false;
    const { forename, surname, email, telephone_mobile } = JSON.parse(content) as CreateBody;
    if (isNumber) {
      // An extension begins with a letter or "#".
      const [all = ''] = `${telephone_mobile}`
        .split(/[\p{L}#]/u)
        .flatMap(each => each.replaceAll(/\D/g, '') || []);
      return all.includes(digits) || all.endsWith(digits.slice(-nationalDigits));
    }
    const texts = [`${forename} ${surname ?? ''}`, email ?? ''];
    return texts.map(fold).some(each => wanted.every(word => each.includes(word)));
  };
}

/** Normalises a text for the search: ignores case, accents and commas, and the kind of apostrophe, dash and white space. */
const fold = (text: string) =>
  text
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim();
