// Describes deliveries to people: as JSON, and as labels with texts.
import { type DeskTexts, deskTexts } from '../contract/languages/desk-texts.ts';
import type { DeliveryRow, HeldCause } from '../database/tables.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { decodeContent } from './deliveries.ts';
import { describeCause, describeStoredFailure } from './failure.ts';
import { formatAge, formatBytes, formatTime } from './formats.ts';

/** A delivery without the visitor's data, for output. */
export function describeDelivery(row: DeliveryRow) {
  const { id, kind, reference, state, held_cause, attempts, unknown_outcomes, enquiry_api_id } = row;
  const last_failure = describeStoredFailure(row.last_failure);
  return {
    ...{ id, kind, reference, state, attempts, unknown_outcomes, last_failure, enquiry_api_id },
    created_at: formatTime(row.created_at),
    ...(held_cause !== null && { cause: held_cause satisfies HeldCause }),
    ...(state === 'waiting' && { due_at: formatTime(row.due_at) }),
    ...(row.suspicion !== null && {
      suspicion: row.suspicion.split(' '),
      suspicion_score: row.suspicion_score,
    }),
  };
}

/** A delivery with the visitor's data, which is null in a tombstone. */
export function describeWithContent(row: DeliveryRow) {
  const content: unknown = row.content === null ? null : JSON.parse(row.content);
  return { ...describeDelivery(row), content };
}

/** In which language and time zone a person reads, and when, in milliseconds since 1970. */
export interface Reader {
  texts: DeskTexts;
  /** Undefined: times are in UTC, in ISO 8601. */
  timeZone?: string | undefined;
  now: number;
}

/** Who reads the output of commands. */
export const operatorAt = (now: number): Reader => ({ texts: deskTexts.en, now });

/** Words the signals that made an enquiry suspect. */
export const listSignals = ({ suspicion }: DeliveryRow, { signals } = deskTexts.en) =>
  suspicion?.replaceAll(' ', ', ').replaceAll(/\w+/g, name => signals[name as keyof typeof signals] ?? name);

/** A delivery as labels with texts: what became of it, what was sent, and the answers to questions. Empty texts are left
 * out. Undefined: what was sent has been erased. */
export function listFacts(row: DeliveryRow, reader: Reader) {
  const { state, held_cause, unknown_outcomes, created_at, due_at, enquiry_api_id } = row;
  const { row: labels, fields, file: fileLabels } = reader.texts;
  const { texts, now } = reader;
  const signals = listSignals(row, texts);
  const unknown = unknown_outcomes > 0 ? `, ${texts.unknownOutcomes(unknown_outcomes)}` : '';
  const facts = [
    [labels.arrived, `${formatTime(created_at, reader)}, ${formatAge(now - created_at, texts)}`],
    [labels.held, held_cause && describeCause(held_cause, texts)],
    [labels.attempts, `${row.attempts}${unknown}`],
    [labels.failure, describeStoredFailure(row.last_failure, texts)],
    [labels.message, row.last_message],
    [labels.due, state === 'waiting' && formatTime(due_at, reader)],
    [labels.number, enquiry_api_id],
    [labels.suspicion, signals && `${signals} (${row.suspicion_score})`],
  ];
  const sent = row.content === null ? undefined : decodeContent({ kind: row.kind, content: row.content });
  if (!sent) return { facts: withTexts(facts) };
  if (sent.kind === 'attachment') {
    const { file, bytes, sha256 } = sent.content;
    const values = { name: file.name, type: file.mime, size: formatBytes(bytes, texts), sha256 };
    return { facts: withTexts(facts), sent: withTexts(label(fileLabels, values)), answers: [] };
  }
  const { meta, ...values } = sent.content;
  const own: Record<Exclude<keyof CreateBody, 'meta'>, string> = fields;
  const answers = meta.map(({ label, value }): Fact => [label, value]);
  return { facts: withTexts(facts), sent: withTexts(label(own, values)), answers };
}

/** A label and its text. */
export type Fact = [label: string, text: string];

const label = (labels: Record<string, string>, values: Record<string, unknown>) =>
  Object.entries(labels).map(([key, text]) => [text, values[key]]);

const withTexts = (facts: unknown[][]): Fact[] =>
  facts.flatMap(([name, value]) => (value ? [[`${name}`, `${value}`]] : []));
