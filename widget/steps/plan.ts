import { questionsIn } from '../../proxy/contract/conditions.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { StepsMessages } from '../../proxy/contract/languages/en.ts';
import type { Field } from '../form/form-model.ts';
import { choiceName } from '../form/values.ts';
import type { Translate } from '../messages/format.ts';

export interface PlannedStep {
  /** Its position among all possible steps, from 0. Those that are skipped count, too, so that no answer changes the
   * number of a step or the number of steps. */
  key: number;
  kind: 'choice' | 'questions' | 'files' | 'check';
  title: string;
  /** The fields that are visible at this step. */
  names: string[];
  /** The field whose question is the heading, because it is the only one. The title is shown otherwise. */
  lead?: string | undefined;
}

/** The file picker's name among a step's fields. */
export const filesFieldName = 'files';

/** The steps for these fields: the choice between several case types, questions, files, and a check of the answers unless the
 * form always has at most two steps. Steps without visible fields are skipped. */
export function planSteps(
  translate: Translate<StepsMessages>,
  definition: Definition,
  fields: Field[],
): PlannedStep[] {
  const { questions, label, attachments, steps = [] } = definition;
  const position = (id: string | undefined) => questions.findIndex(question => question.id === id);
  const named = steps.flatMap(step => step.questions);
  const others = questions
    .filter(({ id, type }) => !named.includes(id) && type !== 'hidden')
    .map(({ id }) => id);
  const choice = fields.find(({ name }) => name === choiceName);
  const choiceStep = choice
    ? [{ kind: 'choice' as const, title: choice.question.label, names: [choiceName], lead: choiceName }]
    : [];
  const visible = fields.filter(({ isHidden }) => !isHidden);
  const sections = [...steps, { title: label, questions: others }]
    .filter(step => step.questions.some(id => position(id) >= 0))
    .sort((a, b) => position(a.questions[0]) - position(b.questions[0]))
    .map(({ title, questions: ids }) => {
      const asked = visible.filter(({ question }) => ids.includes(question.id));
      const names = asked.map(({ name }) => name);
      const isSkippable = questions.every(({ id, shown_when }) => !ids.includes(id) || shown_when);
      return { kind: 'questions' as const, title, names, lead: findLead(asked), isSkippable };
    });
  const files = {
    kind: 'files' as const,
    title: translate('files'),
    names: [filesFieldName],
    lead: undefined,
  };
  const possible = [...choiceStep, ...sections, ...(attachments.max_files ? [files] : [])];
  const planned = possible
    .map(({ kind, title, names, lead }, key) => ({ key, kind, title, names, lead }))
    .filter(({ names }) => names.length);
  // The last step must be one that is never skipped, because its number is the number of steps.
  if (possible.length < 3 && !sections.some(({ isSkippable }) => isSkippable)) return planned;
  return [...planned, { key: possible.length, kind: 'check', title: translate('checkAnswers'), names: [] }];
}

/** Whether Send is at this step. After a choice between several case types, further steps always follow. */
export function isLastStep(plan: PlannedStep[], step: PlannedStep): boolean {
  return step === plan.at(-1) && step.kind !== 'choice';
}

/** The only question of a step, by the name of its field. Questions that an answer in the step makes appear don't count:
 * otherwise the heading would change while the visitor answers. A consent is a sentence that belongs beside its box. */
function findLead(fields: Field[]): string | undefined {
  const [first, ...others] = fields;
  const ids = fields.map(({ question }) => question.id);
  const isFollowUp = ({ question: { shown_when } }: Field) =>
    shown_when && questionsIn(shown_when).some(id => ids.includes(id));
  return first?.question.type !== 'consent' && others.every(isFollowUp) ? first?.name : undefined;
}

/** The number of steps, including those that are skipped. */
export function countSteps(plan: PlannedStep[]): number {
  return plan.at(-1)!.key + 1; // There is at least one step, and the last one is never skipped.
}

/** The step with this key, or the one before if it is now skipped. */
export function findStep(plan: PlannedStep[], key: number): PlannedStep {
  return plan.findLast(step => step.key <= key) ?? plan[0]!; // There is a first step, because something is always asked.
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
