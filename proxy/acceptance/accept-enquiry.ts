import { setTimeout } from 'node:timers/promises';
import { answersOf, isContactField, toFieldName } from '../contract/asked.ts';
import { check, settleHidden } from '../contract/check-enquiry.ts';
import { findAnswer, getValues, listShownQuestions } from '../contract/conditions.ts';
import type { ContactField, Definition } from '../contract/definition.ts';
import { dayMs } from '../contract/durations.ts';
import type { AddLater, Answers, Enquiry, optionalAdditions, Problem, Receipt } from '../contract/enquiry.ts';
import { normaliseAnswer } from '../contract/normalise.ts';
import { isFarTooLong } from '../contract/question-types.ts';
import { hasControls } from '../contract/rules.ts';
import type { DeliveryRow } from '../database/tables.ts';
import { formVersionEntry, listAttributionEntries, toMark } from '../enquiry/attribution-entries.ts';
import { listTold, planCallBack, wordCallBack } from '../enquiry/call-back.ts';
import { buildCreateBody, listAnswers, referenceEntry, type SentDefinition } from '../enquiry/create-body.ts';
import { canonicalJson, createReference } from '../enquiry/identifiers.ts';
import { isKeptBack, laneOf, type NewEnquiry, type StoredDelivery } from '../outbox/deliveries.ts';
import { addLaterDays, settingsOf } from '../settings/config.ts';
import { textIn } from '../settings/texts.ts';
import type { AcceptanceDependencies, Sender } from './dependencies.ts';
import { createStoreBudget, invalidEnquiry, Refusal, type StoreBudget, unavailable } from './refusal.ts';
import { createSuspectRecogniser, type Suspect } from './suspects.ts';

/** All enquiries share their idempotency keys, whether the element or a page without JavaScript has sent them. */
export const enquiriesRoute = '/enquiries';
/** A tab that was opened with a test link may stay open for this long after the link has expired. */
const lateTestMs = dayMs;

/** An enquiry with its additions: a repeat of the request must have an equal `enquiry`, but may have other additions. */
export interface EnquiryBody {
  enquiry: Omit<Enquiry, (typeof optionalAdditions)[number]>;
  /** Any JSON value. */
  attribution: unknown;
  /** Any JSON value. */
  client: unknown;
}

/** An enquiry that somebody sends. */
export interface SentEnquiry {
  /** The idempotency key. */
  key: string;
  body: EnquiryBody;
  /** The origin of the page that the visitor filled in; empty if a server sends it. */
  site: string;
  /** The origin of the page from which the browser couldn't send the enquiry, if it is one of the config's, so that the visitor
   * has sent it from the form's own page. Default: none. */
  blockedOn?: string | undefined;
  /** What may have a proof of work. Empty: the sender can't be challenged. */
  authorization: string;
  sender: Sender;
}

/** An enquiry without problems. */
interface CheckedEnquiry {
  enquiry: Enquiry;
  /** As canonical JSON, as it was received. */
  text: string;
  definition: SentDefinition;
  suspect: Suspect | undefined;
  now: number;
}

/** Accepts enquiries, whoever sends them. */
export class EnquiryAcceptance {
  readonly #dependencies: AcceptanceDependencies;
  readonly #recogniseSuspect: ReturnType<typeof createSuspectRecogniser>;

  constructor(dependencies: AcceptanceDependencies) {
    this.#dependencies = dependencies;
    this.#recogniseSuspect = createSuspectRecogniser(dependencies);
  }

  /** Checks and stores an enquiry, and waits briefly for its delivery. Resolves with the receipt, also for a repeat of an
   * enquiry with the same key. Throws a refusal otherwise: `invalid-enquiry` if the visitor can correct it, and
   * `idempotency-mismatch` if another enquiry had this key. */
  async accept(sent: SentEnquiry): Promise<Receipt> {
    try {
      return await this.#accept(sent);
    } catch (error) {
      const { case_type, test } = sent.body.enquiry;
      const step = error instanceof Refusal && error.code === 'proof-required' ? 'challenged' : 'refused';
      if (error instanceof Refusal && test === undefined)
        this.#dependencies.countStep(step, case_type, sent.site);
      throw error;
    }
  }

  async #accept(sent: SentEnquiry): Promise<Receipt> {
    const { settings, shared, intake, metrics, log, clock } = this.#dependencies;
    const { key, body, authorization, sender } = sent;
    const budget = createStoreBudget();
    const text = canonicalJson(body.enquiry);
    const first = await budget.run(() => intake.find(enquiriesRoute, key));
    if (first) return await this.#repeatReceipt(first, sent, { text, budget });

    const now = clock();
    const { enquiry, definition, dropped } = await this.#check(sent, now, budget);
    const isTest = enquiry.test !== undefined;
    const judged = { idempotencyKey: key, definition, enquiry, enquiryText: text, client: body.client };
    // A server's visitors are hidden behind it, so signals would be about the server.
    const suspect =
      isTest || sender.client !== undefined
        ? undefined
        : await this.#recogniseSuspect({ ...judged, address: sender.address, authorization }, budget);
    const { outcomeWaitMs: waitMs, maxUndelivered } = settings.requests;
    if (!isTest && !(await shared.admitEnquiry(maxUndelivered, budget))) throw outboxFull();
    const added = this.#toDelivery(sent, { enquiry, text, definition, suspect, now });
    const visitor = {
      waitMs,
      signal: sender.signal,
      findField: (sentName: string) => findSentField(definition, enquiry, sentName),
    };
    const { row, isNew, visitorOutcome } = await budget.run(() => intake.add(added, { visitor }));
    if (!isNew) return await this.#repeatReceipt(row, sent, { text, budget });
    const { reference } = row;
    if (suspect) {
      log.info({ reference, ...suspect }, 'suspected spam');
      metrics.suspected(suspect.outcome, suspect.signals);
    }
    if (dropped > 0) log.warn({ reference, dropped }, 'hidden answers dropped');
    const outcome = await visitorOutcome;
    if (outcome.state === 'refused') throw invalidEnquiry([problemWith(enquiry, outcome.field)]);
    if (outcome.state === 'unconfirmed')
      throw unavailable(new Error('could not confirm that the refusal was stored'));
    const { case_type } = enquiry;
    if (!isKeptBack(row)) {
      metrics.accepted({ kind: 'enquiry', case_type }, sender.bytes);
      this.#dependencies.countStep('accepted', case_type, sent.site);
      if (sent.blockedOn !== undefined) this.#noteBlockingPage(sent.blockedOn, case_type);
    }
    const enquiry_api_id = outcome.state === 'delivered' ? outcome.enquiryApiId : null;
    return this.#toReceipt(enquiry, { ...row, enquiry_api_id });
  }

  /** Tells the operator of a page that can't send. */
  #noteBlockingPage(origin: string, caseType: string): void {
    const { shared, countStep, log } = this.#dependencies;
    countStep('blocked', caseType, origin);
    if (shared.isUnreported(`blocked on ${origin}`, dayMs)) log.warn({ origin }, 'page blocks sending');
  }

  /** Repeats the first response with the current state of the delivery. */
  async #repeatReceipt(
    first: StoredDelivery,
    { body: { enquiry }, sender }: SentEnquiry,
    { text, budget }: { text: string; budget: StoreBudget },
  ): Promise<Receipt> {
    if (!this.#dependencies.signer.isDigest(first.digest, text)) throw new Refusal('idempotency-mismatch');
    const delivery = await confirmRepeatedRequest(first, this.#dependencies, { sender, budget });
    if (delivery.state === 'refused') throw invalidEnquiry([problemWith(enquiry, delivery.refused_field!)]);
    return this.#toReceipt(enquiry, delivery);
  }

  /** Throws a refusal unless the enquiry belongs to a definition that the proxy knows, and has no problems. `dropped` is the
   * number of answers to hidden questions that were dropped. */
  async #check({ body: { enquiry: received }, site }: SentEnquiry, now: number, budget: StoreBudget) {
    const { signer, shared } = this.#dependencies;
    // It isn't stored as an ordinary enquiry instead, because a test must not be delivered.
    if (received.test !== undefined && !signer.isTestToken(received.test, site, now, lateTestMs))
      throw new Refusal('test-link-invalid');
    const definition = await this.#definitionFor(received, budget);
    const typed = normaliseTexts(definition, received);
    const { answers, dropped } = settleHidden(definition.questions, typed.answers, shared.matchesPattern);
    const enquiry: Enquiry = { ...typed, answers };
    const today = { earliest: dateAt(now, -12), latest: dateAt(now, 14) };
    const problems = check(definition, enquiry, today, shared.matchesPattern);
    if (problems.length > 0) throw invalidEnquiry(problems);
    return { enquiry, definition, dropped: dropped.length };
  }

  /** Finds the definition that the visitor saw: the one with the enquiry's hash, or the current one if there is no hash.
   * Throws a refusal when it is unknown. */
  async #definitionFor(
    { case_type, definition: hash, lang }: Enquiry,
    budget: StoreBudget,
  ): Promise<SentDefinition> {
    const { definitions } = this.#dependencies;
    const current = definitions.current(case_type);
    const wanted = hash ?? current?.definition;
    // The published definition has its names, and labels in the languages, that the enquiry API expects.
    const published =
      wanted !== undefined && (await budget.run(() => definitions.published(case_type, wanted, lang)));
    if (published) return published;
    if (current) throw new Refusal('definition-changed');
    throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
  }

  #toDelivery(
    { key, body: { attribution }, site, sender }: SentEnquiry,
    { enquiry, text, definition, suspect, now }: CheckedEnquiry,
  ): NewEnquiry {
    const { config, version, shared, signer, randomBytes, isDeliveryDown, channels } = this.#dependencies;
    const reference = createReference(randomBytes);
    const { hours, alerts } = settingsOf(config, enquiry.case_type);
    // Nobody may keep a promise about an enquiry that stays here. To a bot, this looks like an outage.
    const isPromised = suspect?.outcome !== 'held' && !isDeliveryDown();
    const content = buildCreateBody(definition, enquiry, [
      referenceEntry(reference),
      formVersionEntry(definition, version, config),
      ...listAttributionEntries(config, enquiry, { site, client: sender.client, attribution }),
      ...(suspect?.outcome === 'marked'
        ? [toMark('suspected_spam', suspect.signals.join(', '), config)]
        : []),
    ]);
    const plan = isPromised ? planCallBack(hours, now, content) : undefined;
    const told = listTold(definition, content, { plan, hours, now, language: config.language });
    content.meta.push(...told.entries);
    if (enquiry.test === undefined) {
      const isKept = suspect?.outcome !== 'held';
      const digest = signer.digest(toContentText(definition, enquiry));
      const earlier = shared.findRepeated(digest, { key, reference, isKept });
      if (earlier !== undefined) content.meta.push(toMark('possible_duplicate_of', earlier, config));
    }
    const ring = { reference, case_type: enquiry.case_type, site, promise: told.promise };
    return {
      kind: 'enquiry',
      ...(enquiry.test !== undefined && { state: 'test' }),
      ...(suspect?.outcome === 'held' && { state: 'held', suspicion: suspect }),
      route: enquiriesRoute,
      idempotency_key: key,
      lane: laneOf(sender.limitedAs),
      digest: signer.digest(text),
      reference,
      case_type: enquiry.case_type,
      content,
      ...(alerts.new_enquiries &&
        enquiry.test === undefined && { rings: channels.map(channel => ({ ...ring, channel })) }),
      call_back: plan,
    };
  }

  #toReceipt(
    { case_type, lang = this.#dependencies.config.language }: Enquiry,
    { reference, enquiry_api_id, call_back }: Pick<DeliveryRow, 'reference' | 'enquiry_api_id' | 'call_back'>,
  ): Receipt {
    const { config, signer, clock } = this.#dependencies;
    const { max_files, max_bytes, strip_metadata } = settingsOf(config, case_type).attachments;
    const add_later = permitAddingLater(this.#dependencies, { reference, caseType: case_type }, clock());
    const { name } = config.pages.brand;
    return {
      reference,
      ...(enquiry_api_id === null
        ? { status: 'accepted' }
        : { status: 'delivered', enquiry_id: enquiry_api_id }),
      ...(call_back !== null && wordCallBack(call_back, lang, clock())),
      ...(name !== undefined && { firm: textIn(name, lang, config.language) }),
      upload_token: signer.token(reference, case_type, clock()),
      ...(add_later && { add_later }),
      attachments: { max_files, max_bytes, strip_metadata },
    };
  }
}

/** Permits adding files to an enquiry for the days of the config after `now`; undefined if there are none. */
export function permitAddingLater(
  { config, signer }: Pick<AcceptanceDependencies, 'config' | 'signer'>,
  { reference, caseType }: { reference: string; caseType: string },
  now: number,
): AddLater | undefined {
  const days = addLaterDays(config, settingsOf(config, caseType).attachments);
  if (days === 0) return undefined;
  const expires = Math.floor(now / 1000) + days * 24 * 3_600;
  return {
    token: signer.tokenUntil(expires, reference, caseType),
    until: new Date(expires * 1000).toISOString(),
  };
}

/** Normalises the texts of an enquiry, because a server application may not have done so, nor a widget that couldn't load the
 * part for unusual entries. Leaves texts with control characters, or of an excessive length, for `check()` to report. */
function normaliseTexts({ questions }: Definition, enquiry: Enquiry): Enquiry & { answers: Answers } {
  const normalised = { ...enquiry, answers: { ...enquiry.answers } };
  for (const question of questions) {
    const { id, type } = question;
    const text = isContactField(id) ? enquiry[id] : findAnswer(normalised.answers, id);
    if (typeof text !== 'string' || isFarTooLong(question, text) || hasControls(type, text)) continue;
    const holder: Answers | Partial<Record<ContactField, string>> = isContactField(id)
      ? normalised
      : normalised.answers;
    holder[id as ContactField] = normaliseAnswer(question, text);
  }
  return normalised;
}

/** A malformed marketing field counts as empty instead of making the enquiry fail, because the visitor can't correct
 * it. */
export function toMarketingText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const outboxFull = () =>
  new Refusal('unavailable', {
    retrySeconds: 60,
    reason: 'outbox-most',
    cause: new Error('outbox full: ENQUIRY_OUTBOX_MOST enquiries are waiting or held'),
  });

/** Formats the date in the time zone `hoursAhead` of UTC as `YYYY-MM-DD`. */
function dateAt(now: number, hoursAhead: number): string {
  return new Date(now + hoursAhead * 3_600_000).toISOString().slice(0, 10);
}

/** Finds the question whose answer the enquiry API refused under its own name. Undefined if the visitor's form doesn't show
 * it, so that the visitor can't correct it. */
function findSentField(definition: SentDefinition, enquiry: Enquiry, sentName: string): string | undefined {
  return listShownQuestions(definition.questions, answersOf(enquiry)).find(
    ({ id, type }) => type !== 'hidden' && definition.sent.questions.get(id)?.id === sentName,
  )?.id;
}

/** Creates the problem for a question whose answer the enquiry API refused. */
function problemWith(enquiry: Enquiry, id: string): Problem {
  const isGiven = getValues(answersOf(enquiry), id).length > 0;
  return { field: toFieldName(id), rule: isGiven ? 'refused' : 'required' };
}

/** The text that is the same for two enquiries if a visitor sent the same one twice: the case type and the answers, under
 * our own names, without white space around them. Marketing fields, labels and constant entries aren't part of it. */
function toContentText(definition: Definition, enquiry: Enquiry): string {
  const answers = listAnswers(definition, enquiry).map(({ question, values }) => [question.id, values]);
  return JSON.stringify([enquiry.case_type, answers]);
}

/** The interval at which a repeated request checks whether the first one has ended. Another process of a fleet may have
 * received that one. */
const pollMs = 250;

/** Makes sure that a repeated request may be acknowledged: its delivery has ended, or its row is durable and can no
 * longer be refused. Waits while the first request is in progress, as after a double click. Throws `in-progress` if it
 * still is after the time that a visitor waits, or when the sender disconnects. */
export async function confirmRepeatedRequest(
  first: StoredDelivery,
  { intake, settings, monotonicMs }: Pick<AcceptanceDependencies, 'intake' | 'settings' | 'monotonicMs'>,
  { sender, budget }: { sender: Sender; budget: StoreBudget },
): Promise<StoredDelivery> {
  const waitUntil = monotonicMs() + settings.requests.outcomeWaitMs;
  let current: StoredDelivery | undefined = first;
  while (current) {
    const { id, state, awaited_ms, route, idempotency_key }: StoredDelivery = current;
    if (state !== 'waiting' && state !== 'held' && state !== 'test') return current;
    if (awaited_ms <= 0) {
      current = await budget.run(() => intake.confirm(id));
      if (current) return current;
    } else {
      const { signal } = sender;
      if (signal.aborted || monotonicMs() >= waitUntil)
        throw new Refusal('in-progress', { retrySeconds: Math.ceil(awaited_ms / 1_000) });
      const untilPoll = setTimeout(Math.min(awaited_ms, pollMs), undefined, { signal });
      await untilPoll.catch(() => {}); // The sender has disconnected.
      current = await budget.run(() => intake.find(route, idempotency_key));
    }
  }
  throw unavailable(new Error('the delivery was dropped during a repeated request'));
}
