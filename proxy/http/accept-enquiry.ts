import { asked, toFieldName } from '../contract/asked.ts';
import { check, settleHidden } from '../contract/check-enquiry.ts';
import { getValues, listShownQuestions } from '../contract/conditions.ts';
import { contactFields, type Definition } from '../contract/definition.ts';
import { dayMs } from '../contract/durations.ts';
import type { Enquiry, Problem, Receipt } from '../contract/enquiry.ts';
import type { DeliveryRow } from '../database/tables.ts';
import {
  formVersionEntry,
  listAttributionEntries,
  possibleDuplicateEntry,
  suspectedSpamEntry,
} from '../enquiry/attribution-entries.ts';
import { planCallBack, wordCallBack } from '../enquiry/call-back.ts';
import { buildCreateBody, listAnswers, type SentDefinition } from '../enquiry/create-body.ts';
import type { Definitions } from '../enquiry/definitions.ts';
import { canonicalJson, createReference } from '../enquiry/identifiers.ts';
import { isKeptBack, type StoredDelivery } from '../outbox/deliveries.ts';
import type { Intake } from '../outbox/intake.ts';
import { settingsOf } from '../settings/config.ts';
import { textIn } from '../settings/texts.ts';
import { permitAddingLater } from './add-later.ts';
import { type AppContext, type AppDependencies, clientAddress } from './context.ts';
import type { EnquiryBody } from './enquiry-body.ts';
import { invalidEnquiry, Refusal, unavailable } from './refusal.ts';
import { createStoreBudget, type StoreBudget } from './store-limits.ts';
import { createSuspects } from './suspects.ts';

/** All enquiries share their idempotency keys, whether the element or a page without JavaScript has sent them. */
export const enquiriesRoute = '/enquiries';
/** A tab that was opened with a test link may stay open for this long after the link has expired. */
const lateTestMs = dayMs;

/** What a route knows about the sender of an enquiry. */
export interface EnquirySender {
  /** The origin of the page that the visitor filled in; empty if a server sends it with a client key. */
  site: string;
  /** The `Authorization` header, which may have a proof of work. Empty: the sender can't be challenged. */
  authorization: string;
  /** The age of the page with the form. Undefined: unknown. */
  pageAgeMs?: number | undefined;
}

/** Accepts enquiries, for every route that receives them: checks and stores an enquiry, and waits briefly for its delivery.
 * The returned function resolves with the receipt, also for a repeat of an enquiry with the same idempotency key. It throws
 * a refusal otherwise: `invalid-enquiry` if the visitor can correct it, and `idempotency-mismatch` if another enquiry had
 * this key. */
export function createEnquiryAcceptance(dependencies: AppDependencies) {
  const { settings, config, version, definitions, shared, intake, signer, metrics } = dependencies;
  const { isDeliveryDown, clock, randomBytes, log } = dependencies;
  const { outcomeWaitMs, trustedProxyHops } = settings.requests;
  const suspects = createSuspects(dependencies);
  const sameWithinMs = config.delivery.same_within_minutes * 60_000;

  function toReceipt(
    { case_type, lang = config.language }: Enquiry,
    row: Pick<DeliveryRow, 'reference' | 'enquiry_api_id' | 'state' | 'call_back'>,
  ): Receipt {
    const { reference, enquiry_api_id, state, call_back } = row;
    const { max_files, max_bytes, strip_metadata } = settingsOf(config, case_type).attachments;
    const add_later = permitAddingLater(dependencies, { reference, caseType: case_type }, clock());
    const { name } = config.pages.brand;
    return {
      reference,
      ...(state === 'delivered' && enquiry_api_id !== null
        ? { status: 'delivered', enquiry_id: enquiry_api_id }
        : { status: 'accepted' }),
      ...(call_back !== null && wordCallBack(call_back, lang, clock())),
      ...(name !== undefined && { firm: textIn(name, lang, config.language) }),
      upload_token: signer.token(reference, case_type, clock()),
      ...(add_later && { add_later }),
      attachments: { max_files, max_bytes, strip_metadata },
    };
  }

  return async (
    context: AppContext,
    key: string,
    { enquiry: received, attribution, client, channel }: EnquiryBody,
    { site, authorization, pageAgeMs }: EnquirySender,
  ): Promise<Receipt> => {
    const enquiryText = canonicalJson(received);
    const budget = createStoreBudget();

    /** Repeats the first response with the current state of the delivery. */
    async function repeatReceipt(first: StoredDelivery) {
      if (!signer.isDigest(first.digest, enquiryText)) throw new Refusal('idempotency-mismatch');
      const delivery = await confirmRepeatedRequest(first, intake, budget);
      if (delivery.state === 'refused')
        throw invalidEnquiry([problemWith(received, delivery.refused_field!)]);
      return toReceipt(received, delivery);
    }

    const first = await budget.run(() => intake.find(enquiriesRoute, key));
    if (first) return await repeatReceipt(first);

    const now = clock();
    const isTest = received.test !== undefined;
    // It isn't stored as an ordinary enquiry instead, because a test must not be delivered.
    if (isTest && !signer.isTestToken(received.test!, site, now, lateTestMs))
      throw new Refusal('test-link-invalid');
    const definition = await definitionFor(received, definitions, budget);
    const { answers, dropped } = settleHidden(
      definition.questions,
      received.answers ?? {},
      shared.matchesPattern,
    );
    const enquiry = { ...received, answers };
    const today = { earliest: dateAt(now, -12), latest: dateAt(now, 14) };
    const problems = check(definition, enquiry, today, shared.matchesPattern);
    if (problems.length > 0) throw invalidEnquiry(problems);
    const request = {
      idempotencyKey: key,
      enquiry,
      enquiryText,
      definition,
      client,
      address: clientAddress(context, trustedProxyHops),
      authorization,
      pageAgeMs,
    };
    // A server's visitors are hidden behind it, so signals would be about the server.
    const isJudged = !isTest && context.get('client') === undefined;
    const suspect = isJudged ? await suspects.recognise(request, budget) : undefined;
    if (!isTest) await shared.outboxLimit.admit(budget);

    const reference = createReference(randomBytes);
    const body = buildCreateBody(definition, enquiry, {
      reference: config.delivery.send_reference ? reference : undefined,
      more: [
        ...(config.delivery.send_form_version ? [formVersionEntry(definition, version, config)] : []),
        ...listAttributionEntries(config, enquiry, { site, attribution }),
        ...(suspect?.outcome === 'marked' ? [suspectedSpamEntry(suspect.signals, config)] : []),
      ],
    });
    const { hours } = settingsOf(config, enquiry.case_type);
    // Nobody may keep a promise about an enquiry that stays here. To a bot, quarantine looks like an outage.
    const isPromised = suspect?.outcome !== 'quarantined' && !isDeliveryDown();
    const { row, isNew, visitorOutcome } = await budget.run(() =>
      intake.add(
        {
          kind: 'enquiry',
          ...(isTest && { state: 'test' }),
          ...(suspect?.outcome === 'quarantined' && { state: 'quarantined', suspicion: suspect }),
          route: enquiriesRoute,
          idempotency_key: key,
          digest: signer.digest(enquiryText),
          reference,
          case_type: enquiry.case_type,
          content: body,
          call_back: isPromised
            ? planCallBack(hours, now, { ...enquiry, ...(channel === 'email' && { channel }) })
            : undefined,
          duplicates:
            sameWithinMs > 0
              ? {
                  fingerprints: signer.fingerprints(toFingerprintText(definition, enquiry)),
                  withinMs: sameWithinMs,
                  toEntry: earlier => possibleDuplicateEntry(earlier, config),
                }
              : undefined,
        },
        {
          visitor: {
            waitMs: outcomeWaitMs,
            signal: context.req.raw.signal,
            findField: sentName => findField(definition, enquiry, sentName),
          },
        },
      ),
    );
    if (!isNew) return await repeatReceipt(row);
    if (suspect) suspects.note(reference, suspect);
    if (dropped.length > 0) log.warn({ reference, dropped: dropped.length }, 'hidden answers dropped');
    const outcome = await visitorOutcome;
    if (outcome.state === 'refused') throw invalidEnquiry([problemWith(enquiry, outcome.field)]);
    if (outcome.state === 'unconfirmed')
      throw unavailable(new Error('could not confirm that the refusal was stored'));
    if (!isKeptBack(row.state))
      metrics.accepted({ kind: 'enquiry', case_type: enquiry.case_type }, context.get('bytes'));
    return toReceipt(enquiry, {
      reference,
      enquiry_api_id: outcome.state === 'delivered' ? outcome.enquiryApiId : null,
      state: outcome.state === 'delivered' ? 'delivered' : 'waiting',
      call_back: row.call_back,
    });
  };
}

/** Finds the definition that the visitor saw: the one with the enquiry's hash, or the current one if there is no hash.
 * Throws a refusal when it is unknown. */
async function definitionFor(
  { case_type, definition: hash, lang }: Enquiry,
  definitions: Definitions,
  budget: StoreBudget,
): Promise<SentDefinition> {
  const current = definitions.current(case_type);
  const wanted = hash ?? current?.definition;
  // The published definition has its names, and labels in the languages, that the enquiry API expects.
  const published =
    wanted !== undefined && (await budget.run(() => definitions.published(case_type, wanted, lang)));
  if (published) return published;
  if (current) throw new Refusal('definition-changed');
  throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
}

/** Formats the date in the time zone `hoursAhead` of UTC as `YYYY-MM-DD`. */
function dateAt(now: number, hoursAhead: number): string {
  return new Date(now + hoursAhead * 3_600_000).toISOString().slice(0, 10);
}

/** Finds the contact field or question that the enquiry API refused under its own name. Undefined if the visitor's form
 * doesn't show it, so that the visitor can't correct it. */
function findField(definition: SentDefinition, enquiry: Enquiry, sentName: string): string | undefined {
  const contact = contactFields.find(each => each === sentName);
  if (contact) return asked(definition).find(({ name }) => name === contact)?.name;
  return listShownQuestions(definition.questions, enquiry.answers ?? {}).find(
    ({ id, type }) => type !== 'hidden' && definition.sent.questions.get(id)?.id === sentName,
  )?.id;
}

/** Creates the problem for a contact field or question that the enquiry API refused. */
export function problemWith(enquiry: Enquiry, field: string): Problem {
  const contact = contactFields.find(each => each === field);
  if (contact) return { field, rule: enquiry[contact]?.trim() ? 'refused' : 'required' };
  const isGiven = getValues(enquiry.answers ?? {}, field).length > 0;
  return { field: toFieldName(field), rule: isGiven ? 'refused' : 'required' };
}

/** The text that is the same for two enquiries if a visitor sent the same one twice: the case type, the contact details
 * and the answers, under our own names, without white space around them. Marketing fields, labels and constant entries
 * aren't part of it. */
function toFingerprintText(definition: Definition, enquiry: Enquiry): string {
  const contact = contactFields.map(field => enquiry[field]?.trim() ?? '');
  const answers = listAnswers(definition, enquiry).map(({ question, values }) => [question.id, values]);
  return JSON.stringify([enquiry.case_type, contact, answers]);
}

/** Makes sure that a repeated request may be acknowledged: its delivery has ended, or its row is durable and can no
 * longer be refused. Throws a refusal while the first request is waiting for the outcome. */
export async function confirmRepeatedRequest(
  delivery: StoredDelivery,
  intake: Pick<Intake, 'confirm'>,
  budget: StoreBudget,
): Promise<StoredDelivery> {
  const { id, state, awaited_ms } = delivery;
  if (state !== 'waiting' && state !== 'held' && !isKeptBack(state)) return delivery;
  if (awaited_ms > 0) {
    throw new Refusal('in-progress', { retrySeconds: Math.ceil(awaited_ms / 1_000) });
  }
  const current = await budget.run(() => intake.confirm(id));
  if (!current) throw unavailable(new Error('the delivery was dropped during a repeated request'));
  return current;
}
