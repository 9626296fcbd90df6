import { asked, toFieldName } from '../../proxy/contract/asked.ts';
import { findAnswer, getValues, listShownQuestions } from '../../proxy/contract/conditions.ts';
import { linkButton } from './field-view.ts';
import { accept, talkLine } from './form-view.ts';
import { toFormData } from './values.ts';

/** The functions that the largest lazy part takes from the entry in the proxy's script: the build (`tools/build/lazy-parts.ts`)
 * replaces the copies in the part. */
export const sharedFunctions: readonly unknown[] = [
  accept,
  asked,
  findAnswer,
  getValues,
  linkButton,
  listShownQuestions,
  talkLine,
  toFieldName,
  toFormData,
];
