import { html, type TemplateResult } from 'lit';
import type { Problem } from '../proxy/contract/enquiry.ts';
import type { Field } from './fields.ts';
import { messages } from './messages/en.ts';

/** The list of what needs attention. Its links are followed by hand: a fragment does not reach into a shadow
 * root. What is wrong with something that this form doesn't show is said without a link. */
export function summary(problems: Problem[], fields: Field[], goTo: (name: string) => void): TemplateResult {
  const line = ({ field, rule }: Problem) => {
    const question = fields.find(({ name, isHidden }) => name === field && !isHidden)?.question;
    const follow = (event: Event) => {
      event.preventDefault();
      goTo(field);
    };
    return html`<li>${
      question
        ? html`<a href="#${field}" @click=${follow}>${messages.problemOf(question.label, messages.problem(question, rule))}</a>`
        : messages.elsewhere
    }</li>`;
  };
  return html`<div class="summary" part="summary" role="group" tabindex="-1" aria-labelledby="summary"><h3 id="summary">${messages.problems(problems.length)}</h3><ul>${problems.map(line)}</ul></div>`;
}
