/** Words that people write, by the words of the config that they mean: from HTML, other form builders and JSON Schema. */
const synonyms: Record<string, string> = {
  all: 'and every',
  any: 'or some',
  attachments: 'attachment file files upload uploads',
  case_types: 'form forms enquirytypes',
  checkboxes: 'checkbox multiselect multiplechoice',
  consent: 'checkbox agree agreement gdpr terms tickbox',
  date: 'birthday calendar datetime dateofbirth dob',
  email: 'emailaddress mail',
  error: 'errormessage validationmessage',
  forename: 'firstname givenname name',
  heading: 'section sectiontitle',
  help: 'description explanation helptext hint note placeholder tooltip',
  id: 'key name',
  introduction: 'description intro subtitle text',
  is: 'eq equal equals in value',
  label: 'caption legend name question text title',
  language: 'lang locale',
  less_than: 'below lessthan lt smallerthan under',
  max_length: 'maxlen maxlength',
  more_than: 'above gt greaterthan morethan over',
  not: 'except isnot notequal notequals unless',
  number: 'amount currency float integer money',
  options: 'answers choices items values',
  origins: 'alloworigins allowedorigins domain domains host hosts site sites urls website websites',
  pattern: 'regex regexp regularexpression',
  postcode: 'postalcode zip zipcode',
  questions: 'fields inputs',
  radio: 'buttons choice radiobutton radiobuttons singlechoice',
  required: 'compulsory mandatory',
  select: 'combobox dropdown list menu',
  send_label: 'button buttonlabel submit submitbutton submitlabel',
  shown_when: 'condition conditions dependson if showif showwhen visibleif visiblewhen',
  surname: 'familyname lastname',
  tel: 'mobile phone phonenumber telephone',
  telephone_mobile: 'cell mobile phone phonenumber tel telephone',
  text: 'input shorttext string textfield url website',
  textarea: 'longtext message multiline paragraph',
  yes_no: 'bool boolean switch toggle',
};

const simplify = (word: string) => word.toLowerCase().replaceAll(/[\s_.-]/g, '');

/** The known words that a word stands for: in another spelling, or with the same meaning. */
export function findMeant(typed: string, known: readonly string[]): string[] {
  const plain = simplify(typed);
  const isSynonym = (word: string) =>
    Object.hasOwn(synonyms, word) && synonyms[word]!.split(' ').includes(plain);
  return known.filter(word => simplify(word) === plain || isSynonym(word));
}

/** The known words that were probably meant: those that the word stands for, or else the most similar one. */
export function suggest(typed: string, known: readonly string[]): string[] {
  const meant = findMeant(typed, known);
  const similar = meant.length > 0 ? undefined : findSimilar(typed, known);
  return similar === undefined ? meant : [similar];
}

/** The word that was probably meant; undefined if none is similar. */
export function findSimilar(typed: string, words: readonly string[]): string | undefined {
  return words
    .map(word => ({ word, distance: word.startsWith(typed) ? 1 : distanceBetween(typed, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, word.length / 3))
    .sort((a, b) => a.distance - b.distance)[0]?.word;
}

/** The number of characters to insert, delete or replace (Levenshtein). */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(character !== b[j])));
    }
    row = next;
  }
  return row[b.length]!;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
/** Lists values as they are written in JSON: `"a", "b" or "c"`. */
export const listOr = (values: readonly unknown[]) =>
  alternatives.format(values.map(value => JSON.stringify(value)));

/** Says what to write in place of a word: what was meant, or else one of the known words. */
export function advise(typed: string, known: readonly string[]): string {
  const meant = suggest(typed, known);
  if (meant.length > 0) return `write ${listOr(meant)}`;
  return known.length > 0 ? `write ${known.length > 1 ? 'one of ' : ''}${listOr(known)}` : 'remove it';
}

/** The value that was probably meant by one of another type; undefined if that can't be told. */
export function correctType(
  given: unknown,
  expected: readonly string[],
): string | number | boolean | string[] | undefined {
  if (given === null || given === undefined) return undefined;
  if (expected.includes('string')) {
    // YAML and many form builders know yes and no as true and false.
    if (typeof given === 'boolean') return given ? 'yes' : 'no';
    if (typeof given === 'number') return String(given);
  }
  if (typeof given === 'string') {
    const number = Number(given);
    if (expected.includes('number') && given.trim() !== '' && Number.isFinite(number)) return number;
    if (expected.includes('int') && /^\d+$/.test(given)) return number;
    if (expected.includes('boolean') && /^(true|yes|on|false|no|off)$/i.test(given))
      return /^(true|yes|on)$/i.test(given);
    if (expected.includes('array')) return [given];
  }
  if (expected.includes('boolean') && (given === 0 || given === 1)) return given === 1;
  return undefined;
}
