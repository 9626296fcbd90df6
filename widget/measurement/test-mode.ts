import { css, type ReactiveController } from 'lit';
import { checkTestLink } from '../client/requests.ts';
import type { FormContext } from '../form/form-context.ts';
import { type MeasurementMessages, measurementMessages } from '../messages/en-measurement.ts';
import type { Translate } from '../messages/format.ts';
import { readTestToken, testToken } from './data-layer.ts';

/** The ribbon above the form. Its colours are the same in light and dark mode. Its text is dark, so that it can be read
 * on paper, where browsers don't print backgrounds. */
const styles = css`
  .ribbon {
    margin-bottom: .5em;
    padding: .5em 1em;
    color: #1a1a1a;
    background: #ffd84d;
    border: 2px solid #8a6a00;
    border-radius: var(--enquiry-radius, 10px);
    font-family: var(--enquiry-font, inherit);
    font-weight: 700;
    line-height: 1.4;
    text-align: center;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .warning { background: #ffe4e1; border-color: #b3261e; font-weight: 600; text-align: start; text-wrap: pretty; }
`;

/** The part that sends the enquiry. `isSentTest`: whether the enquiry that is resumed or was accepted is a test; undefined
 * if there is no such enquiry. */
export interface SentState {
  current: { isSentTest: boolean | undefined } | undefined;
}

export const prepare = (context: FormContext, submission: SentState) => () =>
  new TestMode(context, submission);

/** Handles the page's test link: checks it with the proxy, and shows a message above the form,
 * the steps and the receipt. The message says that nothing will be delivered, or that the link isn't valid. */
export class TestMode implements ReactiveController {
  #context: FormContext;
  #submission: SentState;
  #translate: Translate<MeasurementMessages>;
  /** The last check, identified by the proxy and the token. */
  #check: { of: string; done: Promise<void> } | undefined;
  /** The reason why the form sends an ordinary enquiry in spite of the link. */
  #warning: 'testLinkInvalid' | 'testLinkUnchecked' = 'testLinkInvalid';
  #ribbon = document.createElement('p');

  constructor(context: FormContext, submission: SentState) {
    const { host, localizer, test, visit } = context;
    this.#context = context;
    this.#submission = submission;
    this.#translate = localizer.translator(measurementMessages);
    this.#ribbon.className = 'ribbon';
    this.#ribbon.setAttribute('part', 'test-ribbon');
    this.#ribbon.dir = 'auto';
    test.link = readTestToken(visit.address);
    host.addController(this);
    this.hostUpdated();
  }

  hostConnected(): void {
    addEventListener('hashchange', this.hostUpdated);
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.hostUpdated);
  }

  hostUpdated = (): void => {
    const { host, model, test } = this.#context;
    if (!host.isConnected) return;
    const { proxy } = model.source;
    const link = readTestToken(location.href) ?? test.link;
    test.link = link;
    const token = link ?? test.draft;
    const of = `${proxy} ${token}`;
    if (token && proxy && of !== this.#check?.of) {
      this.#check = { of, done: this.#verify(of, proxy, token) };
    }
    this.#show();
  };

  /** Resolves once the proxy has checked the token. */
  get checked(): Promise<void> | undefined {
    return this.#check?.done;
  }

  async #verify(of: string, proxy: string, token: string): Promise<void> {
    this.#context.test.isValid = undefined;
    const isValid = await checkTestLink(proxy, token);
    if (of !== this.#check?.of) return; // Another link has been opened.
    this.#warning = isValid === undefined ? 'testLinkUnchecked' : 'testLinkInvalid';
    this.#context.test.isValid = isValid ?? false;
    this.#show();
  }

  #show(): void {
    const { announce, host, localizer } = this.#context;
    const key = this.#message();
    const text = key && !localizer.isLoading ? this.#translate(key) : '';
    if (text === this.#ribbon.textContent) return;
    const isWarning = key !== 'testMode';
    this.#ribbon.textContent = text;
    this.#ribbon.lang = localizer.locale;
    this.#ribbon.classList.toggle('warning', isWarning);
    this.#ribbon.setAttribute('role', isWarning ? 'alert' : 'note');
    if (!text) {
      this.#ribbon.remove();
      return;
    }
    const root = host.shadowRoot!;
    // The ribbon is outside of Lit's markers, so it stays when the form is replaced.
    if (!this.#ribbon.isConnected) root.querySelector('.frame')?.prepend(this.#ribbon);
    if (!root.adoptedStyleSheets.includes(styles.styleSheet!))
      root.adoptedStyleSheets.push(styles.styleSheet!);
    if (!isWarning) announce(text);
  }

  #message(): keyof MeasurementMessages | undefined {
    const { link, draft, isValid } = this.#context.test;
    const isSentTest = this.#submission.current?.isSentTest;
    if (isSentTest) return 'testMode';
    if (!(link ?? draft) || isValid === undefined) return undefined;
    if (testToken(this.#context) === undefined) return this.#warning;
    // There is no ribbon for an ordinary enquiry that was sent before the link was opened, because it is delivered.
    return isSentTest === undefined ? 'testMode' : undefined;
  }
}
