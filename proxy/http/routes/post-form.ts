import { setTimeout } from 'node:timers/promises';
import { asked, listConsents } from '../../contract/asked.ts';
import { type Definition, marketingFields } from '../../contract/definition.ts';
import type { Problem, Receipt } from '../../contract/enquiry.ts';
import type { PageNote, PostedFields, RefusedFile } from '../../contract/page-module.ts';
import { traitsOf } from '../../contract/question-types.ts';
import { canonicalJson, uuidOfPageKey } from '../../enquiry/identifiers.ts';
import { attachmentsRoute } from '../../outbox/deliveries.ts';
import { settingsOf } from '../../settings/config.ts';
import { createAttachmentAcceptance, type ReceivedFile } from '../accept-attachment.ts';
import { createEnquiryAcceptance, type EnquirySender, enquiriesRoute } from '../accept-enquiry.ts';
import { type AppContext, type AppDependencies, limitedSender, type PostedForm } from '../context.ts';
import { type EnquiryBody, toMarketingText } from '../enquiry-body.ts';
import type { FormPages } from '../form-pages.ts';
import { createSiteFinder, readVisit } from '../page-site.ts';
import { type PostedFile, readPostedForm } from '../posted-form.ts';
import { redirectToReceipt } from '../receipt-token.ts';
import { Refusal } from '../refusal.ts';
import { createStoreBudget } from '../store-limits.ts';

/** The name of the controls for files. */
const filesName = 'files';
/** Files that are too large or too many may cost time, but not the enquiry whose fields follow them. */
const leastSkippedBytes = 268_435_456;
/** The interval at which a request checks whether the first one with its key has ended, as after a double click. */
const pollMs = 250;

/** The outcome of a posted form. */
type Decision =
  | { kind: 'accepted'; definition: Definition; receipt: Receipt }
  /** The visitor has to do something. */
  | { kind: 'form'; definition: Definition; problems?: Problem[]; note?: PageNote; status?: 409 }
  | { kind: 'refused'; refusal: Refusal };

interface SpooledUpload {
  fileName: string;
  file: ReceivedFile;
}

/** `POST /forms/{case_type}`: stores the enquiry of a form that was posted without JavaScript, with its files, and redirects
 * to the receipt. The enquiry is stored before its files, so that a file can't cost the enquiry. */
export function postForm(dependencies: AppDependencies, pages: FormPages) {
  const { settings, config, definitions, widget, shared, signer, metrics, clock, monotonicMs, intake } =
    dependencies;
  const { minimumRate, outcomeWaitMs, trustedProxyHops } = settings.requests;
  const acceptOnce = createEnquiryAcceptance(dependencies);
  const { receive, attach, erase } = createAttachmentAcceptance(dependencies);
  const findSite = createSiteFinder(dependencies);

  return async (context: AppContext): Promise<Response> => {
    const caseType = context.req.param('case_type') ?? '';
    const site = findSite(context);
    const take = site ? shared.takeEnquiry : shared.takeForeignForm;
    /** Thrown once the fields have been read, so that they can be shown again. */
    const excess = catchRefusal(() => take(limitedSender(context, trustedProxyHops)));
    const { attachments: limits } = settingsOf(config, caseType);
    const fields: PostedFields = [];
    const postedValue = (name: string) => fields.find(([each]) => each === name)?.[1] ?? '';
    /** For a form without a key: a prerendered one. */
    const ownKey = crypto.randomUUID();
    let decision: Decision | undefined;
    let fileCount = 0;
    let attached = 0;
    /** How many files with the same content and name have got a key. */
    const fileKeys = new Map<string, number>();
    const uploads: SpooledUpload[] = [];
    const refused: RefusedFile[] = [];

    /** The idempotency key that the page's key stands for, even if the secret that signed it has been removed. */
    function baseKey(): string {
      return uuidOfPageKey(postedValue('key')) ?? ownKey;
    }

    let found: { hash: string; search: ReturnType<typeof searchDefinition> } | undefined;
    /** Searches once for each hash: a form may have thousands of files. */
    function findDefinition() {
      const hash = postedValue('definition');
      if (found?.hash !== hash) found = { hash, search: searchDefinition(hash) };
      return found.search;
    }

    async function searchDefinition(hash: string) {
      const lang = context.req.query('lang');
      const current = definitions.current(caseType, lang);
      const isCurrent = hash === '' || hash === current?.definition;
      const archived = isCurrent
        ? undefined
        : await createStoreBudget().run(() => definitions.archived(caseType, hash, lang));
      const definition = archived ?? current;
      if (!definition) throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
      return { definition, isShown: isCurrent || archived !== undefined };
    }

    /** Whether the page with the form is known to be one that may send enquiries. What another page couldn't send is shown
     * first. */
    const isTrusted = () => {
      const isSigned = !!signer.readPageKey(postedValue('key'));
      return !!site && (postedVisit() ? site.isOwn && isSigned : !site.needsKey || isSigned);
    };
    const postedVisit = () => readVisit(postedValue('visit'), config);

    async function decide(): Promise<Decision> {
      const { definition, isShown } = await findDefinition();
      const pageKey = signer.readPageKey(postedValue('key'));
      if (!site || !isTrusted()) return { kind: 'form', definition, note: 'check-and-send' };
      if (!isShown) return { kind: 'form', definition, note: 'check-and-send', status: 409 };
      const { url } = context.req;
      const referer = context.req.header('referer') ?? '';
      const isReferred = URL.parse(referer)?.origin === site.origin;
      const addresses = isReferred ? [url, referer] : [url];
      const visit = postedVisit();
      const { attribution, ...marketing } = visit ?? widget.page.attribute(definition, addresses);
      const enquiry: EnquiryBody['enquiry'] = {
        case_type: caseType,
        definition: definition.definition,
        lang: definition.lang,
        ...widget.page.readEnquiry(definition, fields, url, shared.matchesPattern),
        ...Object.fromEntries(marketingFields.map(field => [field, toMarketingText(marketing[field])])),
      };
      // Some extensions remove the header, but the page with a key is at this address.
      const ownAddress = pageKey && site.origin + new URL(url).pathname;
      const landing_page = visit ? visit.attribution?.landing_page : isReferred ? referer : ownAddress;
      const body = { enquiry, attribution: { ...attribution, landing_page }, client: {} };
      const sender: EnquirySender = {
        site: visit?.site ?? site.origin,
        authorization: '', // A page without JavaScript can't solve a challenge.
        pageAgeMs: pageKey && clock() - pageKey.createdAt,
      };
      try {
        const receipt = await accept(context, baseKey(), body, sender);
        return { kind: 'accepted', definition, receipt };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, problems } = error.document;
        if (code !== 'invalid-enquiry' || !problems) return { kind: 'refused', refusal: error };
        metrics.refused(code, error.reason);
        return { kind: 'form', definition, problems };
      }
    }

    async function addFile({ fileName, chunks }: PostedFile): Promise<void> {
      const first = await chunks.next();
      if (fileName === '' && first.done) return; // An input in which no file was chosen.
      fileCount += 1;
      if (excess) throw excess;
      if (!decision) {
        const { definition } = await findDefinition();
        if (hasAllFields(definition, fields)) decision = await decide();
      }
      // The rest of the form is read, because many browsers don't read a response before they have sent everything.
      if (!site || (decision && decision.kind !== 'accepted')) return;
      try {
        if (attached + uploads.length >= limits.max_files) throw new Refusal('too-many-attachments');
        const file = await receive(context, {
          body: limitBytes(first, chunks, limits.max_bytes),
          maxBytes: limits.max_bytes,
          limits,
          budget: createStoreBudget(),
        });
        uploads.push({ fileName, file });
      } catch (error) {
        refuseFile(fileName, error);
      }
      if (decision) await attachUploads(decision.receipt.reference);
    }

    /** The idempotency keys that a file may have. A repeat of the form may have other files as well, or the same ones in
     * another order, and one post may have the same file twice. */
    function deriveFileKeys({ fileName, file: { sentSha256 } }: SpooledUpload): string[] {
      const file = `file ${sentSha256} ${fileName}`;
      const count = (fileKeys.get(file) ?? 0) + 1;
      fileKeys.set(file, count);
      return signer.deriveKeys(baseKey(), `${file} ${count}`);
    }

    async function attachUploads(enquiryReference: string): Promise<void> {
      for (const upload of uploads.splice(0)) {
        const { fileName, file } = upload;
        try {
          await attach({
            reference: enquiryReference,
            idempotencyKey: await findKey(attachmentsRoute(enquiryReference), deriveFileKeys(upload)),
            fileName,
            file,
            limits,
            budget: createStoreBudget(),
          });
          attached += 1;
        } catch (error) {
          refuseFile(fileName, error);
        }
      }
    }

    function refuseFile(fileName: string, error: unknown): void {
      if (!(error instanceof Refusal)) throw error;
      const { code } = error.document;
      metrics.refused(code, error.reason);
      refused.push({ name: fileName, code });
    }

    function showAgain(definition: Definition): PostedForm {
      const removed = isTrusted() ? [] : [...listConsents(definition), 'visit'];
      const shown = fields.filter(([name]) => !removed.includes(name));
      const visit = isTrusted() ? undefined : postedVisit();
      // The browser says which page it comes from, unless that page's policy hides it.
      const isHidden = context.req.header('origin') === 'null';
      if (visit)
        shown.push(['visit', JSON.stringify({ ...visit, site: isHidden ? visit.site : site?.origin })]);
      return {
        definition,
        fields: shown,
        notes: fileCount > 0 || visit?.has_files ? ['choose-files-again'] : [],
      };
    }

    try {
      try {
        for await (const part of readPostedForm(context, {
          maxBytes: definitions.maxEnquiryBytes,
          maxSkippedBytes: Math.max(leastSkippedBytes, 2 * limits.max_files * limits.max_bytes),
          minimumRate,
        })) {
          if (part.kind === 'field') fields.push([part.name, part.value]);
          else if (part.name === filesName) await addFile(part);
        }
      } catch (error) {
        // The receipt names the files that didn't arrive, and the form has what must be corrected first.
        const isDecided = decision?.kind === 'accepted' || decision?.kind === 'form';
        if (!isDecided || !(error instanceof Refusal)) throw error;
      }
      if (excess) throw excess;
      decision ??= await decide();
      if (decision.kind === 'refused') throw decision.refusal;
      const { definition } = decision;
      if (decision.kind === 'form') {
        const { problems, note, status } = decision;
        const shown = showAgain(definition);
        return pages.form(context, {
          ...shown,
          notes: [...(note ? [note] : []), ...shown.notes],
          ...(problems && { problems }),
          ...(status && { status }),
        });
      }
      const { receipt } = decision;
      await attachUploads(receipt.reference);
      return redirectToReceipt(context, dependencies, definition, { receipt, files: attached, refused });
    } catch (error) {
      const { definition } = (await findDefinition().catch(() => undefined)) ?? {}; // It is unknown, or the store fails.
      if (definition) context.set('postedForm', showAgain(definition));
      throw error;
    } finally {
      for (const { file } of uploads) await erase(file.name);
    }
  };

  /** Finds the key under which a delivery was stored, perhaps with an earlier secret. Default: that of the first secret. */
  async function findKey(route: string, keys: string[]): Promise<string> {
    if (keys.length > 1)
      for (const key of keys) if (await createStoreBudget().run(() => intake.find(route, key))) return key;
    return keys[0]!; // There is a key for each secret.
  }

  /** Stores an enquiry under its key, or under one that is derived from its content if the key had another one: the visitor
   * has gone back and changed something. Waits while the first request with the key is in progress. */
  async function accept(
    context: AppContext,
    key: string,
    body: EnquiryBody,
    sender: EnquirySender,
  ): Promise<Receipt> {
    const waitUntil = monotonicMs() + outcomeWaitMs;
    for (let current = key; ; ) {
      try {
        return await acceptOnce(context, current, body, sender);
      } catch (error) {
        const code = error instanceof Refusal ? error.document.code : undefined;
        if (code === 'idempotency-mismatch' && current === key)
          current = await findKey(enquiriesRoute, signer.deriveKeys(key, canonicalJson(body.enquiry)));
        else if (code === 'in-progress' && monotonicMs() < waitUntil) await setTimeout(pollMs);
        else throw error;
      }
    }
  }
}

/** Calls a function. Returns the refusal that it throws. */
function catchRefusal(call: () => void): Refusal | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
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
