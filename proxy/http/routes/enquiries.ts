import { z } from 'zod';
import { asked, nameOfAnswer } from '../../contract/asked.ts';
import { check, given, shown } from '../../contract/check.ts';
import { contactFields, type Definition, marketingFields } from '../../contract/definition.ts';
import type { Enquiry, Problem, Receipt } from '../../contract/enquiry.ts';
import type { DeliveryRow } from '../../database/tables.ts';
import { canonical } from '../../enquiry/canonical-json.ts';
import { compose } from '../../enquiry/create-body.ts';
import { newReference } from '../../enquiry/reference.ts';
import type { StoredDelivery } from '../../outbox/deliveries.ts';
import type { Intake } from '../../outbox/intake.ts';
import type { RouteDependencies } from '../app.ts';
import { slowestOf } from '../minimum-rate.ts';
import { createStoring, Refusal, type Storing, unavailable } from '../refusal.ts';
import { type AppContext, idempotencyKeyOf, invalid, jsonOf } from '../request.ts';

/** Bytes of an enquiry's body. */
const maxBytes = 1_048_576;
const route = '/enquiries';

const text = z.string().exactOptional();
const fields = Object.fromEntries([...contactFields, ...marketingFields].map(field => [field, text]));
const schema = z.strictObject({
  ...(fields as Record<(typeof contactFields)[number] | (typeof marketingFields)[number], typeof text>),
  case_type: z.string(),
  definition: text,
  lang: text,
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).exactOptional(),
});

/** `POST /enquiries`: keeps the enquiry, has it tried at once, and answers with its receipt. */
export function postEnquiry({
  settings,
  config,
  definitions,
  intake,
  signer,
  clock,
  random,
  metrics,
}: RouteDependencies) {
  const { max_files, max_bytes, strip_metadata } = config.attachments;

  function receipt(
    context: AppContext,
    { reference, enquiry_api_id, state }: Pick<DeliveryRow, 'reference' | 'enquiry_api_id' | 'state'>,
  ) {
    const body: Receipt = {
      reference,
      ...(state === 'delivered' && enquiry_api_id !== null
        ? { status: 'delivered', enquiry_id: enquiry_api_id }
        : { status: 'accepted' }),
      upload_token: signer.token(reference, clock()),
      attachments: { max_files, max_bytes, strip_metadata },
    };
    return context.json(body, body.status === 'delivered' ? 201 : 202);
  }

  return async (context: AppContext) => {
    const key = idempotencyKeyOf(context);
    const enquiry = parse(await jsonOf(context, maxBytes, slowestOf(settings)));
    const storing = createStoring();
    const enquiryText = canonical(enquiry);

    /** The response to a repeat: what the first request got, as it now stands. */
    async function repeat(known: StoredDelivery) {
      if (!signer.isDigest(known.digest, enquiryText)) throw new Refusal('idempotency-mismatch');
      const row = await confirmed(known, intake, storing);
      if (row.state === 'refused') throw invalid([problemAt(enquiry, row.refused_field!)]);
      return receipt(context, row);
    }

    const known = await storing(() => intake.find(route, key));
    if (known) return await repeat(known);

    const definition = await definitionFor(enquiry, definitions, storing);
    const now = clock();
    const today = { earliest: dayAt(now, -12), latest: dayAt(now, 14) };
    const problems = check(definition, enquiry, today);
    if (problems.length > 0) throw invalid(problems);

    const reference = newReference(random);
    const body = compose(definition, enquiry, config.delivery.send_reference ? reference : undefined);
    const { row, isNew, visitorOutcome } = await storing(() =>
      intake.add(
        {
          kind: 'enquiry',
          route,
          idempotency_key: key,
          digest: signer.digest(enquiryText),
          reference,
          content: body,
        },
        {
          visitor: {
            waitMs: settings.ENQUIRY_WAIT_MS,
            signal: context.req.raw.signal,
            isCorrectable: field => isOnForm(definition, enquiry, field),
          },
        },
      ),
    );
    if (!isNew) return await repeat(row);
    const outcome = await visitorOutcome;
    if (outcome.state === 'refused') throw invalid([problemAt(enquiry, outcome.field)]);
    if (outcome.state === 'unconfirmed') throw unavailable(new Error('the refusal was not confirmed'));
    metrics.accepted('enquiry', context.get('bytes'));
    return receipt(context, {
      reference,
      enquiry_api_id: outcome.state === 'delivered' ? outcome.enquiryApiId : null,
      state: outcome.state === 'delivered' ? 'delivered' : 'waiting',
    });
  };
}

/** A delivery that a repeat may be answered by: it has ended, if only because the operator dropped it, or is now sure
 * to be kept. Throws a refusal while the
 * first request waits for the outcome. */
export async function confirmed(
  row: StoredDelivery,
  intake: Intake,
  storing: Storing,
): Promise<StoredDelivery> {
  const { id, state, awaited_ms } = row;
  if (state !== 'waiting' && state !== 'held') return row;
  if (awaited_ms > 0) {
    throw new Refusal('in-progress', { headers: { 'retry-after': String(Math.ceil(awaited_ms / 1000)) } });
  }
  const current = await storing(() => intake.confirm(id));
  if (!current) throw unavailable(new Error('the delivery was dropped while its request was repeated'));
  return current;
}

function parse(raw: unknown): Enquiry {
  const parsed = schema.safeParse(raw);
  if (parsed.success) {
    const { answers } = raw as Enquiry; // zod has just parsed it, but drops an answer named `__proto__`.
    return { ...parsed.data, ...(answers && { answers }) };
  }
  const problems = parsed.error.issues.flatMap((issue): Problem[] => {
    if (issue.path.length === 0 && issue.code === 'invalid_type') throw new Refusal('malformed');
    if (issue.code === 'unrecognized_keys') return issue.keys.map(field => ({ field, rule: 'unknown' }));
    const isMissing = issue.path[0] === 'case_type';
    return [{ field: issue.path.slice(0, 2).join('.'), rule: isMissing ? 'required' : 'not_allowed' }];
  });
  throw invalid(problems);
}

/** The definition that the visitor saw: the one that the hash names, or the current one. */
async function definitionFor(
  enquiry: Enquiry,
  definitions: RouteDependencies['definitions'],
  storing: Storing,
): Promise<Definition> {
  const current = definitions.current(enquiry.case_type);
  if (enquiry.definition === undefined) {
    if (!current) throw new Refusal('unknown-case-type');
    // The labels go out in the main language.
    return (await storing(() => definitions.published(enquiry.case_type, current.definition))) ?? current;
  }
  const hash = enquiry.definition;
  const published = await storing(() => definitions.published(enquiry.case_type, hash));
  if (published) return published;
  throw new Refusal(current ? 'definition-changed' : 'unknown-case-type');
}

/** Whether the form has the field that the enquiry API named, so that the visitor can correct it. */
function isOnForm(definition: Definition, enquiry: Enquiry, field: string): boolean {
  const contact = contactFields.find(each => each === field);
  if (contact) return asked(definition).some(({ name }) => name === contact);
  return shown(definition.questions, enquiry.answers ?? {}).some(question => question.id === field);
}

/** The problem at a field that the enquiry API named. */
function problemAt(enquiry: Enquiry, field: string): Problem {
  const contact = contactFields.find(each => each === field);
  if (contact) return { field, rule: enquiry[contact]?.trim() ? 'refused' : 'required' };
  const isGiven = given(enquiry.answers ?? {}, field).length > 0;
  return { field: nameOfAnswer(field), rule: isGiven ? 'refused' : 'required' };
}

/** The date so many hours east of Greenwich. */
function dayAt(now: number, hours: number): string {
  return new Date(now + hours * 3_600_000).toISOString().slice(0, 10);
}
