import { html, type TemplateResult } from 'lit';
import type { Field } from '../form/fields.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import { problemLine, problemMessage } from './problem-messages.ts';
import type { FoundProblem } from './problems.ts';

/** The message at a field; undefined if it has no problem. */
export function fieldMessage(
  translate: Translate<SubmissionMessages>,
  problems: FoundProblem[],
  { name, question }: Field,
): TemplateResult | undefined {
  const problem = problems.find(({ field }) => field === name);
  return (
    problem &&
    // Browsers drop an ordinary space at the end of the element from its text, and join the lines of a legend.
    html`<span class="unseen">\u00a0${translate('error')}\u00a0</span>${problemMessage(translate, problem, question)}`
  );
}

/** The list of problems above the form; undefined if there are none. A problem with a field that the form doesn't show
 * has no link. */
export function errorSummary(
  translate: Translate<SubmissionMessages>,
  problems: FoundProblem[],
  fields: Field[],
  focusField: (name: string) => void,
): TemplateResult | undefined {
  if (!problems.length) return undefined;
  const line = (problem: FoundProblem) => {
    const found = fields.find(({ name, isHidden }) => name === problem.field && !isHidden);
    if (!found) return html`<li>${translate('enquiryRefused')}</li>`;
    // A fragment doesn't reach into a shadow root, so the link is followed by script.
    const follow = (event: Event) => {
      event.preventDefault();
      focusField(problem.field);
    };
    return html`<li><a href="#${problem.field}" @click=${follow}>${problemLine(translate, problem, found.question)}</a></li>`;
  };
  return html`<div class="summary" part="summary" role="group" tabindex="-1" aria-labelledby="summary"><h3 id="summary">${translate('problems', { count: problems.length })}</h3><ul>${problems.map(line)}</ul></div>`;
}
