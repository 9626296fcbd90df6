// One tag for several case types: the form begins with the question what it is about. A tag with one case type doesn't load
// this part.
import { css } from 'lit';
import { html } from '#html';
import { asked } from '../../proxy/contract/asked.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import { type ChooserMessages, chooserMessages } from '../../proxy/contract/languages/en.ts';
import { primaryLanguage } from '../../proxy/contract/languages/locale.ts';
import { getDefinition } from '../client/request-definition.ts';
import { placeOf, readStored } from '../drafts/form-storage.ts';
import { renderField } from '../form/field-view.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field } from '../form/form-model.ts';
import type { FormView } from '../form/form-view.ts';
import { choiceName } from '../form/values.ts';
import type { Translate } from '../messages/format.ts';

/** Styles of the choice, with the custom properties of the form's style sheet. On one page, its label looks like the form's
 * heading. In steps, it is the step's heading. */
const styles = css`
  .matter legend [part=label] {
    margin-bottom: .5em;
    font-family: var(--enquiry-heading-font);
    font-size: clamp(1.1em, 8cqi, 1.5em);
    font-weight: 700;
    line-height: 1.25;
    text-wrap: balance;
  }
  .matter + h2 {
    margin-top: calc(var(--space) * 1.5);
    padding-top: calc(var(--space) * 1.5);
    border-top: 1px solid color-mix(in oklab, var(--ink) 14%, var(--surface));
  }
  .matter:has(+ .rows) ~ .rows { margin-top: calc(var(--space) * 1.25); }
  .summary + .matter, .step ~ .matter { margin-top: calc(var(--space) * 1.25); }
  .step ~ .matter:has([hidden]) { display: none; }
  /* On one page without a form, there is nothing to send yet. */
  .matter:not(.step ~ *) + .rows > :last-child > :not(.talk) { display: none; }
`;

export const create = (context: FormContext) => new Chooser(context);

/** Asks which of the tag's case types the form is about. The answer is a field of the form, so that drafts, `values` and
 * steps have it like any other, but not one of the enquiry's answers. It decides which definition the form shows. Until
 * there is one, the form has a definition without a case type and without any other field. */
class Chooser {
  #context: FormContext;
  #translate: Translate<ChooserMessages>;
  /** The tag's case types that exist, in its order. Empty until they are loaded. */
  #definitions = new Map<string, Definition>();
  /** The definition of a form that asks only what it is about. */
  #unchosen: Definition | undefined;
  /** The source's request when it was last read or written here. Another one is the host's. */
  #request: unknown;
  /** The last load, a new object for each. */
  #load: unknown;
  /** The definition that was shown last. */
  #shown: Definition | undefined;
  /** What the visitor has entered, by the name and type of the field, also in forms that aren't shown now. */
  #entered = new Map<string, FormDataEntryValue[]>();
  /** Whether the visitor has just chosen. */
  #hasChosen = false;
  /** The form that the visitor has chosen, until it is shown, and whether the choice had the focus. Safari doesn't focus what is
   * clicked. */
  #untold: { label: string; hadFocus: boolean } | undefined;

  constructor(context: FormContext) {
    const { host, localizer, model } = context;
    const root = host.renderRoot;
    this.#context = context;
    this.#translate = localizer.translator(chooserMessages);
    root.adoptedStyleSheets.push(styles.styleSheet!);
    const { arrange } = model;
    model.arrange = (definition, fields, values) => {
      const arranged = arrange(definition, fields, values);
      if (this.#definitions.size < 2) return arranged;
      return [this.#choice(definition), ...(definition.case_type ? arranged : [])];
    };
    // Captured, so that the events about this edit name the case type. The form follows with the next update.
    root.addEventListener('input', ({ target }) => this.#onInput(target as HTMLInputElement), true);
    root.addEventListener('reset', () => this.#entered.clear());
  }

  /** Makes the form show what is chosen. Called before each update. */
  settle(): void {
    const { host, model } = this.#context;
    const { source } = model;
    this.#shown = source.definition ?? this.#shown;
    if (!/\s/.test(`${host.caseType}`)) this.#definitions.clear();
    // The tag, its proxy or its language has changed, or a preview has begun or ended.
    else if (source.requested !== this.#request) void this.#loadAll();
    else if (source.definition && this.#definitions.size > 1) this.#follow();
  }

  /** The form's view, with the choice above everything else. */
  view(view: FormView): FormView {
    const [choice, ...fields] = view.fields;
    if (choice?.name !== choiceName) return view;
    if (this.#untold) void this.#tell(this.#untold);
    const { head, summary } = view;
    const { case_type, label } = view.definition;
    const isOnePage = !head;
    const isChosen = !!case_type;
    // The problems of a form that is chosen on this page are above its fields.
    const isSummaryFirst = !isOnePage || !isChosen;
    return {
      ...view,
      fields,
      summary: isSummaryFirst ? undefined : summary,
      head: html`
        ${head}
        ${isSummaryFirst ? summary : ''}
        <div class="matter">${renderField(choice, view)}</div>
        ${isChosen && isOnePage ? html`<h2 part="heading">${label}</h2>` : ''}
      `,
    };
  }

  #onInput({ name, value }: HTMLInputElement): void {
    const { host, model } = this.#context;
    if (name !== choiceName || !model.source.requested) return;
    this.#hasChosen = true;
    this.#request = model.source.requested = { ...model.source.requested, caseType: value };
    host.requestUpdate();
  }

  /** Loads the tag's case types, except those that came with scripts. Until they are loaded, the form stays as it is. */
  async #loadAll(): Promise<void> {
    const { host, model } = this.#context;
    const { source } = model;
    const requested = source.requested!; // The host has requested the tag's.
    const names = [...new Set(host.caseType?.match(/\S+/g))];
    const before = this.#shown;
    const isKept = before && (!before.case_type || names.includes(before.case_type));
    const load = {};
    this.#load = load;
    const found = new Map<string, Definition | null | undefined>(
      names.map(name => [name, source.find(name)]),
    );
    this.#request = requested;
    source.definition = isKept ? before : undefined;
    const missing = names.filter(name => !found.get(name));
    if (missing.length) {
      const get = async (name: string) => {
        const got = await getDefinition(source, name, requested.lang, 'default').catch(() => undefined);
        found.set(name, got);
      };
      await Promise.all(missing.map(get));
      if (load !== this.#load) return;
    }
    host.requestUpdate();
    // Without one of them, visitors could only choose a wrong one. They can try again.
    source.hasFailed = !source.definition && [...found.values()].includes(undefined);
    if ([...found.values()].includes(undefined)) return;
    this.#definitions = new Map(
      [...found].flatMap(([name, definition]) => (definition ? [[name, definition]] : [])),
    );
    source.isRefused = !this.#definitions.size;
    if (source.isRefused) source.definition = undefined;
    else {
      this.#unchosen = this.#question();
      this.#show(this.#initial());
    }
  }

  /** The case type to show after a load: the only one, or that which was chosen before, in a draft, by the site, or in the
   * page's address. Empty: none. */
  #initial(): string {
    const { host, model } = this.#context;
    const { prefill, source } = model;
    const isOffered = (name: unknown): name is string => this.#definitions.has(name as string);
    const [only = ''] = this.#definitions.keys();
    if (this.#definitions.size === 1) return only;
    const inAddress = new URL(model.address).searchParams.getAll('case-type');
    const preselected = [prefill.get(choiceName), ...inAddress].find(isOffered);
    if (preselected) prefill.set(choiceName, preselected);
    const stored =
      host.getAttribute('draft') === 'off' ? undefined : readStored(model.draftKey, placeOf(host));
    const kept = stored && ('receipt' in stored ? stored.caseType : stored.values[choiceName]?.[0]);
    const chosen = this.#shown && (model.pending ?? model.read()).get(choiceName);
    return [chosen, source.requested?.caseType, kept, preselected].find(isOffered) ?? '';
  }

  /** Shows another case type if the choice has changed: by the visitor, the site, a draft or a reset. */
  #follow(): void {
    const { model } = this.#context;
    // On the receipt, nothing is left of the enquiry.
    if (!model.element && !model.pending) this.#entered.clear();
    else {
      const chosen = String((model.pending ?? model.read()).get(choiceName) ?? '');
      const isOffered = !chosen || this.#definitions.has(chosen);
      if (isOffered && chosen !== model.source.definition?.case_type) this.#show(chosen);
    }
  }

  /** Shows a case type, or only the question if the name is empty. */
  #show(name: string): void {
    const { host, model } = this.#context;
    const { source } = model;
    const before = source.definition;
    const next = this.#definitions.get(name) ?? this.#unchosen!;
    model.pending = this.#carryOver(before?.case_type ? before : undefined, next);
    model.pending.set(choiceName, name);
    this.#request = source.requested = { ...source.requested!, caseType: name }; // The host has requested one.
    source.definition = next;
    host.requestUpdate();
    if (this.#hasChosen && name) {
      this.#untold = { label: next.label, hadFocus: !!host.renderRoot.activeElement };
    }
    this.#hasChosen = false;
  }

  /** Announces the form that the visitor has chosen. If it is in another language, the choice was removed while the messages
   * were loaded, and has lost the focus. */
  async #tell({ label, hadFocus }: { label: string; hadFocus: boolean }): Promise<void> {
    const { announce, host } = this.#context;
    this.#untold = undefined;
    await host.updateComplete;
    if (host.layout !== 'steps') announce(this.#translate('formBelow', { label }));
    if (!hadFocus || document.activeElement !== document.body) return;
    host.renderRoot
      .querySelector<HTMLElement>(`[name=${choiceName}]:checked`)
      ?.focus({ preventScroll: true });
  }

  /** The values for another form: the answers to questions that have the same ids and types. What the
   * visitor enters in a form comes back with that form. */
  #carryOver(before: Definition | undefined, next: Definition): FormData {
    const { model } = this.#context;
    const { prefill } = model;
    const values = model.pending ?? model.read();
    for (const { name, question } of before ? asked(before) : []) {
      const key = `${name} ${question.type}`;
      const entered = values.getAll(name);
      if (`${entered}` === `${prefill.getAll(name)}`) this.#entered.delete(key);
      else this.#entered.set(key, entered);
      values.delete(name);
    }
    for (const { name, question } of asked(next)) {
      const own = values.has(name) ? values.getAll(name) : prefill.getAll(name);
      values.delete(name);
      for (const value of this.#entered.get(`${name} ${question.type}`) ?? own) values.append(name, value);
    }
    return values;
  }

  /** Made before a form has shown the number of the page in place of the config's. */
  #question(): Definition {
    const all = [...this.#definitions.values()];
    const wanted = primaryLanguage(this.#context.model.source.requested?.lang ?? '');
    const first = all.find(({ lang }) => primaryLanguage(lang) === wanted) ?? all[0];
    const { introduction, next, privacy, send_label, steps, contact_us, ...shared } = first!; // There are at least two.
    const isShared = all.every(each => JSON.stringify(each.contact_us) === JSON.stringify(contact_us));
    return {
      ...shared,
      ...(contact_us && isShared && { contact_us }),
      case_type: '',
      definition: '',
      label: '',
      draft: true,
      questions: [],
      attachments: { ...shared.attachments, max_files: 0 },
      needs: all.flatMap(({ needs = ['rare'] }) => needs),
    };
  }

  #choice({ chooser }: Definition): Field {
    const { label = this.#translate('aboutWhat'), help } = chooser ?? {};
    const options = [...this.#definitions].map(([value, { label, choice_label = label }]) => ({
      value,
      label: choice_label,
    }));
    return {
      name: choiceName,
      // No question has this id.
      question: { id: '', type: 'radio', label, ...(help && { help }), options, required: true },
      isHidden: false,
      isOptional: false,
      autocomplete: '',
    };
  }
}
