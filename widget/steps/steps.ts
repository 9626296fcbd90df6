// The form in steps. Loaded when `layout="steps"` asks for it, and imports nothing of the entry, whose bare address
// would load that a second time: the form is still drawn by the entry, from what `view` makes of it.
import type { LitElement, ReactiveController } from 'lit';
import type { FormView } from '../form/panel.ts';
import { steps } from '../messages/en-steps.ts';
import type { Text, Translate } from '../messages/format.ts';
import type { Sending } from '../submission/submission.ts';
import { backButton, head } from './head.ts';
import { isTold, type PlannedStep, planOf, stepAt, stepOf } from './plan.ts';
import { review } from './review.ts';
import { styles } from './styles.ts';
import { type Place, Trail } from './trail.ts';

type SteppedElement = LitElement & { layout: string | null | undefined };

/** Shows a form's fields a step at a time. All of them stay in the one form, so that nothing typed is lost. */
export class Steps implements ReactiveController {
  #element: SteppedElement;
  #load: () => Promise<Sending | undefined>;
  #translate: Translate<typeof steps>;
  #trail = new Trail();
  #plan: PlannedStep[] = [];
  #place: Place = { key: 0 };
  #caseType = '';
  /** What has the focus once the step is drawn. */
  #focus = '';

  constructor(
    element: SteppedElement,
    load: () => Promise<Sending | undefined>,
    translator: <Catalogue extends Record<string, Text>>(english: Catalogue) => Translate<Catalogue>,
  ) {
    const root = element.shadowRoot!; // It was there before the layout was asked for.
    this.#element = element;
    this.#load = load;
    this.#translate = translator(steps);
    root.adoptedStyleSheets.push(styles.styleSheet!);
    root.addEventListener('click', ignoreSecond);
    element.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#onPopState);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#onPopState);
  }

  hostUpdated(): void {
    if (!this.#focus || !this.#form) return;
    this.#element.renderRoot.querySelector<HTMLElement>(this.#focus)?.focus();
    this.#focus = '';
  }

  /** What the form shows at this step. */
  view(view: FormView, sending: Sending | undefined): FormView {
    if (sending) sending.reach = this.#reach;
    if (!this.#isOn) return view;
    const { introduction, privacy, send_label, ...definition } = view.definition;
    if (definition.case_type !== this.#caseType) this.#place = { key: 0 };
    this.#caseType = definition.case_type;
    this.#plan = planOf(this.#translate, definition, view.fields);

    const here = this.#here;
    const isLast = here === this.#plan.at(-1);
    const isFirst = here === this.#plan[0];
    const change = (name: string) => this.#go({ key: stepOf(this.#plan, [name])!.key, isDetour: true }, name);
    const answers = () =>
      review(this.#translate, this.#plan, view.fields, new FormData(this.#form ?? undefined), {
        lang: definition.lang,
        files: sending?.fileNames ?? [],
        change,
      });
    return {
      ...view,
      definition: isLast
        ? { ...definition, ...(privacy && { privacy }), ...(send_label && { send_label }) }
        : { ...definition, send_label: this.#translate('continue') },
      ...(!isLast && { note: undefined, sendLabel: undefined, hasFailed: false }),
      fields: view.fields.map(field => ({ ...field, isHidden: !here.names.includes(field.name) })),
      summary: sending?.summary(view.fields, name => isTold(this.#plan, here, name)),
      head: head(
        this.#translate,
        this.#plan,
        here,
        isFirst ? { label: definition.label, introduction } : undefined,
      ),
      back: isFirst && !this.#place.isDetour ? undefined : backButton(this.#translate, () => this.#back()),
      picker: here.kind === 'files' ? view.picker : here.kind === 'check' ? answers() : undefined,
    };
  }

  /** Goes a step on, when nothing is wrong with this one. False: this is the last one, and all is to be sent. */
  async proceed(): Promise<boolean> {
    const here = this.#here;
    if (!this.#isOn || here === this.#plan.at(-1)) return false;
    // When that can't be loaded, Send will say so; nobody is held up here.
    const sending = await this.#load();
    if (here.key !== this.#here.key) return true; // The visitor went elsewhere meanwhile.
    if (sending && !sending.passes(name => here.names.includes(name))) return true;
    if (this.#place.isDetour) this.#return(sending);
    else this.#go({ key: this.#plan.find(({ key }) => key > here.key)!.key }); // It is not the last.
    return true;
  }

  /** A page may change the layout at any time. */
  get #isOn(): boolean {
    return this.#element.layout === 'steps';
  }

  get #form(): HTMLFormElement | null {
    return this.#element.renderRoot.querySelector('form');
  }

  get #here(): PlannedStep {
    return stepAt(this.#plan, this.#place.key);
  }

  /** A step back; from a detour, to where it began. */
  #back(): void {
    const { key } = this.#here;
    const before = this.#place.isDetour ? this.#plan.at(-1) : this.#plan.findLast(step => step.key < key);
    const to = { key: before!.key }; // The first step has no Back.
    if (this.#trail.back(this.#place, to)) this.#show(to);
  }

  /** From a detour to the end; on the way, to what is still to be mended or, by a new answer, to be answered. */
  #return(sending: Sending | undefined): void {
    const { told, all } = sending?.wrong() ?? { told: [], all: [] };
    const next = stepOf(this.#plan, all);
    if (!next) this.#back();
    else this.#go({ key: next.key, isDetour: true }, stepOf(this.#plan, told) === next ? 'summary' : '');
  }

  /** To the first step where something is wrong, whose summary gets the focus from who found it. */
  #reach = (names: string[]): void => {
    const step = stepOf(this.#plan, names);
    if (!this.#isOn || !step || step === this.#here) return;
    const to = { key: step.key, isDetour: true };
    this.#trail.push(this.#place, to);
    this.#place = to;
  };

  #go(to: Place, name = ''): void {
    this.#trail.push(this.#place, to);
    this.#show(to, name);
  }

  /** Shows a step, the focus on its heading or on what has this id. */
  #show(to: Place, id = ''): void {
    this.#place = to;
    this.#focus = id ? `[id="${id}"], [aria-labelledby="${id}"]` : '.step';
    this.#element.requestUpdate();
  }

  #onPopState = ({ state }: PopStateEvent): void => {
    const to = this.#trail.placeIn(state);
    // On the receipt there is nothing to go back to; and another form on the page may have moved.
    if (to && to.key !== this.#place.key && this.#form && this.#isOn) this.#show(to);
    else if (to) this.#place = to;
  };
}

/** The second click of a double click on Continue is not meant for the next step, let alone for Send. */
function ignoreSecond(event: Event): void {
  const isButton = (event.target as Element).closest('.send'); // What is clicked is an element.
  if (isButton && (event as MouseEvent).detail > 1) event.preventDefault();
}
