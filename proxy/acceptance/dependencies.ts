import type { Logger } from 'pino';
import type { Definitions } from '../enquiry/definitions.ts';
import type { Signer } from '../enquiry/identifiers.ts';
import type { FunnelStep } from '../outbox/hourly-counts.ts';
import type { Intake } from '../outbox/intake.ts';
import type { Config } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';
import type { Spool } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SharedState } from './shared-state.ts';

/** Who sends an enquiry or a file. */
export interface Sender {
  /** The client's address, as for limits. Undefined if it isn't known. */
  address: string | undefined;
  /** What the limits per sender apply to: the address, or a server's client key. Undefined: they don't apply. */
  limitedAs: string | undefined;
  /** The name of its client key, if it is a server. Undefined: it is a browser. */
  client: string | undefined;
  /** The bytes that have been received so far. */
  bytes: number;
  /** Aborts when the sender disconnects. */
  signal: AbortSignal;
}

/** What the acceptance of enquiries and files depends on. */
export interface AcceptanceDependencies {
  settings: { requests: Pick<Settings['requests'], 'outcomeWaitMs' | 'maxUndelivered'> };
  config: Config;
  /** The proxy's release, such as `0.1.0`. */
  version: string;
  definitions: Definitions;
  intake: Intake;
  /** The names of the channels that tell of new enquiries. */
  channels: string[];
  /** Counts a step on the way to an enquiry. */
  countStep: (step: FunnelStep, caseType: string, site: string) => void;
  spool: Spool;
  signer: Signer;
  metrics: Pick<Metrics, 'accepted' | 'challenged' | 'suspected'>;
  shared: SharedState;
  /** Whether deliveries are known to fail at the moment. */
  isDeliveryDown: () => boolean;
  /** In milliseconds since 1970. */
  clock: () => number;
  /** A clock that never goes back, in milliseconds. */
  monotonicMs: () => number;
  randomBytes: (count: number) => Uint8Array;
  log: Logger;
}
