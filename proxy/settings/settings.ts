import type { Environment } from './environment.ts';

/** The settings from the environment, grouped by the part of the proxy that uses them. */
export interface Settings {
  enquiryApi: EnquiryApiSettings;
  store: StoreSettings;
  server: { host: string; port: number; maxConnections: number };
  /** The host and port of the metrics server. Without a port, metrics aren't served. */
  admin: { host: string; port: number | undefined };
  requests: RequestSettings;
  uploads: UploadSettings;
  /** The secrets that sign upload tokens and digests: the first signs, all are accepted. If undefined, one is
   * generated. */
  secrets: string[] | undefined;
  configFile: string;
  logLevel: Environment['LOG_LEVEL'];
}

export interface EnquiryApiSettings {
  /** The base URL, without a trailing slash. */
  url: string;
  username: string;
  password: string;
  /** The number of simultaneous requests. */
  concurrency: number;
  timeoutMs: number;
}

export interface StoreSettings {
  /** Set for a fleet, whose instances share a PostgreSQL database; undefined: SQLite in `dataFolder`. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** The most that is reserved on the disk for delivering and erasing. Default: 16 MiB. Tests set less. */
  maxReserveBytes?: number;
}

export interface RequestSettings {
  /** The proxy's own origin, which may send enquiries in addition to the origins of the config. */
  publicOrigin: string | undefined;
  /** The number of web servers in front of the proxy that append to `X-Forwarded-For`. */
  trustedProxyHops: number;
  enquiriesPerMinutePerAddress: number;
  /** When a process receives more enquiries per minute, all of them need a proof of work. */
  enquiriesPerMinute: number;
  /** While this many enquiries are waiting or held, further ones are refused. */
  maxUndelivered: number;
  /** The time for which a response waits for the enquiry API's outcome. */
  outcomeWaitMs: number;
  minimumRate: MinimumRate;
}

/** The rate below which a client is cut off. */
export interface MinimumRate {
  bytesPerSecond: number;
  windowMs: number;
}

export interface UploadSettings {
  maxConcurrent: number;
  maxConcurrentPerAddress: number;
  maxSpoolBytes: number;
}

/** Converts parsed environment variables into settings. */
export function toSettings(environment: Environment): Settings {
  return {
    enquiryApi: {
      url: environment.ENQUIRY_API_URL,
      username: environment.ENQUIRY_API_USERNAME,
      password: environment.ENQUIRY_API_PASSWORD,
      concurrency: environment.ENQUIRY_API_CONCURRENCY,
      timeoutMs: environment.ENQUIRY_API_TIMEOUT_MS,
    },
    store: { databaseUrl: environment.DATABASE_URL, dataFolder: environment.ENQUIRY_DATA },
    server: {
      host: environment.HOST,
      port: environment.PORT,
      maxConnections: environment.ENQUIRY_CONNECTIONS,
    },
    admin: { host: environment.ADMIN_HOST, port: environment.ADMIN_PORT },
    requests: {
      publicOrigin: environment.ENQUIRY_PUBLIC_ORIGIN,
      trustedProxyHops: environment.TRUSTED_PROXY_HOPS,
      enquiriesPerMinutePerAddress: environment.ENQUIRY_RATE_PER_ADDRESS,
      enquiriesPerMinute: environment.ENQUIRY_RATE,
      maxUndelivered: environment.ENQUIRY_OUTBOX_MOST,
      outcomeWaitMs: environment.ENQUIRY_WAIT_MS,
      minimumRate: {
        bytesPerSecond: environment.ENQUIRY_UPLOAD_MIN_RATE,
        windowMs: environment.ENQUIRY_UPLOAD_WINDOW_MS,
      },
    },
    uploads: {
      maxConcurrent: environment.ENQUIRY_UPLOADS,
      maxConcurrentPerAddress: environment.ENQUIRY_UPLOADS_PER_ADDRESS,
      maxSpoolBytes: environment.ENQUIRY_SPOOL_BYTES,
    },
    secrets: environment.ENQUIRY_SECRET,
    configFile: environment.ENQUIRY_CONFIG,
    logLevel: environment.LOG_LEVEL,
  };
}
