import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Logger } from 'pino';
import type { Definition } from '../contract/definition.ts';
import type { PageNote, PostedFields } from '../contract/page-module.ts';
import type { Definitions } from '../enquiry/definitions.ts';
import type { Signer } from '../enquiry/identifiers.ts';
import type { Archive } from '../outbox/archive.ts';
import type { Intake } from '../outbox/intake.ts';
import type { Config } from '../settings/config.ts';
import { isLoopback, type Settings } from '../settings/settings.ts';
import type { Spool } from '../spool/spool.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Refusal } from './refusal.ts';
import type { SharedState } from './shared-state.ts';
import type { WidgetFiles } from './widget-files.ts';

/** The request's values that middleware and routes share. */
export interface AppEnvironment {
  /** Node's request and response are absent in tests that call the app without a server, and in an app that is mounted in
   * another one, which may have begun to read the request. Its `remoteAddress` is the other end of the connection. */
  Bindings: Partial<HttpBindings> & { remoteAddress?: string | undefined };
  Variables: RequestIdVariables & {
    /** Bytes of the body that have been received. */
    bytes: number;
    /** Why the request was refused, when its code has several reasons. */
    refusalReason: string;
    /** The name of the client key. Undefined if the request has none. */
    client: string | undefined;
    /** Whether `100 Continue` has been sent. */
    isContinueSent: boolean;
    /** What a page that has posted a form can show again, if the post is refused. */
    postedForm: PostedForm;
  };
}
/** A form that was posted, as far as it has been read. */
export interface PostedForm {
  definition: Definition;
  fields: PostedFields;
  notes: PageNote[];
}

export type AppContext = Context<AppEnvironment>;

/** The dependencies of the middleware and the routes. A reload replaces the settings, the config, and what is made from
 * them: the definitions, the widget and the signer. */
export interface AppDependencies {
  shared: SharedState;
  settings: Pick<Settings, 'requests' | 'uploads' | 'clientKeys'>;
  config: Config;
  /** The proxy's release, such as `0.1.0`. */
  version: string;
  definitions: Definitions;
  widget: WidgetFiles;
  intake: Intake;
  storage: Pick<Archive, 'probe'>;
  spool: Spool;
  signer: Signer;
  metrics: Pick<
    Metrics,
    'accepted' | 'refused' | 'addressLimitsOff' | 'challenged' | 'suspected' | 'clientResponded'
  >;
  /** Whether deliveries are known to fail at the moment. */
  isDeliveryDown: () => boolean;
  /** Whether the proxy is stopping. */
  isStopping: () => boolean;
  /** In milliseconds since 1970. */
  clock: () => number;
  /** A clock that never goes back, in milliseconds. */
  monotonicMs: () => number;
  randomBytes: (count: number) => Uint8Array;
  log: Logger;
}

/** A UUID with or without the quotes of a structured field (RFC 8941). */
export const idempotencyKeyPattern = /^"?([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})"?$/;

/** The `Idempotency-Key` header: the UUID, in lower case. Throws a refusal when it is missing or malformed. */
export function idempotencyKey(context: AppContext): string {
  const header = context.req.header('idempotency-key') ?? '';
  const key = idempotencyKeyPattern.exec(header)?.[1];
  if (key === undefined) throw new Refusal('idempotency-key-required');
  return key.toLowerCase();
}

interface Address {
  address: string;
  family: 'ipv4' | 'ipv6';
}

/** The address that limits apply to: an IPv4 address or the /64 network of an IPv6 address, because a household usually
 * has the whole /64. Comes from `X-Forwarded-For`, counted from the right, because clients can forge everything to the
 * left of what trusted servers appended; without trusted servers it is the socket's. Undefined when only a server on
 * this machine is known: a forgotten setting must not make all visitors share one limit. */
export function clientAddress(context: AppContext, trustedProxyHops: number): string | undefined {
  const hops = [...listForwarded(context), peerAddress(context)];
  const text = hops[Math.max(0, hops.length - 1 - trustedProxyHops)]!;
  const address = parseAddress(text);
  if (text === '' || (address && isLoopback(address.address))) return undefined;
  return address ? limitedAddress(address) : text.slice(0, 64);
}

/** The sender that the limits per address apply to: the client key, or the address. */
export function limitedSender(context: AppContext, trustedProxyHops: number): string | undefined {
  const client = context.get('client');
  // A comma separates the addresses in X-Forwarded-For, so no address looks like this.
  return client === undefined ? clientAddress(context, trustedProxyHops) : `key,${client}`;
}

/** The addresses in `X-Forwarded-For`. */
export function listForwarded(context: AppContext): string[] {
  const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').map(each => each.trim());
  return forwarded.filter(each => each !== '');
}

/** Whether the other end of the connection is on this machine. */
export function isFromThisMachine(context: AppContext): boolean {
  const address = parseAddress(peerAddress(context));
  return address ? isLoopback(address.address) : false;
}

const peerAddress = ({ env }: AppContext) => env?.remoteAddress ?? env?.incoming?.socket.remoteAddress ?? '';

/** Parses an address with or without a port. */
function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { address: text, family: 'ipv4' };
  const withoutZone = text.replace(/%[^\]]*/, ''); // fe80::1%eth0
  const address = SocketAddress.parse(isIPv6(withoutZone) ? `[${withoutZone}]` : withoutZone);
  // The URL syntax that `parse` accepts includes abbreviations of IPv4 addresses, such as 127.1.
  return address?.family === 'ipv4' && !text.startsWith(address.address) ? undefined : address;
}

function limitedAddress({ address, family }: Address): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (family === 'ipv4' || mapped) return mapped ?? address;
  const [left, right] = address.split('::').map(half => (half === '' ? [] : half.split(':')));
  const omitted = right ? 8 - left!.length - right.length : 0;
  return [...left!, ...Array.from({ length: omitted }, () => '0'), ...(right ?? [])].slice(0, 4).join(':');
}

/** The credential in `Authorization: Bearer`: a client key, or an upload token from a page. */
export const bearerOf = (context: AppContext) =>
  /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1];

/** The origin of the page that sends the request; empty if a server sends it with a client key. */
export const pageOrigin = (context: AppContext) => context.req.header('origin') ?? '';

/** Whether a text is an origin of the web as browsers write it: not `null`, and nothing that a client has invented. */
export const isWebOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;

/** The proxy's own origin as visitors reach it: the one in the settings, or else that of the request. */
export function ownOrigin(
  { req }: AppContext,
  { publicOrigin, trustedProxyHops }: AppDependencies['settings']['requests'],
): string {
  const requested = new URL(req.url);
  if (trustedProxyHops > 0) requested.protocol = 'https:'; // The web server terminates TLS.
  return publicOrigin ?? requested.origin;
}
