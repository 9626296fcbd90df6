// The move of docs/deploying.md, "Move to a fleet": from a proxy with a data folder to proxies with a database.
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { startLocalServer } from '../processes/local-server.ts';
import { createClient, prepareProxies } from '../processes/proxies.ts';
import { forwardRequest } from '../stand-ins/forward-request.ts';
import { startManualEnquiryApi } from '../stand-ins/manual-enquiry-api.ts';
import { beforeRelease, expect, test } from '../test.ts';

test('every enquiry that is acknowledged during a move to a fleet arrives once', beforeRelease, async () => {
  const api = await startManualEnquiryApi();
  const postgres = await startPostgres();
  const settings = { ENQUIRY_API_URL: api.url, ENQUIRY_WAIT_MS: '50', ENQUIRY_SECRET: 'move'.repeat(8) };
  const proxies = prepareProxies({ settings });
  const fleet = { settings: { DATABASE_URL: await postgres.database('move') } };
  let isAccepting = false;
  const arrived: string[] = [];
  const answering = setInterval(() => {
    for (const { body, respond } of api.requests.splice(0)) {
      const { forename } = JSON.parse(body);
      if (forename === '') respond(400, 0);
      else if (isAccepting) respond(201, arrived.push(forename));
      else respond(503, 0);
    }
  }, 10);
  const acknowledged: string[] = [];
  let old = await proxies.start();
  let target = old.url;
  const webServer = await startLocalServer((request, response) => forwardRequest(target, request, response));
  const visitor = createClient(webServer.url, [201, 202]);
  let isOver = false;
  async function visit(name: string) {
    for (let n = 0; !isOver; n += 1) {
      const forename = `${name}${n}`;
      await visitor.sendEnquiry({ forename });
      acknowledged.push(forename);
      await pause(50);
    }
  }
  try {
    const visits = ['Ada', 'Grace', 'Joan'].map(visit);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    // Beside the running proxy, with the same settings besides DATABASE_URL.
    const [first] = await Promise.all([proxies.start(fleet), proxies.start(fleet)]);
    target = first.url;
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
    isOver = true;
    await Promise.all(visits);

    // An old proxy that stops early leaves its enquiries behind: a proxy of the fleet doesn't start then.
    await old.stop();
    await expect(proxies.start(fleet)).rejects.toThrow(/deliveries are in the data folder/);
    const ignoring = await proxies.start({ ...fleet, words: ['serve', '--ignore-data'] });
    await ignoring.stop();
    old = await proxies.start();
    isAccepting = true;
    await expect.poll(() => arrived.length).toBe(acknowledged.length);
    expect(arrived.toSorted()).toEqual(acknowledged.toSorted());
    await old.stop();
    await proxies.start(fleet);
  } finally {
    isOver = true;
    clearInterval(answering);
    await proxies.stop();
    await webServer.stop();
    await postgres.destroy();
    await api.stop();
  }
});
