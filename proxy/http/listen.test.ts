import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

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
