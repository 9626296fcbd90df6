import type { TemplateResult } from 'lit';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import { ruleBroken, type Today } from '../../proxy/contract/rules.ts';
import type { Field } from '../form/fields.ts';
import type { Values } from '../form/values.ts';
import { problemLine, problemSentence, type TranslateLater } from './sentences.ts';
import { html } from './template.ts';

/** What stands in the form, and what is asked. */
interface Standing {
  values: Values;
  fields: Field[];
  today: Today;
}

/** Everything that is wrong with what stands in the form, in its order: what `check()` finds in the proxy. A question
 * that is not shown is not looked at; a contact field that the site hides is. */
export function problemsIn({ values, fields, today }: Standing): Problem[] {
  return fields.flatMap(({ name, kind, question, isHidden }): Problem | [] => {
    const isAnswer = kind === 'question';
    const given = isAnswer ? values.answers : values;
    const rule = !(isAnswer && isHidden) && ruleBroken(question, valueAt(given, question.id), today);
    return rule ? { field: name, rule } : [];
  });
}

function valueAt(given: object | undefined, id: string): string | string[] | undefined {
  return new Map(Object.entries(given ?? {})).get(id);
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
