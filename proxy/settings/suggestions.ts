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
  surname: 'familyname lastname name',
  tel: 'mobile phone telephone',
  telephone_mobile: 'cell mobile phone tel telephone',
  text: 'input string textfield url website',
  textarea: 'longtext multiline paragraph',
  yes_no: 'bool boolean switch toggle',
};

const simplify = (word: string) => word.toLowerCase().replaceAll(/[\s_.-]/g, '');

/** The known words that were probably meant: in another spelling, misspelt, with the same meaning, or else similar. */
export function suggest(typed: string, all: readonly string[]): string[] {
  const known = all.filter(word => !/^min/i.test(typed) || !word.startsWith('max')); // The opposite.
  const plain = simplify(typed);
  const ofSynonym = new Map(Object.entries(synonyms));
  const distances = new Map(
    known.map(word => [word, distanceBetween(typed, word, Math.max(1, word.length / 3))]),
  );
  const closest = Math.min(...distances.values());
  const isSynonym = (word: string) => ofSynonym.get(word)?.split(' ').includes(plain);
  const isWithin = (word: string, limit: number) => closest <= limit && distances.get(word) === closest;
  const ways = [
    (word: string) => simplify(word) === plain,
    (word: string) => isWithin(word, (word.length - 1) / 5) && !isSynonym(word),
    isSynonym,
    (word: string) => isWithin(word, Math.max(1, word.length / 3)),
    (word: string) => isBeginning(typed, word),
  ];
  return ways.map(way => known.filter(way)).find(found => found.length > 0) ?? [];
}

const isBeginning = (a: string, b: string) => b.startsWith(a) || (b.length > 2 && a.startsWith(b));

/** The number of characters to insert, delete or replace, and of neighbours to swap (Damerau and Levenshtein). Infinity above a
 * limit. */
function distanceBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const swapped = a[i] === b[j - 1] && a[i - 1] === b[j] ? before[j - 1]! + 1 : Infinity;
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(a[i] !== b[j]), swapped));
    }
    if (Math.min(...next) > limit) return Infinity;
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
  return names.length > 0 ? `write ${listOr(names.slice(-20))}` : 'remove it';
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
