import type { ReactiveController } from 'lit';
import { checkTestLink } from '../client/test-link.ts';
import type { FormContext } from '../form/form-context.ts';
import { type MeasurementMessages, measurementMessages } from '../messages/en-measurement.ts';
import type { Translate } from '../messages/format.ts';
import { styles } from './styles.ts';
import { isTest, noteTest, readTestToken, testToken } from './test-state.ts';

/** Handles the page's test link: checks it with the proxy, marks the form's events, and shows a message above the form,
 * the steps and the receipt. The message says that nothing will be delivered, or that the link isn't valid. */
export class TestMode implements ReactiveController {
  #context: FormContext;
  #translate: Translate<MeasurementMessages>;
  /** The last check, identified by the proxy and the token. */
  #check: { of: string; isDone: boolean; done: Promise<void> } | undefined;
  /** The reason why the form sends an ordinary enquiry in spite of the link. */
  #warning: 'testLinkInvalid' | 'testLinkUnchecked' = 'testLinkInvalid';
  /** The token when the visitor pressed Send. The retries use it, too. */
  #decision: { token: string | undefined } | undefined;
  #ribbon = document.createElement('p');

  constructor(context: FormContext) {
    const { emit, host, localizer, visit } = context;
    this.#context = context;
    this.#translate = localizer.translator(measurementMessages);
    this.#ribbon.className = 'ribbon';
    this.#ribbon.setAttribute('part', 'test-ribbon');
    this.#ribbon.dir = 'auto';
    context.emit = (type, detail) => {
      // `enquiry-accepted` is marked where it is emitted, because it depends on the enquiry that was sent.
      const isMarked = type !== 'enquiry-accepted' && isTest(context);
      emit(type, isMarked ? { ...detail, test: true } : detail);
    };
    host.addEventListener('enquiry-before-submit', () => this.#decide());
    noteTest(context, { link: readTestToken(visit.address) });
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
    const link = readTestToken(location.href) ?? test?.link;
    if (link !== test?.link) noteTest(this.#context, { link });
    const token = link ?? test?.draft;
    const of = `${proxy} ${token}`;
    if (token && proxy && of !== this.#check?.of) {
      this.#check = { of, isDone: false, done: this.#verify(of, proxy, token) };
    }
    this.#show();
  };

  /** Resolves with the token for the form's enquiry, once the proxy has checked it. */
  async token(): Promise<string | undefined> {
    this.#decision ??= { token: testToken(this.#context) };
    const { token } = this.#decision;
    await this.#check?.done;
    return token;
  }

  #decide(): void {
    this.#decision = { token: testToken(this.#context) };
  }

  async #verify(of: string, proxy: string, token: string): Promise<void> {
    noteTest(this.#context, { isValid: undefined });
    const isValid = await checkTestLink(proxy, token);
    if (of !== this.#check?.of) return; // Another link has been opened.
    this.#check.isDone = true;
    this.#warning = isValid === undefined ? 'testLinkUnchecked' : 'testLinkInvalid';
    noteTest(this.#context, { isValid: isValid ?? false });
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
    const { link, draft, isSentTest } = this.#context.test ?? {};
    if (isSentTest) return 'testMode';
    if (!(link ?? draft) || !this.#check?.isDone) return undefined;
    if (testToken(this.#context) === undefined) return this.#warning;
    // There is no ribbon for an ordinary enquiry that was sent before the link was opened, because it is delivered.
    return isSentTest === undefined ? 'testMode' : undefined;
  }
}
