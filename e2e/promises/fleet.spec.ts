import { randomUUID } from 'node:crypto';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { createClient, prepareProxies } from '../processes/proxies.ts';
import { startManualEnquiryApi } from '../stand-ins/manual-enquiry-api.ts';
import { expect, test } from '../test.ts';

test('an idempotency key identifies one enquiry across all proxies of a fleet', async () => {
  const api = await startManualEnquiryApi();
  const postgres = await startPostgres();
  const DATABASE_URL = await postgres.database('fleet');
  const settings = { ENQUIRY_API_URL: api.url, DATABASE_URL, ENQUIRY_SECRET: 'fleet'.repeat(8) };
  const proxies = prepareProxies({ settings });
  const running = await Promise.all([1, 2, 3].map(() => proxies.start()));
  const [one, two, three] = running.map(({ url }) => createClient(url, [201, 202]));
  try {
    const key = randomUUID();
    const statuses: number[] = [];
    const attempts = [one, two, three].map(async client => {
      statuses.push((await client!.attemptEnquiry({ key })).status);
    });
    await expect.poll(() => api.requests.length).toBe(1);

    const other = await three!.attemptEnquiry({ key, forename: 'Grace' });
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ code: 'idempotency-mismatch' });
    api.requests[0]!.respond(201, 4711);

    await Promise.all(attempts);
    expect(statuses).toEqual([201, 201, 201]);
    const repeated = await two!.attemptEnquiry({ key });
    expect(repeated.status).toBe(201);
    const receipt = await repeated.json();
    expect(receipt).toMatchObject({ enquiry_id: 4711 });
    expect(api.requests).toHaveLength(1);

    // Another proxy accepts the upload token and forwards the file.
    const file = new Uint8Array(3_000_000);
    file.set(Buffer.from('%PDF-1.4\n'));
    const attached = three!.attemptAttachment(receipt, file);
    await expect.poll(() => api.requests.length).toBe(2);
    api.requests[1]!.respond(201, 12);
    expect((await attached).status).toBe(201);
    expect(JSON.parse(api.requests[1]!.body).contents).toBe(Buffer.from(file).toString('base64'));
  } finally {
    await proxies.stop();
    await postgres.destroy();
    await api.stop();
  }
});
