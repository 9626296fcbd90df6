import { isIP } from 'node:net';
import type { AppContext } from './request.ts';

/** The visitor's address, for limits alone: as the web servers that we trust wrote it into `X-Forwarded-For`, counted
 * from the right, for what stands further left anybody can make up; without such servers the socket's. Of IPv6 the
 * first 64 bits: a household has them all. Undefined when only a server on this machine is known, as when
 * `TRUSTED_PROXY_HOPS` was forgotten: then everybody would share one limit. */
export function addressOf(context: AppContext, trustedHops: number): string | undefined {
  const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',').map(each => each.trim());
  const peer = context.env?.incoming?.socket.remoteAddress ?? '';
  const known = [...forwarded.filter(each => each !== ''), peer];
  const address = bare(known[Math.max(0, known.length - 1 - trustedHops)]!);
  return address === '' || isLoopback(address) ? undefined : shortened(address);
}

/** Without a port, and without the IPv6 dress of an IPv4 address. */
function bare(address: string): string {
  const unbracketed = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(unbracketed)?.[1] ?? unbracketed;
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(mapped)?.[1] ?? mapped;
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

function shortened(address: string): string {
  if (isIP(address) !== 6) return address.slice(0, 64);
  const [left = '', right = ''] = address.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  const rest = right === '' ? [] : right.split(':');
  const zeros = address.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0;
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest];
  return whole
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
