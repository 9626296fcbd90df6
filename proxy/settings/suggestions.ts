/** Words that people write, by the words of the config that they mean: from HTML, other form builders and JSON Schema. */
const synonyms: Record<string, string> = {
  all: 'and every',
  any: 'or some',
  attachments: 'attachment file files upload uploads',
  case_types: 'form forms',
  checkboxes: 'checkbox multiselect multiplechoice',
  consent: 'checkbox agreement gdpr terms',
  date: 'birthday datetime dob',
  forename: 'firstname givenname name',
  help: 'description explanation helptext hint placeholder tooltip',
  id: 'key name',
  is: 'eq equal equals in value',
  label: 'caption legend name question title',
  language: 'lang locale',
  less_than: 'below lt under',
  more_than: 'above greaterthan gt over',
  number: 'currency float integer',
  options: 'answers choices items values',
  origins: 'domain domains host hosts site sites urls websites',
  pattern: 'regex regexp',
  phone: 'mobile tel telephone',
  postcode: 'postalcode zip zipcode',
  questions: 'fields inputs',
  radio: 'buttons choice radiobuttons',
  required: 'mandatory',
  select: 'combobox dropdown list',
  send_label: 'button submit submitlabel',
  shown_when: 'condition conditions if showif visibleif',
  surname: 'familyname lastname',
  tel: 'mobile phone telephone',
  telephone_mobile: 'cell mobile phone tel telephone',
  text: 'input string textfield url website',
  textarea: 'longtext multiline paragraph',
  yes_no: 'bool boolean switch toggle',
};

const simplify = (word: string) => word.toLowerCase().replaceAll(/[\s_.-]/g, '');

/** The known words that a word stands for: in another spelling, or else with the same meaning. */
export function findMeant(typed: string, known: readonly string[]): string[] {
  const plain = simplify(typed);
  const spelt = known.filter(word => simplify(word) === plain);
  const ofSynonym = new Map(Object.entries(synonyms));
  return spelt.length > 0 ? spelt : known.filter(word => ofSynonym.get(word)?.split(' ').includes(plain));
}

/** The known words that were probably meant: its synonyms, or else the most similar word. */
export function suggest(typed: string, known: readonly string[]): string[] {
  const meant = findMeant(typed, known);
  const similar = findSimilar(typed, known);
  if (similar === undefined || meant.includes(similar)) return meant;
  // A long word that differs in one letter is a misspelling rather than a synonym.
  return meant.length === 0 || distanceBetween(typed, similar) <= similar.length / 4 ? [similar] : meant;
}

/** The word that was probably meant; undefined if none is similar. */
export function findSimilar(typed: string, words: readonly string[]): string | undefined {
  return words
    .map(word => ({ word, distance: distanceBetween(typed, word) }))
    .filter(({ word, distance }) => isBeginning(typed, word) || distance <= Math.max(1, word.length / 3))
    .sort((a, b) => a.distance - b.distance)[0]?.word;
}

const isBeginning = (a: string, b: string) => b.startsWith(a) || (b.length > 2 && a.startsWith(b));

/** The number of characters to insert, delete or replace, and of neighbours to swap (Damerau and Levenshtein). */
function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const swapped = a[i] === b[j - 1] && a[i - 1] === b[j] ? before[j - 1]! + 1 : Infinity;
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(a[i] !== b[j]), swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
/** Lists values as they are written in JSON: `"a", "b" or "c"`. */
export const listOr = (values: readonly unknown[]) =>
  alternatives.format(values.map(value => JSON.stringify(value)));

/** Says what to write in place of a word: what was meant, by its name or by the texts that visitors see, or else one of the
 * known names. */
export function advise(typed: string, known: { name: string; texts?: string[] }[]): string {
  const names = known.map(({ name }) => name);
  const shown = known.filter(({ texts = [] }) => texts.includes(typed)).map(({ name }) => name);
  const meant = shown.length > 0 ? shown : suggest(typed, names);
  if (meant.length > 0) return `write ${listOr(meant)}`;
  return names.length > 0 ? `write one of ${listOr(names)}` : 'remove it';
}

/** The value that was probably meant by one of another type; undefined if that can't be told. */
export function correctType(given: unknown, expected: readonly string[]): unknown {
  const text = typeof given === 'object' ? '' : String(given);
  const isExpected = (...types: string[]) => types.some(each => expected.includes(each));
  // YAML and many form builders know yes and no as true and false.
  if (typeof given === 'boolean' && isExpected('string')) return given ? 'yes' : 'no';
  if (typeof given === 'number' && isExpected('string')) return text;
  if (/^(true|yes|on|1)$/i.test(text) && isExpected('boolean')) return true;
  if (/^(false|no|off|0)$/i.test(text) && isExpected('boolean')) return false;
  if (typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given) && isExpected('number', 'int'))
    return Number(given);
  return typeof given === 'string' && isExpected('array') ? [given] : undefined;
}
