import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { validSettings } from '../../tools/testing/proxy/settings.ts';
import { startMailServer, startWebhook } from '../../tools/testing/proxy/told.ts';
import { createChannels, createHeartbeat } from './channels.ts';

const message = { subject: 'Enquiry form at example.com: 1 thing needs you', text: 'Two\nlines', needs: [] };
const mailVariables = (url: string) => ({
  ENQUIRY_ALERT_EMAIL: 'ada@example.com, grace@example.com',
  SMTP_URL: url,
  MAIL_FROM: 'forms@example.com',
});
const channels = (variables: Record<string, string>) => createChannels(validSettings(variables).alerts);
const channel = (variables: Record<string, string>) => channels(variables)[0]!;
const { signal } = new AbortController();

describe('the webhook', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  beforeEach(async () => {
    webhook = await startWebhook();
  });
  afterEach(() => webhook.stop());
  const send = (url = webhook.url, during = signal) =>
    channel({ ENQUIRY_ALERT_URL: url }).send(message, during);

  test('gets the text and what needs a person as JSON', async () => {
    expect(await send()).toBeUndefined();
    expect(webhook.requests).toEqual([
      { method: 'POST', path: '/hook', body: JSON.stringify({ text: 'Two\nlines', needs: [] }) },
    ]);
  });

  test('gets the text alone if its address ends in #text, because some services refuse more', async () => {
    await send(`${webhook.url}#text`);
    expect(webhook.requests[0]).toMatchObject({
      path: '/hook',
      body: JSON.stringify({ text: 'Two\nlines' }),
    });
  });

  test.each([301, 404, 500])('fails when it responds %i, and isn’t followed elsewhere', async status => {
    webhook.respond = (_request, response) => response.writeHead(status, { location: '/other' }).end();
    expect(await send()).toEqual({ cause: 'responded', status });
    expect(webhook.requests).toHaveLength(1);
  });

  test('is taken at its status, however long its response is', async () => {
    const closed = Promise.withResolvers<void>();
    webhook.respond = (_request, response) => {
      response.on('close', closed.resolve).writeHead(200);
      response.write(Buffer.alloc(10_000_000));
    };
    expect(await send()).toBeUndefined();
    await closed.promise;
  });

  test('fails when it hangs until the proxy stops', async () => {
    const stopping = new AbortController();
    webhook.respond = () => stopping.abort();
    expect(await send(webhook.url, stopping.signal)).toEqual({
      cause: 'no_response',
      parameter: 'AbortError',
    });
  });

  test('may take five seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      const soon = new AbortController();
      webhook.respond = () => soon.abort(new DOMException(String(ms), 'TimeoutError'));
      return soon.signal;
    });
    expect(await send()).toEqual({ cause: 'response_timeout', parameter: '5' });
    expect(limit).toHaveBeenCalledWith(5_000);
    limit.mockRestore();
  });

  test('fails when its name has no address', async () => {
    expect(await send('https://nowhere.invalid/hook')).toMatchObject({ cause: 'no_response' });
  });
});

describe('mail', () => {
  test('is marked as sent by a program, and the server has a minute to accept it', async () => {
    const idle = vi.spyOn(Socket.prototype, 'setTimeout');
    let greeted: string | undefined;
    const server = await startMailServer({
      socketTimeout: 1_000_000,
      onMailFrom(_address, session, done) {
        greeted = session.hostNameAppearsAs;
        done();
      },
    });
    expect(await channel(mailVariables(server.url)).send(message, signal)).toBeUndefined();
    await server.stop();
    // Some servers refuse the name of a container.
    expect(greeted).toBe('example.com');
    expect(idle.mock.calls.map(([ms]) => ms)).toContain(60_000);
    idle.mockRestore();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatch(/^To: ada@example\.com\r$/im);
    expect(server.mails[0]).toMatch(/^Subject: Enquiry form at example\.com: 1 thing needs you\r$/m);
    expect(server.mails[0]).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(server.mails[0]).toContain('\r\n\r\nTwo\r\nlines');
  });

  test.each([550, 451])('fails for the address that the server refuses with %i', async responseCode => {
    const refusal = Object.assign(new Error('no'), { responseCode });
    const server = await startMailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('grace') ? refusal : null),
    });
    const sent: Record<string, unknown> = {};
    for (const { name, send } of channels(mailVariables(server.url)))
      sent[name] = await send(message, signal);
    await server.stop();
    expect(sent).toEqual({
      ENQUIRY_ALERT_EMAIL: undefined,
      'ENQUIRY_ALERT_EMAIL (address 2)': { cause: 'responded', status: responseCode },
    });
    expect(server.mails).toEqual([expect.stringMatching(/^To: ada@example\.com\r$/im)]);
  });

  test('isn’t sent without TLS to a server elsewhere', async () => {
    const server = await startMailServer();
    // Another name of this computer, which the settings don't know as such.
    const url = `smtp://0.0.0.0:${server.port}`;
    expect(await channel(mailVariables(url)).send(message, signal)).toEqual({
      cause: 'no_response',
      parameter: 'ETLS',
    });
    await server.stop();
    expect(server.mails).toEqual([]);
  });

  test('ends when the proxy stops, although the server has not said anything yet', async () => {
    const sockets: Socket[] = [];
    const stopping = new AbortController();
    const server = createServer(socket => {
      sockets.push(socket);
      stopping.abort();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failure = await channel(mailVariables(`smtp://127.0.0.1:${port}`)).send(message, stopping.signal);
    expect(failure).toMatchObject({ cause: 'no_response' });
    for (const socket of sockets) socket.destroy();
    server.close();
    await setImmediate();
  });
});

test('the heartbeat requests its address, with /fail before the query when something needs a person', async () => {
  const webhook = await startWebhook();
  const { send } = createHeartbeat(validSettings({ ENQUIRY_HEARTBEAT_URL: `${webhook.url}?rid=1` }).alerts)!;
  for (const isWell of [true, false]) expect(await send(isWell, signal)).toBeUndefined();
  webhook.stop();
  expect(webhook.requests).toEqual([
    { method: 'GET', path: '/hook?rid=1', body: '' },
    { method: 'GET', path: '/hook/fail?rid=1', body: '' },
  ]);
});

test.each<[string, Record<string, string>, string]>([
  ['a webhook without TLS', { ENQUIRY_ALERT_URL: 'http://alerts.example.com/' }, 'must use https'],
  ['a webhook with a password', { ENQUIRY_ALERT_URL: 'https://a:b@alerts.example.com/' }, 'credentials'],
  [
    'a line break in an address',
    mailVariablesWith('a@example.com\nBcc: b@example.com'),
    'must be an email address',
  ],
  ['mail without a server', { ENQUIRY_ALERT_EMAIL: 'a@example.com', MAIL_FROM: 'b@example.com' }, 'SMTP_URL'],
  ['a server that turns off the checks', { SMTP_URL: 'smtp://a.example.com/?ignoreTLS=true' }, 'query'],
])('refuses %s', (_, variables, expected) => {
  expect(() => validSettings(variables)).toThrow(expected);
});

function mailVariablesWith(address: string): Record<string, string> {
  return { ...mailVariables('smtp://127.0.0.1'), ENQUIRY_ALERT_EMAIL: address };
}
