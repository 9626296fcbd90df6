import type { ReactiveControllerHost } from 'lit';
import { check, requirement } from '../proxy/contract/check.ts';
import { type ContactField, contactFields, type Definition } from '../proxy/contract/definition.ts';
import type { Enquiry, Problem } from '../proxy/contract/enquiry.ts';
import { enquiryIn, fieldOf, mended, shownIn, todayAt, valuesIn } from './answers.ts';
import type { Field } from './fields.ts';
import { messages } from './messages/en.ts';

const contactInputs: Record<ContactField, ['text' | 'tel' | 'email', AutoFill]> = {
  forename: ['text', 'given-name'],
  surname: ['text', 'family-name'],
  telephone_mobile: ['tel', 'tel'],
  email: ['email', 'email'],
};

/** The visitor filling in the form: which questions are shown, and what is wrong. Nothing is judged before an
 * attempt to send. */
export class Filling {
  problems: Problem[] = [];
  /** Whether the proxy found the problems, so that only an edit can tell that they are gone. */
  #areTheirs = false;
  #shown = '';
  #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** The form's fields in their order; hidden questions stay in it, so that their answers come back. */
  fields(definition: Definition, form: HTMLFormElement | null): Field[] {
    const visible = shownIn(definition, form ? valuesIn(form) : new FormData());
    this.#shown = visible.join();
    const today = todayAt(new Date()).latest;
    const ruleAt = (name: string) => this.problems.find(({ field }) => field === name)?.rule;
    return [
      ...contactFields.flatMap((id): Field | [] => {
        const needed = requirement(definition, id);
        const [type, autocomplete] = contactInputs[id];
        const question = { id, type, label: messages.contact[id], required: needed === 'required' };
        return needed === 'hidden' ? [] : { name: id, question, rule: ruleAt(id), autocomplete, today };
      }),
      ...definition.questions.map((question): Field => {
        const name = fieldOf(question);
        return { name, question, rule: ruleAt(name), isHidden: !visible.includes(question.id), today };
      }),
    ];
  }

  /** After an edit: shows and hides questions, and drops the problems that are mended. */
  edited(definition: Definition, form: HTMLFormElement, name: string): void {
    const values = valuesIn(form);
    if (this.problems.length) {
      this.problems = this.#areTheirs
        ? this.problems.filter(({ field }) => field !== name)
        : mended(this.problems, judge(definition, enquiryIn(definition, values)));
    } else if (shownIn(definition, values).join() === this.#shown) return;
    this.#host.requestUpdate();
  }

  /** The enquiry to be sent; undefined when something must be put right first. */
  finish(definition: Definition, form: HTMLFormElement): Enquiry | undefined {
    const enquiry = enquiryIn(definition, valuesIn(form));
    this.problems = judge(definition, enquiry);
    this.#areTheirs = false;
    this.#host.requestUpdate();
    return this.problems.length ? undefined : enquiry;
  }

  /** Shows what the proxy found. */
  refuse(problems: Problem[]): void {
    this.problems = problems;
    this.#areTheirs = true;
    this.#host.requestUpdate();
  }
}

function judge(definition: Definition, enquiry: Enquiry): Problem[] {
  return check(definition, enquiry, todayAt(new Date()));
}
