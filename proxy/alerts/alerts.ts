import type { Logger } from 'pino';
import { dayMs } from '../contract/durations.ts';
import type { AlertChannel, AlertChannels, Ring } from '../outbox/alert-channels.ts';
import { describeFailure, encodeFailure } from '../outbox/failure.ts';
import { countEnquiries, countOf, formatAge, formatNumber } from '../outbox/formats.ts';
import type { Finding, Inspection } from '../outbox/inspection.ts';
import { logStoreFailure } from '../outbox/outbox.ts';
import type { Channel, Message } from './channels.ts';

/** The least time between two messages of a channel. */
const pauseMs = 15 * 60_000;
const lookMs = 60_000;
const ringMs = 30_000;
const beatMs = 5 * 60_000;

/** What was found, by what it is: the same finding has the same key when its count or age changes. */
type Found = Record<string, Pick<Finding, 'title' | 'level' | 'count'>>;

/** Decides from what is found now, what was told, and what was found in between whether a channel must tell something.
 * Returns the message, and what to remember: what was told, with the counts that have fallen since, and the findings since then,
 * which the next message must contain. Each finding is told once, even if it has ended by then. Its end is told, too, and a
 * finding that lasts is repeated once a day. */
export function decide(
  findings: Finding[],
  { told, passing, since_told_ms }: Pick<AlertChannel, 'told' | 'passing' | 'since_told_ms'>,
  site: string,
): { message?: Message; told: string; passing: string } {
  const before = JSON.parse(told) as Found;
  const between = JSON.parse(passing) as Found;
  const current = toFound(findings);
  const grown = Object.entries(current).filter(([key, finding]) => isMore(finding, before[key]));
  for (const [key, finding] of Object.entries(before)) {
    const { count = finding.count } = current[key] ?? finding;
    if (count !== undefined) finding.count = Math.min(count, finding.count ?? count);
  }
  const seen = { ...between, ...Object.fromEntries(grown) };
  const ended = Object.keys(before).filter(key => !(key in current));
  const passed = Object.keys(seen).filter(key => !(key in current) && !(key in before));
  const hasChanged = Object.keys(seen).length + ended.length > 0;
  const remembered = { told: JSON.stringify(before), passing: JSON.stringify(seen) };
  const isDue = since_told_ms >= (hasChanged ? pauseMs : dayMs);
  if (!isDue || (!hasChanged && findings.length === 0)) return remembered;
  const titles = (keys: string[], all: Found) => keys.map(key => all[key]!.title).join(', ');
  const { length } = findings;
  const things = `${countOf(length, 'thing')} ${length === 1 ? 'needs' : 'need'} you`;
  const subject = `Enquiry form at ${site}: ${length === 0 ? 'nothing needs you any more' : things}`;
  const lines = [
    `${subject}.`,
    ...findings.map(({ problem, action, command }) => `• ${problem} ${action}: ${command}`),
    ...(ended.length > 0 ? [`Over: ${titles(ended, before)}.`] : []),
    ...(passed.length > 0 ? [`Came and went: ${titles(passed, seen)}.`] : []),
  ];
  return { message: { subject, text: lines.join('\n'), needs: findings }, ...remembered };
}

/** The message about new enquiries. */
function toRingMessage(rings: Ring[], site: string): Message {
  const subject = `Enquiry form at ${site}: ${countEnquiries(rings.length, 'new')}`;
  const lines = rings.slice(0, 20).map(ring => {
    const suspicion = ring.held_cause === 'suspect' ? 'held as suspected spam' : '';
    const facts = [ring.reference, ring.case_type, ring.site, formatAge(ring.age_ms), suspicion];
    return `• ${facts.filter(Boolean).join(', ')}${ring.promise && `: “${ring.promise}”`}`;
  });
  if (rings.length > lines.length) lines.push(`and ${formatNumber(rings.length - lines.length)} more`);
  return { subject, text: [`${subject}.`, ...lines].join('\n') };
}

/** What is remembered of findings. */
export const toFound = (findings: Finding[]): Found =>
  Object.fromEntries(
    findings.map(({ subject, which = '', title, level, count }) => [
      `${subject} ${which}`,
      { title, level, ...(count !== undefined && { count }) },
    ]),
  );

/** Whether a finding is new, has become urgent, or means more deliveries that wait for a person alone. */
function isMore({ level, count = 0 }: Found[string], told: Found[string] | undefined): boolean {
  return !told || (level === 'failed' && (told.level !== 'failed' || count > (told.count ?? 0)));
}

export interface AlertDependencies {
  channels: Channel[];
  heartbeat: Channel<boolean> | undefined;
  alertChannels: AlertChannels;
  inspect: () => Promise<Pick<Inspection, 'findings'>>;
  /** Rejects if the store can't be written. */
  probeStore: () => Promise<void>;
  /** Whether the delivery loop is running. */
  isDelivering: () => boolean;
  /** The name of this process. */
  teller: string;
  /** Where the form is, for a person who has several. */
  site: string;
  log: Logger;
}

/** Tells people what needs them. Nothing waits for it. */
export function createAlerts(dependencies: AlertDependencies) {
  const { channels, heartbeat, alertChannels, inspect, teller, site, log } = dependencies;
  const stopping = new AbortController();
  const running = new Map<() => Promise<void>, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  /** Why this process's last heartbeat failed. Those of other processes may succeed. */
  let beatFailure: string | null | undefined;

  /** Looks for what has changed, and tells it. */
  async function look(): Promise<void> {
    const { findings } = await inspect();
    await Promise.all(channels.map(channel => tell(channel, withoutOwn(findings, channel))));
  }

  async function tell(channel: Channel, findings: Finding[]): Promise<void> {
    const row = await alertChannels.take(channel.name, teller);
    if (!row) return;
    const { message, told, passing } = decide(findings, row, site);
    // Before the message is sent: if this process is killed after that, the next one still tells the end of what it said.
    if (told !== row.told || passing !== row.passing)
      await alertChannels.note(channel.name, { told, passing });
    if (message && (await send(channel, message, row.failure)) === null)
      await alertChannels.told(channel.name, JSON.stringify(toFound(findings)));
  }

  /** Tells of new enquiries. A message is repeated if this process is killed before that is recorded. */
  async function ringThrough(channel: Channel): Promise<void> {
    const rings = await alertChannels.rings(channel.name);
    // Nothing is sent unless the store can be written, or each round would send it again.
    const row = rings.length > 0 ? await alertChannels.take(channel.name, teller) : undefined;
    if (row && (await send(channel, toRingMessage(rings, site), row.failure)) === null)
      await alertChannels.rung(channel.name, rings);
  }
  const ring = async () => void (await Promise.all(channels.map(ringThrough)));

  /** Requests the address of the heartbeat, unless the store can't be written or nothing is being delivered. */
  async function beat(): Promise<void> {
    if (!heartbeat || !dependencies.isDelivering()) return;
    await dependencies.probeStore();
    const { findings } = await inspect();
    beatFailure = await send(heartbeat, isWell(findings, heartbeat), beatFailure);
  }

  /** Sends through a channel, and records whether that failed, unless that is what was recorded before. Resolves with the
   * failure; null if it succeeded. */
  async function send<Sent>(
    channel: Channel<Sent>,
    sent: Sent,
    before: string | null | undefined,
  ): Promise<string | null> {
    const failure = await channel.send(sent, stopping.signal);
    const encoded = failure ? encodeFailure(failure) : null;
    if (stopping.signal.aborted) return encoded;
    if (failure) log.warn({ channel: channel.name, reason: describeFailure(failure) }, 'alert not sent');
    if (encoded !== before) await alertChannels.setFailure(channel.name, encoded);
    return encoded;
  }

  /** Starts work unless the previous run of it is still in progress. */
  function run(work: () => Promise<void>): void {
    if (running.has(work)) return;
    const ended = work()
      .catch(error => logStoreFailure(log, error))
      .finally(() => running.delete(work));
    running.set(work, ended);
  }

  return {
    look,
    ring,
    beat,
    /** Inspects the store, tells of new enquiries, and sends the heartbeat, now and at intervals. */
    start() {
      run(() => alertChannels.keepOnly([...channels, heartbeat].flatMap(each => each?.name ?? [])));
      const works: [() => Promise<void>, intervalMs: number][] = [];
      if (channels.length > 0) works.push([look, lookMs], [ring, ringMs]);
      if (heartbeat) works.push([beat, beatMs]);
      for (const [work, intervalMs] of works) {
        run(work);
        timers.push(setInterval(run, intervalMs, work));
      }
    },
    /** Resolves when nothing is being sent any more. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

/** Whether the heartbeat is a success. A page that blocks sending doesn't fail it for a week: anybody can forge that, and a
 * failing heartbeat hides the next failure. */
export const isWell = (findings: Finding[], heartbeat: Channel<boolean>) =>
  withoutOwn(findings, heartbeat).every(({ subject }) => subject === 'blocking');

/** What a channel can tell: it can't tell that it fails. */
const withoutOwn = (findings: Finding[], { name }: Pick<Channel, 'name'>) =>
  findings.filter(({ which }) => which !== name);
