import { randomBytes as cryptoRandomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { type Logger, pino } from 'pino';
import { createSharedState } from '../../proxy/acceptance/shared-state.ts';
import { DeliveryLoop } from '../../proxy/delivery/delivery-loop.ts';
import { createDefinitions } from '../../proxy/enquiry/definitions.ts';
import { createSigner } from '../../proxy/enquiry/identifiers.ts';
import type { AppEnvironment } from '../../proxy/http/context.ts';
import type { WidgetFiles } from '../../proxy/http/scripts/widget-files.ts';
import type { Store } from '../../proxy/outbox/outbox.ts';
import { createApp } from '../../proxy/server/app.ts';
import { validConfig, validSettings } from '../testing/proxy/settings.ts';
import type { RecordingEnquiryApi } from './recording-enquiry-api.ts';

/** The duration of a lease in these scenarios. */
export const leaseMs = 400;
const waitMs = 300;
export const secret = 's'.repeat(32);

export const config = validConfig({
  origins: ['https://www.example.com'],
  attachments: { max_files: 3, max_bytes: 5_000_000 },
  spam: { suspects: 'hold' },
  hours: { time_zone: 'Europe/London', week: { mon: ['09:00-17:00'] } },
  case_types: { fault: { label: 'Fault', send_as: 'Fault, unspecified' } },
});
const settings = validSettings({ ENQUIRY_WAIT_MS: String(waitMs), ENQUIRY_RATE: '1000000' });

/** A proxy without a server: its routes and its delivery loop on a store that may fail. */
export interface SimulatedProxy {
  store: Store;
  app: Hono<AppEnvironment>;
  /** Starts the delivery loop. */
  startDelivery(): DeliveryLoop;
  /** Resolves when the delivery loop next logs an error. */
  nextError(): Promise<void>;
}

export async function createSimulatedProxy(
  store: Store,
  enquiryApi: RecordingEnquiryApi,
  randomBytes: (count: number) => Uint8Array = cryptoRandomBytes,
): Promise<SimulatedProxy> {
  const { outbox, spool } = store;
  let error = Promise.withResolvers<void>();
  const log: Logger = pino({ level: 'error' }, { write: () => error.resolve() });
  const metrics = {
    accepted() {},
    challenged() {},
    suspected() {},
    refused() {},
    addressLimitsOff() {},
    clientResponded() {},
    attempted() {},
    ended() {},
    loginTested() {},
  };
  const monotonicMs = () => performance.now();
  let delivery: DeliveryLoop | undefined;
  const lasting = {
    settings,
    version: '0.0.0',
    intake: outbox.intake,
    channels: [],
    countStep: outbox.hourlyCounts.count,
    storage: outbox.archive,
    spool,
    isDeliveryDown: () => delivery?.isDown ?? false,
    isStopping: () => false,
    clock: Date.now,
    monotonicMs,
    randomBytes,
    log,
    metrics,
  };
  const app = createApp({
    ...lasting,
    shared: createSharedState(lasting),
    config,
    definitions: await createDefinitions(config, outbox.archive),
    widget: { page: {} } as WidgetFiles, // No scenario requests the widget or a page.
    signer: createSigner([secret]),
  });
  return {
    store,
    app,
    startDelivery() {
      delivery = new DeliveryLoop({
        onDelivered: () => {},
        claims: outbox.claims,
        spool,
        enquiryApi: enquiryApi.client,
        scanning: { scanner: enquiryApi.scanner, settings: () => config.scan },
        concurrency: 4,
        leaseMs,
        onAvailabilityChange() {},
        onUnknown: () => 'retry',
        monotonicMs,
        random: () => 0,
        log,
        metrics,
      });
      return delivery;
    },
    nextError() {
      error = Promise.withResolvers<void>();
      return error.promise;
    },
  };
}
