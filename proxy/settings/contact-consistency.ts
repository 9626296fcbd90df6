import { channelFields } from './case-type-settings.ts';
import { getMember, type Report, toEntries, toList, toText } from './raw-json.ts';

/** The contact fields that can be hidden. */
const optionalFields = ['surname', ...channelFields];
const tooFewFields =
  'must not hide all fields, because nobody could be reached: set "telephone_mobile" or "email" to "optional" or "required"';

/** Finds contradictions in `contact` and `contact_us`, at the top of the raw config and in each case type. */
export function checkContacts(raw: unknown, mainLanguage: string, report: Report): void {
  const top = getMember(raw, 'contact');
  const levels = [
    { path: ['contact'], own: top, inherited: {} },
    ...toEntries(getMember(raw, 'case_types')).map(([name, caseType]) => ({
      path: ['case_types', name, 'contact'],
      own: getMember(caseType, 'contact'),
      inherited: top,
    })),
  ];
  for (const { path, own, inherited } of levels) {
    const reportBelow: Report = (at, message) => report([...path, ...at], message);
    checkFields(own, inherited, reportBelow);
    checkTimes(toList(getMember(own, 'times')), mainLanguage, reportBelow);
  }
  // The settings at the top may hide everything if each case type asks for something.
  const isGiven = (contact: unknown, field: string) => getMember(contact, field) !== undefined;
  const hiding = levels.slice(1).flatMap(({ path, own }) => {
    const isHidden = (field: string) => getMember(isGiven(own, field) ? own : top, field) === 'hidden';
    if (!optionalFields.every(isHidden)) return [];
    return optionalFields.some(field => isGiven(own, field)) ? [path] : [['contact']];
  });
  for (const path of new Map(hiding.map(each => [each.join('.'), each])).values()) report(path, tooFewFields);
  checkContactUs(raw, [], report);
  for (const [name, caseType] of toEntries(getMember(raw, 'case_types')))
    checkContactUs(caseType, ['case_types', name], report);
}

/** Checks the settings at the top with nothing inherited, or a case type's `own` with those at the top. Works on the raw
 * config, because defaults can't be told apart otherwise. What is wrong at the top isn't reported again. */
function checkFields(own: unknown, inherited: unknown, report: Report) {
  const isOwn = (key: string) => getMember(own, key) !== undefined;
  const find = (key: string) => getMember(isOwn(key) ? own : inherited, key);
  /** Reports a field whose requirement isn't possible together with the setting `key`. */
  const ruleOut = (requirements: string[], field: string, key: string, reason: string) => {
    const given = toText(find(field));
    if (given === undefined || !requirements.includes(given)) return;
    if (isOwn(field))
      report([field], `must not be "${given}", because ${reason}${isOwn(key) ? '' : ' at the top'}`);
    else if (isOwn(key))
      report([key], `needs "${field}": "optional" beside it, because "contact" at the top has "${given}"`);
  };

  const oneOf = find('one_of');
  for (const [index, field] of toList(oneOf).entries()) {
    if (typeof field !== 'string') continue;
    ruleOut(['required', 'hidden'], field, 'one_of', 'it is in "one_of"');
    if (isOwn('one_of') && toList(oneOf).indexOf(field) < index)
      report(['one_of', index], `"${field}" is already in the list`);
  }
  if (find('ask') === 'channel') {
    const reason = 'visitors choose between a call and an email with "ask": "channel"';
    for (const field of channelFields)
      if (!toList(oneOf).includes(field)) ruleOut(['required', 'hidden'], field, 'ask', reason);
    const list = `[${channelFields.map(field => `"${field}"`).join(', ')}]`;
    const isOther = Array.isArray(oneOf) && oneOf.toSorted().join() !== channelFields.toSorted().join();
    if (isOther && isOwn('one_of')) report(['one_of'], `must be ${list} or left out with "ask": "channel"`);
    else if (isOther && isOwn('ask'))
      report(['ask'], `needs "one_of": ${list} beside it, because "contact" at the top has another list`);
  }
  if (Array.isArray(find('times')))
    ruleOut(['hidden'], 'telephone_mobile', 'times', 'it is needed for "times"');
}

/** Reports a time that looks like an earlier one in some language. */
function checkTimes(times: unknown[], mainLanguage: string, report: Report) {
  const languages = new Set([mainLanguage, ...times.flatMap(time => toEntries(time).map(([tag]) => tag))]);
  const readIn = (time: unknown, language: string) =>
    (toText(time) ?? toText(getMember(time, language)) ?? toText(getMember(time, mainLanguage)))?.trim();
  for (const [index, time] of times.entries()) {
    const earlier = times.slice(0, index);
    const repeated = [...languages]
      .filter(language => earlier.some(each => readIn(each, language) === readIn(time, language)))
      .map(language => readIn(time, language))
      .find(Boolean);
    if (repeated) report(['times', index], `"${repeated}" is already in the list`);
  }
}

function checkContactUs(settings: unknown, path: PropertyKey[], report: Report) {
  const contactUs = getMember(settings, 'contact_us');
  const isObject = contactUs !== null && typeof contactUs === 'object' && !Array.isArray(contactUs);
  if (isObject && ['phone', 'email', 'url'].every(key => getMember(contactUs, key) === undefined))
    report([...path, 'contact_us'], 'needs a way to reach you: "phone", "email" or "url"');
}
