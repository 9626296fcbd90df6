import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { type Logger, pino } from 'pino';
import { createDelivery } from '../delivery/delivery.ts';
import { createDefinitions } from '../enquiry/definitions.ts';
import { createSigner } from '../enquiry/signer.ts';
import { createApp } from '../http/app.ts';
import type { AppEnvironment } from '../http/request.ts';
import type { Script } from '../http/widget-script.ts';
import type { Store } from '../outbox/open-store.ts';
import { parseConfig } from '../settings/config.ts';
import { parseEnvironment } from '../settings/environment.ts';
import type { RecordingEnquiryApi } from './recording-enquiry-api.ts';

/** The duration of a lease in these scenarios. */
export const leaseMs = 400;
const waitMs = 300;

const parsedConfig = parseConfig(
  JSON.stringify({
    origins: ['https://www.example.com'],
    attachments: { max_files: 3, max_bytes: 5_000_000 },
    case_types: { fault: { label: 'Fault' } },
  }),
);
const parsedSettings = parseEnvironment({
  ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1',
  ENQUIRY_API_USERNAME: 'someone',
  ENQUIRY_API_PASSWORD: 'secret',
  ENQUIRY_WAIT_MS: String(waitMs),
});
if ('faults' in parsedConfig || 'faults' in parsedSettings) throw new Error('the settings are faulty');
export const { config } = parsedConfig;
const settings = parsedSettings.environment;

/** A proxy without a server: its routes and its delivery loop on a store that may fail. */
export interface SimulatedProxy {
  store: Store;
  app: Hono<AppEnvironment>;
  /** Starts the delivery loop. */
  startDelivery(): ReturnType<typeof createDelivery>;
  /** Resolves when the delivery loop next logs an error. */
  nextError(): Promise<void>;
}

export async function createSimulatedProxy(
  store: Store,
  enquiryApi: RecordingEnquiryApi,
  random: (bytes: number) => Uint8Array = randomBytes,
): Promise<SimulatedProxy> {
  const { outbox, spool } = store;
  let error = Promise.withResolvers<void>();
  const log: Logger = pino({ level: 'error' }, { write: () => error.resolve() });
  const metrics = { accepted() {}, refused() {}, attempted() {}, ended() {} };
  const monotonicMs = () => performance.now();
  const app = createApp({
    settings,
    config,
    definitions: await createDefinitions(config, outbox.archive),
    script: {} as Script, // No scenario requests the widget.
    intake: outbox.intake,
    storage: outbox.archive,
    spool,
    signer: createSigner(['s'.repeat(32)]),
    isStopping: () => false,
    clock: Date.now,
    monotonicMs,
    random,
    log,
    metrics,
  });
  return {
    store,
    app,
    startDelivery: () =>
      createDelivery({
        claims: outbox.claims,
        spool,
        enquiryApi: enquiryApi.client,
        concurrency: 4,
        leaseMs,
        onUnknown: 'retry',
        monotonicMs,
        random: () => 0,
        log,
        metrics,
      }),
    nextError() {
      error = Promise.withResolvers<void>();
      return error.promise;
    },
  };
}
