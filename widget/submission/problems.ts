import { html, type TemplateResult } from 'lit';
import { check } from '../../proxy/contract/check.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import type { Today } from '../../proxy/contract/rules.ts';
import type { Field } from '../form/fields.ts';
import type { Values } from '../form/values.ts';
import { problemLine, problemSentence, type TranslateLater } from './sentences.ts';

/** What is in the form, and the definition that it is checked against. */
interface Filled {
  definition: Definition;
  values: Values;
  today: Today;
}

/** What the proxy would find wrong with the form as it is. */
export function problemsIn({ definition, values, today }: Filled): Problem[] {
  return check(definition, { case_type: definition.case_type, ...values }, today);
}

/** What must be put right. Nothing is judged before an attempt to send. */
export class Problems {
  list: Problem[] = [];
  /** Those that the proxy found: only an edit of the field can tell that one is gone. */
  #theirs: Problem[] = [];

  /** What the form's own check found at an attempt to send, or to leave a step: then `isHere` says which fields
   * were looked at, and what is known of others stays. */
  found(problems: Problem[], isHere: (field: string) => boolean = () => true): void {
    this.list = [...this.list.filter(({ field }) => !isHere(field)), ...problems];
  }

  /** What the proxy answered. */
  foundByProxy(problems: Problem[]): void {
    this.list = problems;
    this.#theirs = problems;
  }

  /** After an edit of a field: what is mended goes, and no new problem comes, for nobody is told off while
   * typing. `now` is what the form's own check finds. */
  edited(name: string, now: () => Problem[]): void {
    if (!this.list.length) return;
    const judged = now();
    this.list = this.list.flatMap(problem => {
      const { field } = problem;
      if (this.#theirs.includes(problem)) return field === name ? [] : problem;
      return judged.find(each => each.field === field) ?? [];
    });
  }

  /** What stands at a field. */
  messageAt(translate: TranslateLater, { name, question }: Field): TemplateResult | undefined {
    const problem = this.list.find(({ field }) => field === name);
    return (
      problem &&
      html`<span class="unseen">${`${translate('error')} `}</span>${problemSentence(translate, name, question, problem.rule)}`
    );
  }

  /** The list at the form's head. Its links are followed by hand: a fragment does not reach into a shadow root.
   * What is wrong with something that this form doesn't show is said without a link. `isHere` leaves out what is
   * told at another step. */
  summary(
    translate: TranslateLater,
    fields: Field[],
    goTo: (name: string) => void,
    isHere: (field: string) => boolean = () => true,
  ): TemplateResult | undefined {
    const list = this.list.filter(({ field }) => isHere(field));
    if (!list.length) return undefined;
    const line = ({ field, rule }: Problem) => {
      const found = fields.find(({ name, isHidden }) => name === field && !isHidden);
      if (!found) return html`<li>${translate('elsewhere')}</li>`;
      const follow = (event: Event) => {
        event.preventDefault();
        goTo(field);
      };
      const text = problemLine(translate, field, found.question, rule);
      return html`<li><a href="#${field}" @click=${follow}>${text}</a></li>`;
    };
    return html`<div class="summary" part="summary" role="group" tabindex="-1" aria-labelledby="summary"><h3 id="summary">${translate('problems', { count: list.length })}</h3><ul>${list.map(line)}</ul></div>`;
  }
}
