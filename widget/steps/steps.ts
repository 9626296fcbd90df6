import { html, type ReactiveController } from 'lit';
import { type StepsMessages, stepsMessages } from '../../proxy/contract/languages/en.ts';
import { focusAfterUpdate, focusInView } from '../answers/controls.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field, StepPlace } from '../form/form-model.ts';
import type { FormView } from '../form/form-view.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import type { Translate } from '../messages/format.ts';
import type { Submission } from '../submission/submission.ts';
import {
  countSteps,
  findStep,
  findStepOfFields,
  isLastStep,
  isProblemShownInStep,
  type PlannedStep,
  planSteps,
} from './plan.ts';
import { StepHistory } from './step-history.ts';
import { styles } from './step-styles.ts';
import { reviewAnswers, scrollToStep, slideIn, slideOut, stepHead } from './step-view.ts';

export const create = (context: FormContext, submission: LazyObject<Submission>) =>
  new Steps(context, submission);

/** The height of Continue with what is around it at the bottom of a phone's screen. */
const barPx = 88;

/** How long an answer is seen before `advance` leads to the next step. */
const advanceAfterMs = 250;

/** Shows a form one step at a time. All fields stay in the form, and those of other steps are hidden. */
export class Steps implements ReactiveController {
  #context: FormContext;
  #submission: LazyObject<Submission>;
  #translate: Translate<StepsMessages>;
  #history: StepHistory;
  #plan: PlannedStep[] = [];
  #caseType = '';
  /** Whether the form was there after the last update; it isn't on the receipt. */
  #hadForm = false;
  /** The latest refusal that the steps have handled. */
  #refusal: Submission['problems']['refusal'];
  /** The selector of the element to focus after the next update; empty: none. */
  #focus = '';
  /** The side from which the next step slides in: 1 for the right, -1 for the left. */
  #direction = 0;
  /** Whether a step is going out. */
  #isLeaving = false;
  /** The names of the fields that the visitor has been shown; undefined before they first check their answers. */
  #seen: Set<string> | undefined;
  /** How many fields of this step a change has made appear. */
  #newCount = 0;
  /** The key of the step at the last click that wasn't the second of a double click. */
  #clickedAt = 0;
  /** Whether a pointer is being clicked. */
  #isPointer = false;
  /** Keeps Continue in view once the step's first control is above it, so that it never lies on that control. */
  #firstControl = new IntersectionObserver(
    ([entry]) => {
      const { target, intersectionRatio } = entry!; // One element is observed.
      target.closest('.rows')?.classList.toggle('sticky', intersectionRatio > 0.99);
    },
    // What is above the window counts, too, also in a frame.
    { root: document, rootMargin: `100000px 0px -${barPx}px`, threshold: 1 },
  );
  #observed: Element | null | undefined;
  #advanceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: FormContext, submission: LazyObject<Submission>) {
    const { host, localizer } = context;
    const root = host.renderRoot;
    this.#context = context;
    this.#history = new StepHistory(context);
    this.#submission = submission;
    this.#translate = localizer.translator(stepsMessages);
    this.#refusal = submission.current?.problems.refusal;
    root.adoptedStyleSheets.push(styles.styleSheet!);
    root.addEventListener('click', this.#onClick);
    root.addEventListener('change', this.#onChange);
    root.addEventListener('reset', this.#restart);
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#onPopState);
    this.#context.host.requestUpdate(); // It observes the first control again.
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#onPopState);
    clearTimeout(this.#advanceTimer);
    this.#firstControl.disconnect();
    this.#observed = undefined;
  }

  /** Plans the steps for the fields that are about to be rendered. */
  hostUpdate(): void {
    const { model } = this.#context;
    const { definition } = model.source;
    if (!definition) return;
    if (this.#caseType && definition.case_type !== this.#caseType) this.#restart();
    this.#caseType = definition.case_type;
    this.#history.resume();
    this.#plan = planSteps(this.#translate, definition, model.fields);
    const refusal = this.#submission.current?.problems.refusal;
    if (refusal && refusal !== this.#refusal) this.#reveal(refusal.fields);
    this.#refusal = refusal;
    const here = this.#here;
    if (here.kind === 'check' || this.#history.place.isDetour)
      this.#seen ??= new Set(this.#plan.flatMap(({ names }) => names));
    for (const name of here.names) this.#seen?.add(name);
  }

  hostUpdated(): void {
    const { host, model } = this.#context;
    if (this.#hadForm && !model.element) this.#restart();
    this.#hadForm = !!model.element;
    if (this.#plan.length > 0) this.#observeFirstControl();
    if (!this.#focus || !model.element) return;
    scrollToStep(host.renderRoot); // Its heading stands above a text field that gets the focus.
    focusInView(host.renderRoot.querySelector<HTMLElement>(this.#focus));
    this.#focus = '';
    slideIn(model.element, this.#direction);
  }

  /** The form's view, reduced to the current step. */
  view(view: FormView): FormView {
    if (!this.#isOn) return view;
    const { introduction, ...definition } = view.definition;
    const { privacy, send_label, contact_us, ...unsent } = definition;
    const here = this.#here;
    const isLast = isLastStep(this.#plan, here);
    const ended = this.#ended;
    const hasBack = here !== this.#plan[0] || this.#history.place.isDetour;
    const back = hasBack
      ? html`<button
          type="button"
          class="quiet"
          part="quiet-button back-button"
          @click=${() => this.#back()}
        >${this.#translate('back')}</button>`
      : undefined;
    return {
      ...view,
      definition: isLast || ended ? definition : { ...unsent, send_label: this.#translate('continue') },
      ...(!isLast && { note: undefined, sendLabel: undefined }),
      // The field is at an earlier step.
      ...(ended && !here.names.includes(ended.name) && { note: ended.after }),
      fields: view.fields.map(field => {
        const isHere = here.names.includes(field.name);
        const { heading, ...question } = field.question;
        const isLead = field.name === here.lead;
        return {
          ...field,
          // The step's heading is the question or its heading, so its label isn't seen, nor a heading of its own.
          ...((isLead || heading === here.title) && { question }),
          ...(isLead && { before: html`<i class="lead"></i>` }),
          isHidden: !isHere,
          ...(!isHere && { before: undefined, after: undefined }),
        };
      }),
      summary: this.#submission.current?.problems.summary(name =>
        isProblemShownInStep(this.#plan, here, name),
      ),
      head: stepHead(this.#translate, this.#plan, here, {
        view,
        newCount: this.#newCount,
        canAdvance: this.#isSingleChoice(here),
      }),
      back,
      ...(here.kind !== 'files' && { picker: here.kind === 'check' ? this.#review() : undefined }),
    };
  }

  /** Goes on to the next step if this one has no problems. Returns false at the last step, where Send sends the form. */
  async proceed(): Promise<boolean> {
    const here = this.#here;
    // Sending shows why the form has ended.
    if (!this.#isOn || isLastStep(this.#plan, here) || this.#ended) return false;
    // If it can't be loaded, the visitor can go on. Send will tell them.
    const submission = await this.#submission.load();
    const isHere = ({ field }: { field: string }) => here.names.includes(field);
    if (submission?.problems.find().some(isHere)) await submission.answers.understand();
    if (here.key !== this.#here.key) return true; // The visitor has left the step meanwhile.
    if (submission && this.#findProblems(submission, here)) return true;
    if (this.#history.place.isDetour) this.#return(submission);
    else {
      const next = this.#plan.find(({ key }) => key > here.key);
      if (next) this.#go({ key: next.key }, this.#onlyTextField(next)); // Otherwise the visitor hasn't chosen a case type.
    }
    return true;
  }

  /** Shows the problems with this step in place of those that were known, and those with others remain. Returns whether there
   * are any. */
  #findProblems({ problems }: Submission, { names }: PlannedStep): boolean {
    const isHere = ({ field }: { field: string }) => names.includes(field);
    const found = problems.find().filter(isHere);
    problems.show([...problems.shown.filter(problem => !isHere(problem)), ...found]);
    if (found.length) void focusAfterUpdate(this.#context.host, '.summary, .ending');
    return found.length > 0;
  }

  /** A page may change the layout at any time. */
  get #isOn(): boolean {
    return this.#context.host.layout === 'steps';
  }

  get #here(): PlannedStep {
    return findStep(this.#plan, this.#history.place.key);
  }

  /** The field at this step or before whose answer has ended the form; undefined: there is none. */
  get #ended(): Field | undefined {
    const field = this.#context.model.fields.find(({ ending }) => ending);
    const step = field && findStepOfFields(this.#plan, [field.name]);
    return step && step.key <= this.#here.key ? field : undefined;
  }

  /** The field of a step that asks for one text, in which the visitor goes on to type: they have pressed Continue or Return. A
   * screen reader says its label, which is the step's heading. */
  #onlyTextField({ lead, names }: PlannedStep): string {
    const { host, model } = this.#context;
    const field = model.fields.find(({ name }) => name === lead);
    const hasAdvanced = host.renderRoot.activeElement?.matches('[type=radio]');
    const isText = /^(text|textarea|email|tel|number|postcode)$/.test(field?.question.type ?? '');
    return isText && names.length === 1 && !hasAdvanced ? lead! : ''; // A field is found by it.
  }

  #observeFirstControl(): void {
    const control = this.#context.host.renderRoot.querySelector(
      `.ahead ~ .rows [id="${this.#here.names[0]}"]`,
    );
    const shown = control && (control.closest('.choice, .drop') ?? control);
    if (shown === this.#observed) return;
    this.#observed = shown;
    this.#firstControl.disconnect();
    if (shown) this.#firstControl.observe(shown);
  }

  /** Whether a tap or click on an answer leads from this step to the next: the page wants that, and the only field is a
   * required choice. */
  #isSingleChoice(step: PlannedStep): boolean {
    const { host, model } = this.#context;
    const [name, ...others] = step.names;
    if (!host.hasAttribute('advance') || others.length || isLastStep(this.#plan, step)) return false;
    const question = model.fields.find(field => field.name === name)?.question;
    return !!question?.required && /^(radio|yes_no)$/.test(question.type);
  }

  #review() {
    return reviewAnswers(this.#translate, this.#plan, this.#context.model, {
      files: this.#submission.current?.attachments.names ?? [],
      isNew: this.#isNew,
      change: key => this.#go({ key, isDetour: true }),
    });
  }

  /** Whether the visitor hasn't been shown this field, because a change has made it appear. */
  #isNew = (name: string): boolean => !!this.#seen && !this.#seen.has(name);

  /** Goes back a step; from a detour, to where it began. */
  #back(): void {
    const { key } = this.#here;
    const previous = this.#history.place.isDetour
      ? this.#plan.at(-1)
      : this.#plan.findLast(step => step.key < key);
    const to = { key: previous!.key }; // The first step has no Back.
    void this.#leave(to, () => {
      if (this.#history.back(to)) this.#show(to);
    });
  }

  /** Goes back from a detour to the last step; or on to another step with a problem, or with a question that a new answer
   * has made appear. */
  #return(submission: Submission | undefined): void {
    const known = submission?.problems.shown.map(({ field }) => field) ?? [];
    const all = [...known, ...(submission?.problems.find().map(({ field }) => field) ?? [])];
    const appeared = this.#plan.flatMap(({ names }) => names.filter(this.#isNew));
    const next = findStepOfFields(this.#plan, [...all, ...appeared]);
    const isKnown = next === findStepOfFields(this.#plan, known);
    if (next) this.#go({ key: next.key, isDetour: true }, isKnown ? 'summary' : '');
    else this.#back();
  }

  /** Moves to the first step with one of these fields. The submission focuses the error summary there. */
  #reveal(names: string[]): void {
    const step = findStepOfFields(this.#plan, names);
    if (!this.#isOn || !step || step === this.#here) return;
    const to = { key: step.key, isDetour: true };
    this.#history.push(to);
    this.#moveTo(to);
  }

  #moveTo(to: StepPlace): void {
    const { emit, model } = this.#context;
    const { key: left } = this.#here;
    this.#history.place = to;
    this.#submission.current?.stepChanged();
    const { key, names } = this.#here; // If that step is skipped, this is the one before.
    this.#newCount = names.filter(this.#isNew).length;
    if (!this.#isOn || key === left) return;
    const { caseType } = model.source.requested ?? {};
    emit('enquiry-step', { case_type: caseType, step: key + 1, steps: countSteps(this.#plan) });
  }

  #go(to: StepPlace, id = ''): void {
    void this.#leave(to, () => {
      this.#history.push(to);
      this.#show(to, id);
    });
  }

  /** Lets this step go out, and then moves to another one. What is pressed meanwhile would skip a step. */
  async #leave(to: StepPlace, move: () => void): Promise<void> {
    const { element } = this.#context.model;
    const { key } = this.#here;
    if (this.#isLeaving || !element) return;
    this.#isLeaving = true;
    await slideOut(element, this.#sideOf(to));
    this.#isLeaving = false;
    if (key === this.#here.key) move(); // Otherwise the browser's Back was faster.
  }

  #sideOf({ key }: StepPlace): number {
    return Math.sign(key - this.#here.key) * (this.#context.localizer.dir === 'rtl' ? -1 : 1);
  }

  /** Shows a step, and focuses its heading, or the element with this id or labelled by it. */
  #show(to: StepPlace, id = ''): void {
    this.#direction = this.#sideOf(to);
    this.#moveTo(to);
    this.#focus = id ? `[id="${id}"], [aria-labelledby="${id}"]` : '.step';
    this.#context.host.requestUpdate();
  }

  #onPopState = ({ state }: PopStateEvent): void => {
    const to = this.#history.placeIn(state);
    if (!to || !this.#context.model.element) return; // The receipt is shown, or the page or another form has made the entry.
    if (to.key === this.#history.place.key || !this.#isOn) {
      this.#moveTo(to);
      return;
    }
    this.#show(to);
    // Right after this event, browsers scroll to where the visitor was when they left this step.
    setTimeout(() => scrollToStep(this.#context.host.renderRoot));
  };

  #restart = (): void => {
    this.#context.model.step = undefined;
    this.#seen = undefined;
    this.#newCount = 0;
  };

  /** Ignores the second click of a double click on Continue, which would skip the next step, or send the form; and on an
   * answer that has led to the next step. */
  #onClick = (event: Event): void => {
    const { detail, target } = event as MouseEvent; // By its type.
    const { key } = this.#history.place;
    const isButton = (target as Element).closest('.send'); // Only elements are clicked.
    if (detail > 1 && (isButton || key !== this.#clickedAt)) event.preventDefault();
    if (detail > 1) return;
    this.#clickedAt = key;
    if (!detail) return; // A key has made the click.
    this.#isPointer = true;
    setTimeout(() => {
      this.#isPointer = false; // The change follows the click in the same task.
    });
  };

  #onChange = ({ target }: Event): void => {
    clearTimeout(this.#advanceTimer);
    const { key } = this.#here;
    if (!this.#isPointer || !this.#context.model.element?.contains(target as Node)) return; // Only elements change.
    this.#advanceTimer = setTimeout(() => {
      if (key === this.#here.key && this.#isSingleChoice(this.#here) && !this.#ended) void this.proceed();
    }, advanceAfterMs);
  };
}
