import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { AcceptanceDependencies, Sender } from '../acceptance/dependencies.ts';
import { Refusal } from '../acceptance/refusal.ts';
import type { Definition } from '../contract/definition.ts';
import type { PageNote, PostedFields } from '../contract/page-module.ts';
import type { Archive } from '../outbox/archive.ts';
import { isLoopback, type Settings } from '../settings/settings.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { WidgetFiles } from './scripts/widget-files.ts';

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
    /** The client key's name, and how many enquiries per minute it allows (default: as many as an address may send). Undefined if
     * the request has none. */
    client: Omit<Settings['clientKeys'][number], 'key'> | undefined;
    /** The form that a page has posted, to be shown again if the post is refused. */
    formToShow: FormToShow;
  };
}

/** A form that was posted, as far as it has been read. */
export interface FormToShow {
  definition: Definition;
  fields: PostedFields;
  notes: PageNote[];
}

export type AppContext = Context<AppEnvironment>;

/** The dependencies of the middleware and the routes. A reload replaces the settings, the config, and what is made from
 * them: the definitions, the widget and the signer. */
export interface AppDependencies extends AcceptanceDependencies {
  settings: Pick<Settings, 'requests' | 'uploads' | 'clientKeys'>;
  widget: WidgetFiles;
  storage: Pick<Archive, 'probe'>;
  metrics: Pick<Metrics, 'refused' | 'addressLimitsOff' | 'clientResponded'> &
    AcceptanceDependencies['metrics'];
  /** Whether the proxy is stopping. */
  isStopping: () => boolean;
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

/** The sender of a request. */
export function senderOf(context: AppContext, trustedProxyHops: number): Sender {
  const address = clientAddress(context, trustedProxyHops);
  const client = context.get('client')?.name;
  return {
    address,
    // A comma separates the addresses in X-Forwarded-For, so no address looks like this.
    limitedAs: client === undefined ? address : `key,${client}`,
    client,
    get bytes() {
      return context.get('bytes');
    },
    get signal() {
      return context.req.raw.signal; // Creating it takes time, and few files need it.
    },
  };
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
  { publicUrl, trustedProxyHops }: AppDependencies['settings']['requests'],
): string {
  const requested = new URL(req.url);
  if (trustedProxyHops > 0) requested.protocol = 'https:'; // The web server terminates TLS.
  return (publicUrl ?? requested).origin;
}

/** The `Cache-Control` of a current definition. */
export const definitionCaching = 'public, max-age=60, stale-while-revalidate=600';
