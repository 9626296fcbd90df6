import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { type ConnectionLimits, createServer, listen } from './listen.ts';

const request = 'GET / HTTP/1.1\r\nhost: forms.example.com\r\nconnection: close\r\n\r\n';
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function start(limits: ConnectionLimits): Promise<Server> {
  const server = createServer({ fetch: () => new Response('hello') }, limits).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

function open(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // The server may close while we still write.
  endings.push(() => socket.destroy());
  return socket;
}

test('a client that sends headers slowly is disconnected soon after the time limit', async () => {
  const server = await start({ maxConnections: 10, headersTimeoutMs: 100 });
  const socket = open(server);
  socket.write('GET / HTTP/1.1\r\nhost: forms.example.com\r\n');
  const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 20);
  endings.push(() => clearInterval(drip));
  // `once` would reject if the connection is reset, which happens if the client was writing.
  const closed = new Promise(resolve => socket.resume().once('close', () => resolve('closed')));
  await expect(closed).resolves.toBe('closed');
});

test('a client that sends nothing is disconnected, too', async () => {
  const server = await start({ maxConnections: 10, headersTimeoutMs: 100 });
  expect(await text(open(server))).toMatch(/^HTTP\/1.1 408/);
});

test('connections above the limit are closed and counted, until another connection ends', async () => {
  let dropped = 0;
  const server = await start({
    maxConnections: 2,
    onDropped() {
      dropped += 1;
    },
  });
  const connected = once(server, 'connection');
  const first = open(server);
  const [firstAtServer] = await connected;
  await Promise.all([once(server, 'connection'), once(open(server), 'connect')]);
  expect(await text(open(server))).toBe('');
  expect(dropped).toBe(1);
  const closed = once(firstAtServer, 'close');
  first.write(request);
  expect(await text(first)).toContain('hello');
  await closed;
  const next = open(server);
  next.write(request);
  expect(await text(next)).toContain('hello');
});

test.each<[string, string, number]>([
  ['answers HTTP/1.0 without Host, as from a health check', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['refuses HTTP/1.1 without Host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['refuses a host that is none', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
  ...[
    ['http://evil.example/', 'good.example'],
    ['https://evil.example/', 'good.example'],
    ['http://good.example@evil.example/', 'good.example'],
    ['http://good.example:81/', 'good.example'],
  ].map(([target, host]): [string, string, number] => [
    `refuses the target ${target} with the host ${host}`,
    `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
    400,
  ]),
  [
    'accepts a target with the host',
    'GET http://good.example:80/ HTTP/1.1\r\nhost: Good.example\r\nconnection: close\r\n\r\n',
    200,
  ],
  ['refuses TLS', '\x16\x03\x01\x02\r\n\r\n', 400],
  ['refuses headers that are too long', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
])('the server %s', async (_, bytes, status) => {
  const socket = open(await start({ maxConnections: 10 }));
  socket.write(bytes, 'latin1');
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a client that keeps using its connection is told to close it while the server is stopping', async () => {
  const { promise: isReceived, resolve: receive } = Promise.withResolvers<void>();
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  const app = new Hono()
    .get('/', context => context.text('fast'))
    .get('/slow', async context => {
      receive();
      await mayRespond;
      return context.text('slow');
    });
  const server = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function connectionAfter(path: string): Promise<string | undefined> {
    const request = get({ host: '127.0.0.1', port: server.address.port, path, agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.headers.connection;
  }

  const slow = connectionAfter('/slow');
  await isReceived;
  const stopped = server.stop(60_000);
  respond();
  expect(await slow).toBe('keep-alive');
  expect(await connectionAfter('/')).toBe('close');
  await stopped;
  agent.destroy();
});
