import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { AppContext } from './context.ts';

interface Address {
  address: string;
  family: 'ipv4' | 'ipv6';
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** The address that limits apply to: an IPv4 address or the /64 network of an IPv6 address, because a household usually
 * has the whole /64. Comes from `X-Forwarded-For`, counted from the right, because clients can forge everything to the
 * left of what trusted servers appended; without trusted servers it is the socket's. Undefined when only a server on
 * this machine is known: a forgotten setting must not make all visitors share one limit. */
export function clientAddress(context: AppContext, trustedProxyHops: number): string | undefined {
  const hops = [...listForwarded(context), peerAddress(context)];
  const text = hops[Math.max(0, hops.length - 1 - trustedProxyHops)]!;
  const address = parseAddress(text);
  if (text === '' || (address && isLoopback(address))) return undefined;
  return address ? limitedAddress(address) : text.slice(0, 64);
}

/** The addresses in `X-Forwarded-For`. */
export function listForwarded(context: AppContext): string[] {
  const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').map(each => each.trim());
  return forwarded.filter(each => each !== '');
}

/** Whether the other end of the connection is on this machine. */
export function isFromThisMachine(context: AppContext): boolean {
  const address = parseAddress(peerAddress(context));
  return address ? isLoopback(address) : false;
}

const isLoopback = ({ address, family }: Address) =>
  family === 'ipv4' ? address.startsWith('127.') : loopback.check(address, family);

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
