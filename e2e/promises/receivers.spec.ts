import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort, start } from '../../demo/processes.ts';
import { startMailServer } from '../../tools/testing/proxy/told.ts';
import { pdf } from '../files/documents.ts';
import { login } from '../processes/enquiry-api.ts';
import { createClient, prepareProxies } from '../processes/proxies.ts';
import { expect, test } from '../test.ts';

const LOGIN = `${login.username}:${login.password}`;
const file = new Uint8Array(pdf().buffer);
let folder: string;
const stopping: (() => unknown)[] = [];
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receiver-'));
});
test.afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop();
  rmSync(folder, { recursive: true });
});

/** Sends an enquiry with a file through a proxy, and another enquiry, which the receiver gets once more. */
async function sendEnquiries(apiUrl: string): Promise<void> {
  const proxies = prepareProxies({ settings: { ENQUIRY_API_URL: apiUrl } });
  stopping.push(() => proxies.stop());
  const { sendEnquiry, sendAttachment } = createClient((await proxies.start()).url, [201]);
  const receipt = await sendEnquiry();
  expect(receipt).toMatchObject({ enquiry_id: 1 });
  await sendAttachment(receipt, file);
  const { reference } = await sendEnquiry({ forename: 'Grace' });

  const create = (authorization: string, forename: string) =>
    fetch(`${apiUrl}/enquiries/create`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ forename, meta: [{ id: 'enquiry_reference', label: '', value: reference }] }),
    });
  const authorization = `Basic ${Buffer.from(LOGIN).toString('base64')}`;
  const again = await create(authorization, 'Grace');
  expect(await again.json()).toEqual({ code: 201, status: 'Created enquiry', result: 2 });
  expect(await (await create(authorization, '')).json()).toMatchObject({ code: 400, result: false });
  const stranger = await create('Basic c29tZW9uZQ==', 'Grace');
  expect(stranger.status).toBe(401);
  expect(await stranger.json()).toMatchObject({ code: 401, data: { status: 'rest_cannot_access' } });
}

test('the receiver in TypeScript keeps enquiries and files in a database, and mails the enquiries', async () => {
  const mailServer = await startMailServer();
  stopping.push(mailServer.stop);
  const path = join(folder, 'enquiries.db');
  const receiver = await start('demo/receivers/receiver.ts', {
    ...{ PORT: '0', DATABASE: path, LOGIN, SMTP_URL: mailServer.url },
    ...{ MAIL_TO: 'office@example.com', MAIL_FROM: 'forms@example.com' },
  });
  stopping.push(receiver.stop);
  await sendEnquiries(`${receiver.url}/rest/enquiries/v1`);
  const database = new DatabaseSync(path);
  const bodies = database.prepare('SELECT body FROM enquiries').all();
  expect(bodies.map(({ body }) => JSON.parse(String(body)).forename)).toEqual(['Ada', 'Grace']);
  expect(database.prepare('SELECT enquiry, content FROM files').all()).toMatchObject([
    { enquiry: 1, content: file },
  ]);
  database.close();
  // Two enquiries, and the one that was sent once more.
  await expect.poll(() => mailServer.mails).toHaveLength(3);
  expect(mailServer.mails.join()).toMatch(/Enquiry 1: standalone.*forename: Ada.*Reference: /s);
});

const hasPhp = spawnSync('php', ['--version']).status === 0;
test('the receiver in PHP keeps enquiries and files in a folder, and mails the enquiries', async () => {
  test.skip(!hasPhp && process.env.TESTS !== 'all', 'This needs PHP.');
  const port = await freePort(18_100);
  const sendmail = `sendmail_path=/usr/bin/tee ${folder}/mail`;
  const words = ['-d', sendmail, '-S', `127.0.0.1:${port}`, '-t', 'demo/receivers'];
  const env = { ...process.env, LOGIN, FOLDER: folder, MAIL_TO: 'office@example.com' };
  const php: ChildProcess = spawn('php', words, { env, stdio: 'ignore' });
  stopping.push(() => php.kill());
  const url = `http://127.0.0.1:${port}/receiver.php`;
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status).toBe(401);
  await sendEnquiries(`${url}/enquiries/v1`);

  const names = readdirSync(folder).filter(name => name.includes('.'));
  const shortened = names.map(name => name.replace(/\w{10,}/, '…'));
  expect(shortened.toSorted()).toEqual(['1.….json', '1.….pdf', '2.….json']);
  const read = (pattern: RegExp) => readFileSync(join(folder, names.find(name => pattern.test(name))!));
  expect(JSON.parse(String(read(/^1.*json/)))).toMatchObject({ forename: 'Ada', surname: 'Byron' });
  expect(new Uint8Array(read(/pdf$/))).toEqual(file);
  const mail = readFileSync(join(folder, 'mail'), 'utf8');
  expect(mail).toMatch(/^Subject: Enquiry 2.*^Reference: .*^forename: Grace/ms);

  const sendOwn = async () => {
    const meta = [{ id: 'enquiry_reference', label: '', value: 'E5XYZ' }];
    const headers = { authorization: `Basic ${Buffer.from(LOGIN).toString('base64')}` };
    const body = JSON.stringify({ forename: 'Ada', meta });
    return await (
      await fetch(`${url}/enquiries/v1/enquiries/create`, { method: 'POST', headers, body })
    ).json();
  };
  // The second time, PHP could take the name "3.E5XYZ.json" for the number 300,000.
  for (const _ of [1, 2]) expect(await sendOwn()).toMatchObject({ result: 3 });
});
