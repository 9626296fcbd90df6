import { channelFields } from './case-type-settings.ts';
import type { ConfigAsWritten } from './config.ts';
import type { Report } from './configuration-error.ts';
import { textIn } from './texts.ts';

type Contact = NonNullable<ConfigAsWritten['contact']>;

/** The contact fields that can be hidden. */
const optionalFields = ['surname', ...channelFields] as const;

/** Finds contradictions in `contact`, at the top of the config and, together with what a case type inherits, in each case
 * type. A contradiction at the top isn't reported again. */
export function checkContacts(
  { contact: top = {}, language = 'en', case_types }: ConfigAsWritten,
  report: Report,
) {
  const atTop = findContradictions(top);
  for (const message of atTop) report('contact', message);
  checkTimes(top, language, (path, message) => report(`contact.${path}`, message));
  const hiding = new Set<string>();
  for (const [name, { contact: own = {} }] of Object.entries(case_types)) {
    const path = `case_types.${name}.contact`;
    const merged = { ...top, ...own };
    for (const message of findContradictions(merged))
      if (!atTop.includes(message)) report(path, `${message}, here or at the top`);
    checkTimes(own, language, (at, message) => report(`${path}.${at}`, message));
    // The settings at the top may hide everything if each case type asks for something.
    if (optionalFields.every(field => merged[field] === 'hidden'))
      hiding.add(optionalFields.some(field => own[field]) ? path : 'contact');
  }
  for (const path of hiding)
    report(
      path,
      'must not hide all fields, because nobody could be reached: set "telephone_mobile" or "email" to "optional" or "required"',
    );
}

function findContradictions({ ask, one_of = [], times, ...contact }: Contact): string[] {
  const found: string[] = [];
  const ruleOut = (field: (typeof optionalFields)[number], setting: string, possible = ['optional']) => {
    const given = contact[field] ?? 'optional';
    if (!possible.includes(given))
      found.push(
        `must not have "${field}": "${given}" together with ${setting}: set "${field}" to "optional"`,
      );
  };
  for (const field of one_of) ruleOut(field, '"one_of"');
  if (ask) {
    for (const field of channelFields) if (!one_of.includes(field)) ruleOut(field, '"ask": "channel"');
    const list = channelFields.map(field => `"${field}"`).join(', ');
    if (one_of.length > 0 && one_of.toSorted().join() !== channelFields.toSorted().join())
      found.push(`must have "one_of": [${list}] or none together with "ask": "channel": change it`);
  }
  if (times) ruleOut('telephone_mobile', '"times"', ['optional', 'required']);
  return found;
}

/** Reports a time that looks like an earlier one in some language. */
function checkTimes({ times = [] }: Contact, mainLanguage: string, report: Report) {
  const languages = [
    mainLanguage,
    ...times.flatMap(time => (typeof time === 'string' ? [] : Object.keys(time))),
  ];
  for (const [index, time] of times.entries()) {
    const read = (each: typeof time, language: string) => textIn(each, language, mainLanguage).trim();
    const repeated = languages.find(language =>
      times.slice(0, index).some(earlier => read(earlier, language) === read(time, language)),
    );
    if (repeated) report(`times[${index}]`, `"${read(time, repeated)}" is already in the list`);
  }
}
