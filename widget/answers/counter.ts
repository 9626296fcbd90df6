import { traitsOf } from '../../proxy/contract/question-types.ts';
import type { Field } from '../form/fields.ts';
import type { AnswersMessages } from '../messages/en-answers.ts';
import type { Translate } from '../messages/format.ts';

/** The number of characters (code points) that are left when it is announced. */
const announcedAt = 100;

/** The characters that are left for an answer; negative if it is too long. Undefined if they aren't shown yet. */
export function charactersLeft({ question }: Field, text: string): number | undefined {
  const { type, counter, max_length } = question;
  if (traitsOf(type).answer !== 'words') return undefined;
  // Code points are counted only where the faster count of code units comes near the limit.
  if (!counter && text.length < 0.8 * max_length) return undefined;
  const { length } = [...text];
  return counter || length >= 0.8 * max_length ? max_length - length : undefined;
}

/** Whether an edit has brought the number of characters left so low that it should be announced. */
export function isNewlyShort(left: number | undefined, before: number | undefined): boolean {
  return left !== undefined && left <= announcedAt && !(before !== undefined && before <= announcedAt);
}

export function counterText(translate: Translate<AnswersMessages>, left: number): string {
  return translate(left < 0 ? 'charactersOver' : 'charactersLeft', { count: Math.abs(left) });
}
