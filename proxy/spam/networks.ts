/** The IPv4 /24 or IPv6 /48 of a client address, which is an IPv4 address or an IPv6 /64. Undefined for anything else. */
export function networkOf(address: string): string | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.slice(0, address.lastIndexOf('.'));
  const groups = address.split(':');
  return groups.length === 4 ? groups.slice(0, 3).join(':') : undefined;
}
