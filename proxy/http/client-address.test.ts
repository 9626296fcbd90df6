import * as fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type AppEnvironment, clientAddress } from './context.ts';

test.each<[hops: number, forwarded: string | undefined, peer: string, address: string | undefined]>([
  [0, undefined, '203.0.113.7', '203.0.113.7'],
  [0, '198.51.100.9', '203.0.113.7', '203.0.113.7'],
  [1, '198.51.100.9', '127.0.0.1', '198.51.100.9'],
  [1, '6.6.6.6, 198.51.100.9', '127.0.0.1', '198.51.100.9'],
  [2, '6.6.6.6, 198.51.100.9, 10.0.0.1', '127.0.0.1', '198.51.100.9'],
  [2, '198.51.100.9', '127.0.0.1', '198.51.100.9'],
  [1, undefined, '203.0.113.7', '203.0.113.7'],
  [1, '198.51.100.9:4711', '127.0.0.1', '198.51.100.9'],
  [0, undefined, '::ffff:203.0.113.7', '203.0.113.7'],
  [1, '2001:DB8:1:2:3:4:5:6', '127.0.0.1', '2001:db8:1:2'],
  [1, '[2001:db8::1]:4711', '127.0.0.1', '2001:db8:0:0'],
  [1, '2001:0db8:0001::9', '127.0.0.1', '2001:db8:1:0'],
  [0, undefined, 'fe80::1:2:3:4%eth0', 'fe80:0:0:0'],
  [1, '[::ffff:198.51.100.9]:4711', '127.0.0.1', '198.51.100.9'],
  [1, '127.1', '127.0.0.1', '127.1'],
  [1, 'unknown', '127.0.0.1', 'unknown'],
  [1, '1::', '127.0.0.1', '1:0:0:0'],
  [1, '::1:2:3:4:5:6:7', '127.0.0.1', '0:1:2:3'],
  [0, undefined, '::ffff:127.0.0.1', undefined],
  [0, '198.51.100.9', '127.0.0.1', undefined],
  [0, undefined, '::1', undefined],
  [1, undefined, '', undefined],
])('behind %i servers, %j from %j is %j', { tags: 'asvs-15.3.4' }, async (hops, forwarded, peer, address) => {
  expect(await findAddress(hops, forwarded, peer)).toBe(address);
});

async function findAddress(hops: number, forwarded: string | undefined, peer: string) {
  let found: string | undefined;
  const app = new Hono<AppEnvironment>().get('/', context => {
    found = clientAddress(context, hops);
    return context.body(null);
  });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } });
  return found;
}

/** Headers as clients may send them: with printable characters, and with valid and malformed addresses. */
const forged = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom(
        ',',
        ', ',
        '',
        '[::1]:80',
        'x@[::1]',
        '127.0.0.1',
        '%',
        '[',
        'fe80::1%eth0',
        '0x7f.1',
        'a'.repeat(15_000),
      ),
    ),
    { maxLength: 5 },
  )
  .map(parts => parts.join(','));
const trusted = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map(address => `${address}:4711`),
);

test('no header that a client sends changes the address that trusted servers report', {
  tags: 'asvs-4.1.3',
}, async () => {
  const property = fc.asyncProperty(
    forged,
    fc.array(trusted, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('127.0.0.1', '::1', '203.0.113.7'),
    async (start, reported, peer) => {
      const hops = reported.length;
      const honest = await findAddress(hops, reported.join(', '), peer);
      expect(await findAddress(hops, `${start}, ${reported.join(', ')}`, peer)).toBe(honest);
    },
  );
  await fc.assert(property, { numRuns: 1_000 });
});

test('any header gives an address of at most 64 characters, or none', async () => {
  const property = fc.asyncProperty(forged, fc.nat({ max: 8 }), trusted, async (header, hops, peer) => {
    expect(((await findAddress(hops, header, peer)) ?? '').length).toBeLessThanOrEqual(64);
  });
  await fc.assert(property, { numRuns: 1_000 });
});

test('all addresses of a /64 network share a limit, and no other address does', async () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map(each => each.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 }).map(groups => groups.join(':'));
  const property = fc.asyncProperty(half, half, half, half, async (network, other, host, guest) => {
    const address = await findAddress(0, undefined, `${network}:${host}`);
    expect(await findAddress(0, undefined, `${network}:${guest}`)).toBe(address);
    if (other !== network) expect(await findAddress(0, undefined, `${other}:${host}`)).not.toBe(address);
  });
  await fc.assert(property, { numRuns: 300 });
});
