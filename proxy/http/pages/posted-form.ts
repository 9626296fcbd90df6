import {
  EnquiryAcceptance,
  type EnquiryBody,
  enquiriesRoute,
  type SentEnquiry,
  toMarketingText,
} from '../../acceptance/accept-enquiry.ts';
import { FileAcceptance, type ReceivedFile } from '../../acceptance/accept-file.ts';
import type { Sender } from '../../acceptance/dependencies.ts';
import { createStoreBudget, Refusal } from '../../acceptance/refusal.ts';
import { asked, listConsents } from '../../contract/asked.ts';
import { type Definition, marketingFields } from '../../contract/definition.ts';
import type { Problem, Receipt } from '../../contract/enquiry.ts';
import type { PageNote, PostedFields, PostedVisit, RefusedFile } from '../../contract/page-module.ts';
import { traitsOf } from '../../contract/question-types.ts';
import { canonicalJson, uuidOfPageKey } from '../../enquiry/identifiers.ts';
import { attachmentsRoute } from '../../outbox/deliveries.ts';
import { type Config, settingsOf } from '../../settings/config.ts';
import { noOwner } from '../../spool/spool.ts';
import { type AppContext, type AppDependencies, type FormToShow, senderOf } from '../context.ts';
import type { FormPages } from './form-pages.ts';
import { createSiteFinder, readVisit, type Site } from './page-site.ts';
import { type PostedFile, readPostedForm } from './read-posted-form.ts';
import { redirectToReceipt } from './receipt-token.ts';

/** The name of the controls for files. */
const filesName = 'files';
/** Files that are too large or too many may cost time, but not the enquiry whose fields follow them. */
const leastSkippedBytes = 268_435_456;

/** The outcome of a posted form. */
type Decision =
  | { kind: 'accepted'; definition: Definition; receipt: Receipt }
  /** The visitor has to do something. */
  | { kind: 'form'; definition: Definition; problems?: Problem[]; note?: PageNote; status?: 409 }
  | { kind: 'refused'; refusal: Refusal };

interface FoundDefinition {
  definition: Definition;
  /** Whether it is the one that the visitor saw. */
  isShown: boolean;
}

/** What all posted forms share. */
interface Shared {
  dependencies: AppDependencies;
  enquiries: EnquiryAcceptance;
  files: FileAcceptance;
  findSite: ReturnType<typeof createSiteFinder>;
}

/** `POST /forms/{case_type}`: stores the enquiry of a form that was posted without JavaScript, with its files, and redirects
 * to the receipt. The enquiry is stored before its files, which follow the fields, so that a file can't cost the enquiry. */
export function postForm(dependencies: AppDependencies, pages: FormPages) {
  const enquiries = new EnquiryAcceptance(dependencies);
  const files = new FileAcceptance(dependencies);
  const shared = { dependencies, enquiries, files, findSite: createSiteFinder(dependencies) };

  return async (context: AppContext): Promise<Response> => {
    const form = new PostedForm(context, shared);
    try {
      await form.read();
      const decision = await form.decide();
      if (decision.kind === 'form') return pages.form(context, form.showAgain(decision));
      const { definition, receipt } = decision;
      const query = pages.queryOf(context, definition);
      return redirectToReceipt(context, dependencies, definition, { receipt, ...form.files, query });
    } catch (error) {
      await form.keepToShow();
      throw error;
    }
  };
}

/** A form that a page posts, while it arrives. Its enquiry is decided on at the first file, because files follow all fields. A
 * form of another page whose files come earlier is shown, to be sent from the proxy's own. */
class PostedForm {
  readonly #context: AppContext;
  readonly #shared: Shared;
  readonly #caseType: string;
  readonly #limits: Config['attachments'];
  readonly #site: Site | undefined;
  readonly #sender: Sender;
  /** Rejects if the sender has reached a limit. It is awaited after the fields have been read, so that they can be shown again. */
  readonly #limit: Promise<void>;
  /** For a form without a key: a prerendered one. */
  readonly #ownKey = crypto.randomUUID();
  readonly #fields: PostedFields = [];
  /** The number of files that the visitor has chosen, as far as they have arrived. */
  #fileCount = 0;
  /** What became of its files: how many are attached, and those that were refused. */
  readonly files = { files: 0, refused: [] as RefusedFile[] };
  /** How many files with the same content and name have got a key. */
  readonly #equalFiles = new Map<string, number>();
  #found: { hash: string; search: Promise<FoundDefinition> } | undefined;
  #decision: Decision | undefined;

  constructor(context: AppContext, shared: Shared) {
    const { settings, config, shared: limits } = shared.dependencies;
    this.#context = context;
    this.#shared = shared;
    this.#caseType = context.req.param('case_type') ?? '';
    this.#limits = settingsOf(config, this.#caseType).attachments;
    this.#site = shared.findSite(context);
    const sender = senderOf(context, settings.requests.trustedProxyHops);
    this.#sender = sender;
    const take = this.#site ? limits.takeEnquiry : limits.takeForeignForm;
    this.#limit = (async () => take(sender.limitedAs))();
    this.#limit.catch(() => {}); // It may never be awaited.
  }

  /** Reads all parts of the form. */
  async read(): Promise<void> {
    const { definitions, settings } = this.#shared.dependencies;
    const { max_files, max_bytes } = this.#limits;
    try {
      for await (const part of readPostedForm(this.#context, {
        maxBytes: definitions.maxEnquiryBytes,
        maxSkippedBytes: Math.max(leastSkippedBytes, 2 * max_files * max_bytes),
        minimumRate: settings.requests.minimumRate,
      })) {
        if (part.kind === 'field') this.#fields.push([part.name, part.value]);
        else if (part.name === filesName) await this.#takeFile(part);
      }
    } catch (error) {
      // The receipt names the files that didn't arrive, and the form has what must be corrected first.
      const isDecided = this.#decision?.kind === 'accepted' || this.#decision?.kind === 'form';
      if (!isDecided || !(error instanceof Refusal)) throw error;
    }
  }

  /** Decides once. Throws the refusal that is the decision. */
  async decide(): Promise<Exclude<Decision, { kind: 'refused' }>> {
    await this.#limit;
    this.#decision ??= await this.#decide();
    if (this.#decision.kind === 'refused') throw this.#decision.refusal;
    return this.#decision;
  }

  /** The form to show in place of a receipt. */
  showAgain({ definition, problems, note, status }: Extract<Decision, { kind: 'form' }>) {
    const shown = this.#toShow(definition);
    return {
      ...shown,
      notes: [...(note ? [note] : []), ...shown.notes],
      ...(problems && { problems }),
      ...(status && { status }),
    };
  }

  /** Keeps the form for the page that shows why it is refused. */
  async keepToShow(): Promise<void> {
    const { definition } = (await this.#findDefinition().catch(() => undefined)) ?? {}; // It is unknown, or the store fails.
    if (definition) this.#context.set('formToShow', this.#toShow(definition));
  }

  async #takeFile({ fileName, chunks }: PostedFile): Promise<void> {
    const first = await chunks.next();
    if (fileName === '' && first.done) return; // An input in which no file was chosen.
    this.#fileCount += 1;
    await this.#limit;
    if (!this.#decision) {
      const { definition } = await this.#findDefinition();
      const isComplete = hasAllFields(definition, this.#fields);
      this.#decision = isComplete
        ? await this.#decide()
        : { kind: 'form', definition, note: 'check-and-send' };
    }
    // The rest of the form is read, because many browsers don't read a response before they have sent everything.
    if (this.#decision.kind !== 'accepted') return;
    const { dependencies, files } = this.#shared;
    const { reference, status } = this.#decision.receipt;
    const { max_files, max_bytes: maxBytes } = this.#limits;
    const sent = { limits: this.#limits, sender: this.#sender };
    try {
      if (this.files.files >= max_files) throw new Refusal('too-many-attachments');
      const file = await files.receive({
        body: limitBytes(first, chunks, maxBytes),
        maxBytes,
        owner: { ...noOwner, reference }, // The key depends on the content.
        budget: createStoreBudget(),
        ...sent,
      });
      const keys = this.#deriveKeys(fileName, file);
      await files.attach({
        reference,
        idempotencyKey: await findKey(dependencies, attachmentsRoute(reference), keys),
        fileName,
        file,
        isAwaited: status === 'delivered' && dependencies.settings.uploads.scanUrl !== undefined,
        budget: createStoreBudget(),
        ...sent,
      });
      this.files.files += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, reason } = error;
      dependencies.metrics.refused(code, reason);
      const isWrongType = reason === 'not-pdf-png-gif-jpeg' || reason === 'unreadable-metadata';
      // The receipt finds it in the store, as one in which the scanner finds something later.
      if (reason === 'infected') this.files.files += 1;
      else this.files.refused.push({ name: fileName, code: isWrongType ? 'wrong-type' : code });
    }
  }

  /** The idempotency keys that a file may have. A repeat of the form may have other files as well, or the same ones in
   * another order, and one post may have the same file twice. */
  #deriveKeys(fileName: string, { sentSha256 }: ReceivedFile): string[] {
    const file = `file ${sentSha256} ${fileName}`;
    const count = (this.#equalFiles.get(file) ?? 0) + 1;
    this.#equalFiles.set(file, count);
    return this.#shared.dependencies.signer.deriveKeys(this.#key(), `${file} ${count}`);
  }

  async #decide(): Promise<Decision> {
    const { definition, isShown } = await this.#findDefinition();
    if (!this.#site || !this.#isTrusted()) return { kind: 'form', definition, note: 'check-and-send' };
    if (!isShown) return { kind: 'form', definition, note: 'check-and-send', status: 409 };
    try {
      const receipt = await this.#accept(this.#toEnquiry(definition, this.#site));
      return { kind: 'accepted', definition, receipt };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, reason, members } = error;
      if (code !== 'invalid-enquiry' || !members.problems) return { kind: 'refused', refusal: error };
      this.#shared.dependencies.metrics.refused(code, reason);
      return { kind: 'form', definition, problems: members.problems };
    }
  }

  #toEnquiry(definition: Definition, site: Site): SentEnquiry {
    const { widget, shared } = this.#shared.dependencies;
    const { req } = this.#context;
    const referer = req.header('referer') ?? '';
    const isReferred = URL.parse(referer)?.origin === site.origin;
    const visit = this.#visit();
    const { attribution, ...marketing } =
      visit ?? widget.page.attribute(definition, isReferred ? [req.url, referer] : [req.url]);
    const enquiry: EnquiryBody['enquiry'] = {
      case_type: this.#caseType,
      definition: definition.definition,
      lang: definition.lang,
      ...widget.page.readEnquiry(definition, this.#fields, req.url, shared.matchesPattern),
      ...Object.fromEntries(marketingFields.map(field => [field, toMarketingText(marketing[field])])),
    };
    // Some extensions remove the header, but the page with a key is at this address.
    const ownAddress = this.#isSigned() ? site.origin + new URL(req.url).pathname : undefined;
    const landing_page = visit ? visit.attribution?.landing_page : isReferred ? referer : ownAddress;
    return {
      key: this.#key(),
      body: { enquiry, attribution: { ...attribution, landing_page }, client: {} },
      site: visit?.site ?? site.origin,
      blockedOn: visit?.site,
      authorization: '', // A page without JavaScript can't solve a challenge.
      sender: this.#sender,
    };
  }

  /** Stores an enquiry under its key, or under one that is derived from its content if the key had another one: the visitor
   * has gone back and changed something. */
  async #accept(sent: SentEnquiry): Promise<Receipt> {
    const { enquiries, dependencies } = this.#shared;
    try {
      return await enquiries.accept(sent);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'idempotency-mismatch') throw error;
      const keys = dependencies.signer.deriveKeys(sent.key, canonicalJson(sent.body.enquiry));
      return await enquiries.accept({ ...sent, key: await findKey(dependencies, enquiriesRoute, keys) });
    }
  }

  /** Searches once for each hash: a form may have thousands of files. */
  #findDefinition() {
    const hash = this.#value('definition');
    if (this.#found?.hash !== hash) this.#found = { hash, search: this.#searchDefinition(hash) };
    return this.#found.search;
  }

  async #searchDefinition(hash: string): Promise<FoundDefinition> {
    const { definitions } = this.#shared.dependencies;
    const lang = this.#context.req.query('lang');
    const current = definitions.current(this.#caseType, lang);
    const isCurrent = hash === '' || hash === current?.definition;
    const archived = isCurrent
      ? undefined
      : await createStoreBudget().run(() => definitions.archived(this.#caseType, hash, lang));
    const definition = archived ?? current;
    if (!definition) throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
    return { definition, isShown: isCurrent || archived !== undefined };
  }

  #toShow(definition: Definition): FormToShow {
    const isTrusted = this.#isTrusted();
    const removed = isTrusted ? [] : [...listConsents(definition), 'visit'];
    const fields = this.#fields.filter(([name]) => !removed.includes(name));
    const visit = isTrusted ? undefined : this.#visit();
    // The browser says which page it comes from, unless that page's policy hides it.
    const isHidden = this.#context.req.header('origin') === 'null';
    const site = isHidden ? visit?.site : this.#site?.origin;
    if (visit) fields.push(['visit', JSON.stringify({ ...visit, site })]);
    const hasFiles = this.#fileCount > 0 || visit?.has_files;
    return { definition, fields, notes: hasFiles ? ['choose-files-again'] : [] };
  }

  /** Whether the page with the form is known to be one that may send enquiries. What another page couldn't send is shown
   * first. */
  #isTrusted(): boolean {
    const site = this.#site;
    return !!site && (this.#visit() ? site.isOwn && this.#isSigned() : !site.needsKey || this.#isSigned());
  }

  #isSigned(): boolean {
    return this.#shared.dependencies.signer.isPageKey(this.#value('key'));
  }

  #visit(): PostedVisit | undefined {
    return readVisit(this.#value('visit'), this.#shared.dependencies.config);
  }

  /** The idempotency key that the page's key stands for, even if the secret that signed it has been removed. */
  #key(): string {
    return uuidOfPageKey(this.#value('key')) ?? this.#ownKey;
  }

  #value(name: string): string {
    return this.#fields.find(([each]) => each === name)?.[1] ?? '';
  }
}

/** Finds the key under which a delivery was stored, perhaps with an earlier secret. Default: that of the first secret. */
async function findKey({ intake }: AppDependencies, route: string, keys: string[]): Promise<string> {
  if (keys.length > 1)
    for (const key of keys) if (await createStoreBudget().run(() => intake.find(route, key))) return key;
  return keys[0]!; // There is a key for each secret.
}

/** Whether all fields have arrived that a browser posts even if they are empty. */
function hasAllFields(definition: Definition, fields: PostedFields): boolean {
  const names = new Set(fields.map(([name]) => name));
  return asked(definition).every(
    ({ name, question }) => !['words', 'format'].includes(traitsOf(question.type).answer) || names.has(name),
  );
}

/** Passes on the chunks of a file. Throws a refusal once there are more than `maxBytes`. */
async function* limitBytes(
  first: IteratorResult<Buffer>,
  rest: AsyncGenerator<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (let next = first; !next.done; next = await rest.next()) {
    bytes += next.value.length;
    if (bytes > maxBytes) throw new Refusal('too-large', { reason: 'form-file' });
    yield next.value;
  }
}
