import { toFieldName } from '../../proxy/contract/asked.ts';
import { settleHidden } from '../../proxy/contract/check-enquiry.ts';
import type { Question } from '../../proxy/contract/definition.ts';
import type { MatchesPattern } from '../../proxy/contract/rules.ts';
import { readParameters } from '../attribution/record.ts';
import type { DefinitionSource } from '../form/definition-source.ts';
import type { FormModel } from '../form/form-model.ts';

/** Where the answers to hidden questions come from: the site, and the address at which the form was created. */
interface HiddenSources extends Pick<FormModel, 'address' | 'prefill'> {
  source: Pick<DefinitionSource, 'definition'>;
}

/** Returns a function that adds the answers to a form's hidden questions to its values. They have no controls, so a draft
 * can't bring back an earlier answer. The console names each question whose answer isn't accepted, but not the answer,
 * which may be personal. */
export function hiddenAnswers(form: HiddenSources): (values: FormData) => FormData {
  /** The last answer to each question that was dropped. */
  const warned = new Map<string, string>();

  return values => {
    const questions = form.source.definition?.questions ?? [];
    const { given, answers, dropped } = readHidden(questions, form);
    for (const { id, rule } of dropped) {
      if (warned.get(id) === `${given[id]}`) continue;
      warned.set(id, `${given[id]}`);
      console.warn(`enquiry-form: the answer to the hidden question "${id}" was dropped: ${rule}`);
    }
    for (const [id, answer] of Object.entries(answers)) values.set(toFieldName(id), `${answer}`);
    return values;
  };
}

/** The answers to the hidden questions among these, and those that aren't accepted. `given` is what the site or the address
 * says: a list if the site has filled in several values. */
export function readHidden(
  questions: Question[],
  { address, prefill }: Omit<HiddenSources, 'source'>,
  matches?: MatchesPattern,
) {
  const hidden = questions.filter(({ type }) => type === 'hidden');
  const read = ({ id, from = '' }: Question): string | string[] => {
    const [, name] = from.split(':');
    // It is trimmed and not cleaned, because `clean` would cut an answer that is too long.
    if (name) return Object.values(readParameters(address, [name], text => text.trim()))[0] ?? '';
    const given = prefill.getAll(toFieldName(id)).map(String);
    return given.length > 1 ? given : (given[0] ?? '');
  };
  const given = Object.fromEntries(hidden.map(question => [question.id, read(question)]));
  return { given, ...settleHidden(hidden, given, matches) };
}
