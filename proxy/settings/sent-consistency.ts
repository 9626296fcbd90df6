import type { ConfigWithDefaults } from './config.ts';
import type { Report } from './configuration-error.ts';
import { defaultSeparator, type QuestionConfig } from './question-config.ts';

/** Finds names of a case type that the enquiry API couldn't tell apart: ids of its questions and constants, and values of
 * a question. White space around them is ignored, because it isn't sent. */
export function checkSentNames(
  { questions, meta = [] }: Pick<ConfigWithDefaults['case_types'][string], 'questions' | 'meta'>,
  report: Report,
): void {
  const named = [
    ...questions.map(({ id, send_as }, index) => ({
      sent: send_as ?? id,
      own: id,
      path: `.questions[${index}].${send_as === undefined ? 'id' : 'send_as'}`,
      owner: `the question "${id}"`,
    })),
    ...meta.map(({ id }, index) => ({
      sent: id,
      own: undefined,
      path: `.meta[${index}].id`,
      owner: 'a constant',
    })),
  ];
  for (const [index, { sent, own, path }] of named.entries()) {
    const earlier = named.slice(0, index).find(each => each.sent === sent);
    // Questions with the same id are reported elsewhere.
    if (earlier && (own === undefined || own !== earlier.own))
      report(
        path,
        `${JSON.stringify(sent)} is already sent for ${earlier.owner}: send another id for one of them`,
      );
  }
  for (const [index, question] of questions.entries()) {
    const reportBelow: Report = (path, message) => report(`.questions[${index}].${path}`, message);
    if ('options' in question) checkOptions(question, reportBelow);
    if ('send' in question) checkYesAndNo(question, reportBelow);
  }
}

function checkOptions(question: Extract<QuestionConfig, { options: unknown }>, report: Report): void {
  const separator = 'separator' in question ? question.separator : defaultSeparator;
  const options = question.options.map(({ value, send_as = value.trim() }) => ({ value, sent: send_as }));
  for (const [index, { value, sent }] of options.entries()) {
    const path = `options[${index}]`;
    const earlier = options.slice(0, index).find(each => each.sent === sent);
    // Options with the same value are reported elsewhere.
    if (earlier && earlier.value !== value)
      report(
        path,
        `${JSON.stringify(sent)} is already sent for the option "${earlier.value}": send another text for one of them`,
      );
    // A value can also end with the beginning of the separator, such as `a;` with `;;`.
    if (question.type === 'checkboxes' && (sent + separator).indexOf(separator) < sent.length)
      report(
        path,
        `${JSON.stringify(sent)} must not contain the separator ${JSON.stringify(separator)}: set "send_as" or another "separator"`,
      );
  }
}

function checkYesAndNo(
  { type, send = {} }: Extract<QuestionConfig, { type: 'yes_no' | 'consent' }>,
  report: Report,
): void {
  const { yes = 'yes', no = type === 'yes_no' ? 'no' : undefined } = send;
  if (yes === no)
    report(
      'send',
      `${JSON.stringify(no)} must not be sent for both yes and no: send another text for one of them`,
    );
}
