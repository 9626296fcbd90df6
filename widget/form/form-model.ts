import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { type AskedField, asked } from '../../proxy/contract/asked.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { QuestionType } from '../../proxy/contract/question-types.ts';
import type { DateToday } from '../../proxy/contract/rules.ts';
import type { Translate } from '../messages/format.ts';
import type { Localizer } from '../messages/localizer.ts';
import type { DefinitionSource } from './definition-source.ts';
import {
  asEntered,
  mergeFormData,
  readFormData,
  restoreFormData,
  todayAt,
  type Values,
  visibleQuestionIds,
  visibleValues,
} from './values.ts';

/** A question as it appears in the form. */
export interface Field extends AskedField {
  /** Hidden fields stay in the form, so that their values come back when they are shown again. */
  isHidden: boolean;
  isReadonly?: boolean;
  /** Whether the label says that the field may be left empty. */
  isOptional: boolean;
  /** The value of the `autocomplete` attribute; empty: the browser's default. */
  autocomplete: string;
  /** The inputs that its answer is entered in. Undefined: it has one control. */
  parts?: FieldPart[] | undefined;
  /** What stands above its row. */
  before?: unknown;
  /** Why its answer ends the form: the firm can't help. Default: it doesn't. */
  ending?: string | undefined;
  /** What stands below its row. */
  after?: TemplateResult | undefined;
}

/** One of the inputs that a field's answer is entered in. */
export interface FieldPart {
  label: string;
  /** The value of the `autocomplete` attribute; empty: the browser's default. */
  autocomplete: string;
  isOptional?: boolean | undefined;
}

/** The names of the fields that the site fills in, separated by spaces. The form still asks for a required field that has
 * no value. */
export interface FixedFields {
  hiddenFields: string | null | undefined;
  readonlyFields: string | null | undefined;
}

/** Whether a form needs the part with what few forms have. */
export const needsRareFields = ({ needs }: Definition): boolean => needs?.includes('rare') ?? true;

/** The values of `autocomplete` for types of questions. */
const autocompletes: Partial<Record<QuestionType, string>> = {
  postcode: 'postal-code',
  address: 'street-address',
};

/** The form's fields in their order, without hidden questions. `shown` has the ids of the questions that are shown, and
 * `prefill` what the site filled in. */
export function listFields(
  definition: Definition,
  shown: string[],
  { hiddenFields, readonlyFields }: FixedFields,
  prefill: FormData,
  translate: Translate,
): Field[] {
  return asked(definition).flatMap(field => {
    const { name, question } = field;
    const { id, type, required } = question;
    if (type === 'hidden') return [];
    const isFixed = (names: string | null | undefined) =>
      !!names?.includes(name) && (!required || prefill.has(name));
    const autocomplete = question.autocomplete ?? autocompletes[type] ?? '';
    const dateParts = () =>
      (['day', 'month', 'year'] as const).map(part => ({
        label: translate(part),
        autocomplete: autocomplete.replace(/bday$/, `$&-${part}`),
        isOptional: question.approximate && part !== 'year',
      }));
    return {
      ...field,
      autocomplete,
      parts: question.entry === 'memorable' ? dateParts() : undefined,
      isHidden: isFixed(hiddenFields) || !shown.includes(id),
      isReadonly: isFixed(readonlyFields),
      isOptional: !required && !definition.at_least_one_of?.includes(id),
    };
  });
}

type Host = ReactiveControllerHost &
  FixedFields & { renderRoot: ParentNode; caseType: string | null | undefined };

/** The current step of a form in steps. A draft keeps it. */
export interface StepPlace {
  /** The step's key. */
  key: number;
  /** Whether the visitor came here to change an answer, so that Continue leads back to the last step. */
  isDetour?: boolean;
}

/** A form's definition, values and visible questions. The controls themselves hold the values, because autofill and
 * scripts may change them without an event. */
export class FormModel implements ReactiveController {
  /** Every field, visible or not, as of the last `refresh()`. */
  fields: Field[] = [];
  /** The ids of the visible questions, as of the last `refresh()`. */
  visible: string[] = [];
  /** The values that the site has filled in. */
  prefill = new FormData();
  /** The values in the form at the last `refresh()`. */
  lastRead = new FormData();
  /** Values for controls that haven't been rendered yet. */
  pending: FormData | undefined;
  #resolveRendered!: () => void;
  /** Resolves once the form or a receipt has been rendered. */
  rendered = new Promise<void>(resolve => {
    this.#resolveRendered = resolve;
  });
  source: DefinitionSource;
  /** The page's address when the form was created. */
  address = location.href;
  /** Whether the visitor has changed a field since the form was opened or a draft was restored. Undefined if neither an
   * edit nor a draft has been seen since the part that handles them was loaded. */
  isEdited: boolean | undefined;
  /** In steps: the current step, and the id of the form's trail in the browser's history. Undefined: the first step,
   * which the visitor has never left. */
  step: (StepPlace & { trail: string }) | undefined;
  /** Comes with `answers/answers.ts`: until that is loaded, answers are as they were entered. */
  normalise = asEntered;
  /** Adds the answers to hidden questions, which have no controls. Comes with `answers/rare-fields.ts`. */
  addHidden = (values: FormData): FormData => values;
  /** Adds to the fields. Comes with `answers/rare-fields.ts` and, for a tag with several case types, `chooser/chooser.ts`. */
  arrange = (_definition: Definition, fields: Field[], _values: FormData): Field[] => fields;
  #host: Host;
  #localizer: Localizer;
  /** The definition that the controls belong to. */
  #definition: Definition | undefined;

  constructor(host: Host, source: DefinitionSource, localizer: Localizer) {
    this.#host = host;
    this.source = source;
    this.#localizer = localizer;
    host.addController(this);
  }

  /** Lit calls it before each render. */
  hostUpdate(): void {
    const { definition } = this.source;
    if (definition !== this.#definition && this.element) this.pending ??= this.read();
    this.#definition = definition;
    this.refresh();
  }

  hostUpdated(): void {
    if (this.element || this.#host.renderRoot.querySelector('.receipt')) this.#resolveRendered();
    if (!this.element || !this.pending) return;
    restoreFormData(this.element, this.pending);
    this.pending = undefined;
    this.#host.requestUpdate(); // Other questions may be visible now.
  }

  /** Undefined while there is no form: before the definition is loaded, and on the receipt. The form of a server, which has
   * an action, doesn't count. */
  get element(): HTMLFormElement | undefined {
    // Attributes are set before there is a root.
    return this.#host.renderRoot?.querySelector<HTMLFormElement>('form:not([action])') ?? undefined;
  }

  /** The visible fields that are filled in, and the answers to hidden questions; `{}` without a form. */
  get values(): Values {
    const { definition } = this.source;
    return this.element && definition
      ? visibleValues(definition, this.addHidden(this.read()), this.normalise)
      : {};
  }

  /** The session storage key for drafts of this page and case type. */
  get draftKey(): string {
    return `enquiry-form ${location.pathname} ${this.#host.caseType}`;
  }

  /** Today's date in the visitor's time zone. */
  get today(): DateToday {
    return todayAt(new Date());
  }

  /** Reads all controls, hidden ones too. */
  read(): FormData {
    return readFormData(this.element);
  }

  /** Fills in values, except where the form's value differs from `before`: the visitor has changed it. */
  fill(values: FormData, before = this.prefill): void {
    const { element } = this;
    // Kept until the next render, which may be of another case type with other controls.
    this.pending = mergeFormData(this.pending ?? this.read(), values, before);
    if (element && this.source.definition === this.#definition) restoreFormData(element, this.pending);
    this.#host.requestUpdate();
  }

  /** Recomputes the fields from the values in the form. */
  refresh(): void {
    const { definition } = this.source;
    if (!definition) return;
    this.lastRead = this.read();
    this.visible = visibleQuestionIds(definition, this.addHidden(this.lastRead), this.normalise);
    this.fields = this.arrange(
      definition,
      listFields(definition, this.visible, this.#host, this.prefill, this.#localizer.translate),
      this.lastRead,
    );
  }
}
