import type { Definition } from '../../proxy/contract/definition.ts';
import type { Field } from '../form/fields.ts';
import type { StepsMessages } from '../messages/en-steps.ts';
import type { Translate } from '../messages/format.ts';

/** A step of the form. */
export interface PlannedStep {
  /** Its position among all possible steps, from 0. Those that are skipped count, too, so that no answer changes the
   * number of a step or the number of steps. */
  key: number;
  kind: 'contact' | 'questions' | 'files' | 'check';
  title: string;
  /** The fields that are visible at this step. */
  names: string[];
}

/** The file picker's name among a step's fields. */
export const filesFieldName = 'files';

/** The steps for these fields: contact details, questions, files, and a check of the answers unless the form always has
 * at most two steps. Steps without visible fields are skipped. */
export function planSteps(
  translate: Translate<StepsMessages>,
  definition: Definition,
  fields: Field[],
): PlannedStep[] {
  const { questions, label, attachments } = definition;
  const steps = definition.steps ?? [];
  const named = new Set(steps.flatMap(step => step.questions));
  // The config lists every question in a step. A definition from elsewhere may not.
  const others = questions.map(({ id }) => id).filter(id => !named.has(id));
  const shown = fields.filter(({ isHidden }) => !isHidden);
  const answers = shown.filter(({ kind }) => kind === 'question');
  const namesOf = (ids: string[]) =>
    answers.filter(({ question }) => ids.includes(question.id)).map(({ name }) => name);
  const contactNames = shown.filter(field => !answers.includes(field)).map(({ name }) => name);
  const fileNames = attachments.max_files ? [filesFieldName] : [];

  const possible = [
    {
      kind: 'contact' as const,
      title: translate('contactDetails'),
      names: contactNames,
      isPossible: contactNames.length > 0,
      isAlwaysShown: true,
    },
    ...[...steps, { title: label, questions: others }].map(step => {
      const asked = questions.filter(({ id }) => step.questions.includes(id));
      return {
        kind: 'questions' as const,
        title: step.title,
        names: namesOf(step.questions),
        isPossible: asked.length > 0,
        isAlwaysShown: asked.some(({ shown_when }) => !shown_when),
      };
    }),
    {
      kind: 'files' as const,
      title: translate('files'),
      names: fileNames,
      isPossible: fileNames.length > 0,
      isAlwaysShown: true,
    },
  ].filter(({ isPossible }) => isPossible);
  const planned = possible
    .map(({ kind, title, names }, key) => ({ key, kind, title, names }))
    .filter(({ names }) => names.length);
  // The last step must be one that is never skipped, because its number is the number of steps.
  const isShort = possible.length < 3 && possible.every(({ isAlwaysShown }) => isAlwaysShown);
  if (isShort) return planned;
  return [...planned, { key: possible.length, kind: 'check', title: translate('checkAnswers'), names: [] }];
}

/** The number of steps, including those that are skipped. */
export function countSteps(plan: PlannedStep[]): number {
  return plan.at(-1)!.key + 1; // There is at least one step, and the last one is never skipped.
}

/** The step with this key, or the one before if it is now skipped. */
export function findStep(plan: PlannedStep[], key: number): PlannedStep {
  return plan.findLast(step => step.key <= key) ?? plan[0]!; // There is a first step, because the forename is always visible.
}

/** The first step with one of these fields; undefined if there is none. */
export function findStepOfFields(plan: PlannedStep[], names: string[]): PlannedStep | undefined {
  return plan.find(step => step.names.some(name => names.includes(name)));
}

/** Whether a problem with this field is shown at this step. Problems with fields that no step has are shown
 * everywhere. */
export function isProblemShownInStep(plan: PlannedStep[], here: PlannedStep, name: string): boolean {
  return (findStepOfFields(plan, [name]) ?? here) === here;
}
