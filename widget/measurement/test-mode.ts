import { css, type ReactiveController } from 'lit';
import { marketingParameters } from '../../proxy/contract/attribution.ts';
import { marketingFields } from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { type MeasurementMessages, measurementMessages } from '../../proxy/contract/languages/en.ts';
import { previewedHash } from '../client/request-definition.ts';
import { checkTestLink } from '../client/requests.ts';
import type { FormContext } from '../form/form-context.ts';
import { readTestToken, testToken } from '../form/test-token.ts';
import type { Translate } from '../messages/format.ts';

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
  .ribbon span { display: block; margin-top: .25em; font-weight: 400; }
  .warning { background: #ffe4e1; border-color: #b3261e; font-weight: 600; text-align: start; text-wrap: pretty; }
`;

/** The part that sends the enquiry. `isSentTest`: whether the enquiry that is resumed or was accepted is a test; undefined
 * if there is no such enquiry. */
export interface SentState {
  current: { isSentTest: boolean | undefined } | undefined;
}

export const create = (...needs: ConstructorParameters<typeof TestMode>) => new TestMode(...needs);

/** Handles the page's test link: checks it with the proxy, and shows a message above the form,
 * the steps and the receipt. The message says that nothing will be delivered and which parameters the tag overrides, or
 * that the link isn't valid. If a valid link names definitions to preview, the form shows them. */
export class TestMode implements ReactiveController {
  #context: FormContext;
  #submission: SentState;
  /** Returns the attribution of an enquiry that is sent now. */
  #readAttribution: () => Partial<Enquiry>;
  #translate: Translate<MeasurementMessages>;
  /** The last check, identified by the proxy and the token. */
  #check: { of: string; done: Promise<void> } | undefined;
  /** The reason why the form sends an ordinary enquiry in spite of the link. */
  #warning: 'testLinkInvalid' | 'testLinkUnchecked' = 'testLinkInvalid';
  /** The definitions that the link names, such as `injury:HASH,house-move:HASH`. */
  #preview: string | undefined;
  /** Whether the proxy has responded to the first request for the preview. */
  #isPreviewLoaded = false;
  #ribbon = document.createElement('p');
  #text = '';

  constructor(context: FormContext, submission: SentState, readAttribution: () => Partial<Enquiry>) {
    const { host, localizer, test, visit } = context;
    this.#context = context;
    this.#submission = submission;
    this.#readAttribution = readAttribution;
    this.#translate = localizer.translator(measurementMessages);
    this.#ribbon.className = 'ribbon';
    this.#ribbon.setAttribute('part', 'test-ribbon');
    this.#ribbon.dir = 'auto';
    test.link = readTestToken(visit.address);
    this.#preview = readPreview(visit.address);
    host.addController(this);
    this.hostUpdated();
  }

  /** Called after a change of the page's fragment, too. */
  hostUpdated(): void {
    const { host, model, test } = this.#context;
    if (!host.isConnected) return;
    const { proxy } = model.source;
    const opened = readTestToken(location.href);
    test.link = opened ?? test.link;
    if (opened) this.#preview = readPreview(location.href);
    const token = test.link ?? test.draft;
    const of = `${proxy} ${token}`;
    if (token && proxy && of !== this.#check?.of) {
      this.#check = { of, done: this.#verify(of, proxy, token) };
    }
    void this.#showPreview();
    this.#show();
  }

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
    void this.#showPreview();
    this.#show();
  }

  /** Shows the definitions that the link names while the form's enquiries are tests, and otherwise the current ones. */
  async #showPreview(): Promise<void> {
    const { model, test } = this.#context;
    const { source } = model;
    if (test.isValid === undefined || !source.requested) return; // Nothing changes before the proxy has responded.
    // While an ordinary enquiry is being sent, the visitor may have to correct it.
    const isOrdinary = !test.isValid || this.#submission.current?.isSentTest === false;
    const preview = isOrdinary ? undefined : this.#preview;
    if (preview === source.preview) return;
    source.preview = preview;
    this.#isPreviewLoaded = false;
    await source.request({ ...source.requested });
    this.#isPreviewLoaded = true;
    this.#show();
  }

  #show(): void {
    const { announce, host, localizer } = this.#context;
    const key = this.#message();
    const isWarning = key !== 'testMode';
    const title = key && !localizer.isLoading ? this.#translate(key) : '';
    const lines = title && !isWarning ? this.#notes() : [];
    const text = [title, ...lines].join('\n');
    if (text === this.#text) return;
    this.#text = text;
    const toLine = (textContent: string) => Object.assign(document.createElement('span'), { textContent });
    this.#ribbon.replaceChildren(title, ...lines.map(toLine));
    this.#ribbon.lang = localizer.locale;
    this.#ribbon.classList.toggle('warning', isWarning);
    this.#ribbon.setAttribute('role', isWarning ? 'alert' : 'note');
    if (!text) {
      this.#ribbon.remove();
      return;
    }
    const root = host.renderRoot;
    // The ribbon is outside of Lit's markers, so it stays when the form is replaced.
    if (!this.#ribbon.isConnected) root.querySelector('.frame')?.prepend(this.#ribbon);
    if (!root.adoptedStyleSheets.includes(styles.styleSheet!))
      root.adoptedStyleSheets.push(styles.styleSheet!);
    if (!isWarning) announce(text);
  }

  /** A line if the preview couldn't be loaded, and one for each parameter that is ignored because the tag has another
   * value. */
  #notes(): string[] {
    const { attribution, ...marketing } = this.#readAttribution();
    const overridden = marketingFields.flatMap(field => {
      const name = marketingParameters[field];
      const value = attribution?.parameters?.[name];
      const values = { parameter: `${name}=${value}`, value: marketing[field] || '""' };
      return value ? [this.#translate('parameterIgnored', values)] : [];
    });
    return this.#isPreviewLost() ? [this.#translate('previewLost'), ...overridden] : overridden;
  }

  /** Whether the form has another definition than the one that the preview names for it. */
  #isPreviewLost(): boolean {
    const { definition, hasFailed, isRefused, preview, requested } = this.#context.model.source;
    const hash = previewedHash(preview, requested?.caseType ?? '');
    const isLoading = !this.#isPreviewLoaded || !(definition || hasFailed || isRefused);
    return hash !== undefined && !isLoading && hash !== definition?.definition;
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

/** Finds the definitions to preview in the fragment of an address. */
function readPreview(address: string): string | undefined {
  return /#(?:.*&)?enquiry-preview=([^&]+)/.exec(address)?.[1];
}
