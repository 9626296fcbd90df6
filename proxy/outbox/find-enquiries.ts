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
  if (isNumber ? digits.length < leastDigits : term.length === 0) return undefined;
  const wanted = term.toLowerCase().replaceAll(/\s+/g, ' ');
  return content => {
    if (content === null) return false;
    const { forename, surname, email, telephone_mobile } = JSON.parse(content) as CreateBody;
    if (isNumber) {
      const all = `${telephone_mobile}`.replaceAll(/\D/g, '');
      return all.includes(digits) || all.endsWith(digits.slice(-nationalDigits));
    }
    const texts = [`${forename} ${surname ?? ''}`, email ?? ''];
    return texts.some(each => each.toLowerCase().includes(wanted));
  };
}
