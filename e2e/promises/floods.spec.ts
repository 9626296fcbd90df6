import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient, startProxy } from '../processes/proxies.ts';
import { expect, test } from '../test.ts';

test('visitors get the form and a receipt while other connections are idle or slow', async () => {
  const { url, stop } = await startProxy();
  const sockets = Array.from({ length: 200 }, (_, n) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    if (n % 2) socket.write('POST /enquiries HTTP/1.1\r\nhost: forms.example.com\r\nx-slow: ');
    return socket;
  });
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  const script = await fetch(`${url}/enquiry-form.js?case-type=standalone`);
  expect(await script.text()).toContain('"case_type":"standalone"');
  await createClient(url).sendEnquiry();
  for (const socket of sockets) socket.destroy();
  await stop();
});
