/** What code that treats all questions alike must know about a type of question. */
interface QuestionTypeTraits {
  /** How visitors answer. In their own `words`: the proxy looks for spam in the answer, and the form counts its
   * characters. Typed in a `format`, one of the question's `options`, or `yes_no`. Or not at all: the `page` answers,
   * and the same value in many enquiries, or an address, is no sign of spam. */
  answer: 'words' | 'format' | 'options' | 'yes_no' | 'page';
  /** Whether the answer may have several lines. Default: false. */
  hasLines?: true;
  /** The maximum length of an answer in characters (code points), unless the question has its own. Default: 500. */
  maxLength?: number;
  /** The widget's message if a required answer is missing is `required_…`. Default: the name of the type. */
  whenMissing?: string;
}

const table = {
  text: { answer: 'words', whenMissing: 'text' },
  textarea: { answer: 'words', whenMissing: 'text', hasLines: true, maxLength: 10_000 },
  email: { answer: 'format' },
  tel: { answer: 'format' },
  number: { answer: 'format' },
  date: { answer: 'format' },
  postcode: { answer: 'format' },
  address: { answer: 'words', hasLines: true },
  select: { answer: 'options', whenMissing: 'choice' },
  radio: { answer: 'options', whenMissing: 'choice' },
  checkboxes: { answer: 'options' },
  yes_no: { answer: 'yes_no' },
  consent: { answer: 'yes_no' },
  hidden: { answer: 'page' },
} as const satisfies Record<string, QuestionTypeTraits>;

/** One of the types of question. */
export type QuestionType = keyof typeof table;

/** Every type of question that a config can use. `number` is decimal text, `address` text of several lines, `yes_no` a
 * pair of radio buttons, `consent` a single checkbox, and `hidden` a question that visitors don't see. */
export const questionTypes = /* @__PURE__ */ Object.keys(table) as QuestionType[];

/** The traits of a type. A widget in a site's own bundle may be older than the proxy: a type that it doesn't know is a
 * text. */
export function traitsOf(type: QuestionType): QuestionTypeTraits {
  return table[type] ?? table.text;
}

/** The maximum length of an answer to a question in characters (code points): the question's own, or else its type's. */
export function maxLengthOf({ type, max_length }: { type: QuestionType; max_length?: number }): number {
  return max_length ?? traitsOf(type).maxLength ?? 500;
}

/** Whether a text is too long to be an answer, in whatever notation. What understands a notation may take time that is
 * quadratic in the length, which anybody could use to keep the proxy busy. */
export const isFarTooLong = (question: Parameters<typeof maxLengthOf>[0], text: string) =>
  text.length > 2 * maxLengthOf(question) + 1_000;

/** The key of the widget's message if a required answer of a type is missing. Hidden questions aren't required. */
export type MissingMessage = {
  [Type in Exclude<
    QuestionType,
    'hidden'
  >]: `required_${(typeof table)[Type] extends { whenMissing: infer Name extends string } ? Name : Type}`;
}[Exclude<QuestionType, 'hidden'>];
