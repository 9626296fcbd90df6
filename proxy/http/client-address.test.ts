import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';
import type { AppEnvironment } from './context.ts';

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
])('behind %i servers, %j from %j is %j', async (hops, forwarded, peer, address) => {
  let found: string | undefined;
  const app = new Hono<AppEnvironment>().get('/', context => {
    found = clientAddress(context, hops);
    return context.body(null);
  });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } });
  expect(found).toBe(address);
});
