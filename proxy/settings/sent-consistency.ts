import { defaultSeparator } from './question-config.ts';
import { getMember, type Report, toEntries, toList, toText } from './raw-json.ts';

/** Finds names of a raw case type that the enquiry API couldn't tell apart: ids of its questions and constants, and
 * values of a question. White space around them is ignored, because it isn't sent. */
export function checkSentNames(caseType: unknown, report: Report): void {
  const questions = toList(getMember(caseType, 'questions'));
  const named = [
    ...questions.map((question, index) => {
      const id = toText(getMember(question, 'id'));
      return { ...findSent(question, 'id'), path: ['questions', index], owner: `the question "${id}"` };
    }),
    ...toList(getMember(caseType, 'meta')).map((constant, index) => ({
      ...findSent(constant, 'id'),
      path: ['meta', index],
      owner: 'a constant',
    })),
  ];
  for (const [index, { sent, key, path, owner }] of named.entries()) {
    const earlier = sent && named.slice(0, index).find(each => each.sent === sent);
    // Questions with the same id are reported elsewhere.
    const isReported = earlier && owner === earlier.owner && key === 'id' && path[0] === 'questions';
    if (earlier && !isReported)
      report(
        [...path, key],
        `${JSON.stringify(sent)} is already sent for ${earlier.owner}: send another id for one of them`,
      );
  }
  for (const [index, question] of questions.entries()) {
    const reportBelow: Report = (path, message) => report(['questions', index, ...path], message);
    checkOptions(question, reportBelow);
    checkYesAndNo(question, reportBelow);
  }
}

/** The text that is sent, and the key that sets it: `send_as`, or the config's own name. */
function findSent(raw: unknown, ownKey: string) {
  const key = getMember(raw, 'send_as') === undefined ? ownKey : 'send_as';
  return { key, sent: toText(getMember(raw, key))?.trim() };
}

function checkOptions(question: unknown, report: Report): void {
  const separator = toText(getMember(question, 'separator')) ?? defaultSeparator;
  const isJoined = getMember(question, 'type') === 'checkboxes' && separator !== '';
  const options = toList(getMember(question, 'options')).map((option, index) => {
    const isShort = typeof option === 'string';
    const full = isShort ? { value: option } : option;
    const { key, sent } = findSent(full, 'value');
    const path = ['options', index, ...(isShort ? [] : [key])];
    return { value: toText(getMember(full, 'value')), sent, isOwn: key === 'value', path };
  });
  for (const [index, { value, sent, isOwn, path }] of options.entries()) {
    if (!sent) continue;
    const earlier = options.slice(0, index).find(each => each.sent === sent);
    // Options with the same value are reported elsewhere.
    const isReported = earlier && isOwn && earlier.isOwn && earlier.value === value;
    if (earlier && !isReported)
      report(
        path,
        `${JSON.stringify(sent)} is already sent for the option "${earlier.value}": send another text for one of them`,
      );
    // A value can also end with the beginning of the separator, such as `a;` with `;;`.
    const joined = sent + separator;
    if (isJoined && joined.indexOf(separator) < sent.length)
      report(
        path,
        `${JSON.stringify(sent)} must not contain the separator ${JSON.stringify(separator)}: set "send_as" or another "separator"`,
      );
  }
}

function checkYesAndNo(question: unknown, report: Report): void {
  const type = getMember(question, 'type');
  const given = new Map(
    toEntries(getMember(question, 'send')).map(([key, text]) => [key, toText(text)?.trim()]),
  );
  const { yes = 'yes', no = type === 'yes_no' ? 'no' : undefined } = Object.fromEntries(given);
  if (given.size > 0 && yes === no)
    report(
      ['send', given.has('no') ? 'no' : 'yes'],
      `${JSON.stringify(no)} must not be sent for both yes and no: send another text for one of them`,
    );
}
