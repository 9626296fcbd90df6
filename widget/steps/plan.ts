import type { Definition } from '../../proxy/contract/definition.ts';
import type { Field } from '../form/fields.ts';
import type { StepsMessages } from '../messages/en-steps.ts';
import type { Translate } from '../messages/format.ts';

/** What is asked at a time. */
export interface PlannedStep {
  /** Its number among all of the definition's steps, also those that are passed over: it stays the same whatever
   * is answered. */
  key: number;
  kind: 'contact' | 'questions' | 'files' | 'check';
  title: string;
  /** The fields that are asked here and shown. */
  names: string[];
}

/** The name by which the picker stands in a step. */
export const filesName = 'files';

/** The steps that a visitor with these fields goes through: contact details, the questions, files, and, when those
 * are more than two, the check of the answers. A step without a question that is shown is passed over. */
export function planOf(
  translate: Translate<StepsMessages>,
  definition: Definition,
  fields: Field[],
): PlannedStep[] {
  const { questions, label, attachments } = definition;
  const steps = definition.steps ?? [];
  const named = new Set(steps.flatMap(step => step.questions));
  // The config can't leave one out, but whatever leaves one out, it is asked.
  const others = questions.map(({ id }) => id).filter(id => !named.has(id));
  const shown = fields.filter(({ isHidden }) => !isHidden);
  const answers = shown.filter(({ kind }) => kind === 'question');
  const namesOf = (ids: string[]) =>
    answers.filter(({ question }) => ids.includes(question.id)).map(({ name }) => name);

  const all = [
    {
      kind: 'contact' as const,
      title: translate('stepContact'),
      names: shown.filter(field => !answers.includes(field)).map(({ name }) => name),
    },
    ...[...steps, { title: label, questions: others }].map(step => ({
      kind: 'questions' as const,
      title: step.title,
      names: namesOf(step.questions),
    })),
    {
      kind: 'files' as const,
      title: translate('files'),
      names: attachments.max_files ? [filesName] : [],
    },
  ];
  const asked = all.map((step, key) => ({ ...step, key })).filter(({ names }) => names.length);
  if (asked.length < 3) return asked;
  return [...asked, { key: all.length, kind: 'check', title: translate('stepCheck'), names: [] }];
}

/** The step with this key; when it is passed over by now, the one before it. */
export function stepAt(plan: PlannedStep[], key: number): PlannedStep {
  return plan.findLast(step => step.key <= key) ?? plan[0]!; // The first name is always asked for.
}

/** The first step that asks one of these fields; undefined: they are not in the form. */
export function stepOf(plan: PlannedStep[], names: string[]): PlannedStep | undefined {
  return plan.find(step => step.names.some(name => names.includes(name)));
}

/** Whether a problem with this field is told at this step: what no step asks is told anywhere. */
export function isTold(plan: PlannedStep[], here: PlannedStep, name: string): boolean {
  return (stepOf(plan, [name]) ?? here) === here;
}
