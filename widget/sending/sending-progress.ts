import { wait } from '../client/requests.ts';
import type { FormHost, SubmissionContext } from '../form/form-context.ts';
import type { ContactWays } from './contact.ts';

/** After this time, Send says that the enquiry is being sent: an outcome that comes sooner would make it flash. */
const quietMs = 150;
/** How long it says so at least, to be read. */
const readMs = 400;
/** After this time, the visitor is told that an attempt is still under way. */
const slowMs = 6_000;
/** After this time since Send, the visitor is offered other ways to reach the firm, even if no attempt has ended. */
const contactMs = 10_000;

/** What the attempts of one submission know of each other, and what the visitor has been told about them. */
export class SendingProgress {
  /** The attempts that the visitor knows of. */
  attempts = 1;
  /** The code of why no enquiry from this page arrives; undefined: they may, or the form doesn't know. */
  misconfiguration: string | undefined;
  /** Whether the attempt under way takes long. */
  isSlow = false;
  /** Whether the visitor is offered other ways to reach the firm. */
  offersContact = false;
  /** The last announcement of a retry. Screen readers hear it once. */
  #announced = '';
  #wasSlow = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #contactTimer: ReturnType<typeof setTimeout>;
  #contact: ContactWays;
  #context: SubmissionContext;

  constructor(context: SubmissionContext, contact: ContactWays) {
    this.#contact = contact;
    this.#context = context;
    this.#contactTimer = setTimeout(() => context.announce(this.#offerContact()), contactMs);
  }

  beginAttempt(): void {
    const { announce, host } = this.#context;
    this.#slowTimer = setTimeout(() => {
      this.isSlow = true;
      host.requestUpdate();
      if (!this.#wasSlow) announce(this.#context.translate('slow'));
      this.#wasSlow = true;
    }, slowMs);
  }

  endAttempt(): void {
    clearTimeout(this.#slowTimer);
    this.isSlow = false;
  }

  /** Announces that the visitor is sending again. A failure is then announced again. */
  announceSending(): void {
    this.#context.announce(this.#context.translate('sending'));
    this.#announced = '';
  }

  /** Announces that there will be a retry. After the second attempt, offers other ways to reach the firm. */
  announceRetry(message: string): void {
    const news = `${message === this.#announced ? '' : message} ${this.attempts > 1 ? this.#offerContact() : ''}`;
    this.#context.announce(news.trim());
    this.#announced = message;
  }

  end(): void {
    this.endAttempt();
    clearTimeout(this.#contactTimer);
  }

  /** Returns what to announce. */
  #offerContact(): string {
    if (this.offersContact) return '';
    this.offersContact = true;
    this.#context.host.requestUpdate();
    return this.#contact.announcement;
  }
}

/** When Send says that the enquiry is being sent. */
export class SendingSign {
  /** Resolves once the visitor could read it. Undefined: Send doesn't say it. */
  read: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #host: FormHost;

  constructor(host: FormHost) {
    this.#host = host;
    // Until this part is loaded, Send says it at once.
    if (host.renderRoot.querySelector('.spin')) this.#show();
  }

  /** `isLocking`: the fields are about to be locked. If one of them has the focus, it moves to Send, whose label must say
   * "Sending…" by then, because screen readers read it. */
  begin(isLocking = false): void {
    if (this.read) return;
    if (isLocking && this.#host.renderRoot.activeElement?.matches(':not(.send)')) this.#show();
    else this.#timer ??= setTimeout(this.#show, quietMs);
  }

  /** Resolves once the visitor could read what Send says. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.read;
    this.read = undefined;
  }

  #show = (): void => {
    clearTimeout(this.#timer);
    this.read = wait(readMs);
    this.#host.requestUpdate();
  };
}
