import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../files/documents.ts';
import { answersIn, attributionIn, referenceIn } from '../processes/meta-entries.ts';
import { type RunningStack, startStack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';

const key = 'e2e-client-key-of-a-server-application';
const move = {
  case_type: 'house-move',
  forename: 'Ada',
  surname: 'Byron',
  email: 'ada@example.com',
  answers: { transaction: 'selling', price: '200000', terms: 'yes' },
};

let folder: string;
let stack: RunningStack;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'server-applications-'));
  const keysFile = join(folder, 'client-keys');
  writeFileSync(keysFile, `# Partners\n\npartner=${key}\n`, { mode: 0o600 });
  stack = await startStack(config => config, { ENQUIRY_CLIENT_KEYS_FILE: keysFile });
});
test.afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

test('an enquiry and a file from a server with a key arrive, without a browser', async () => {
  const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
    fetch(`${stack.proxy}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID(), ...headers },
      body,
    });
  const response = await post('/enquiries', { 'content-type': 'application/json' }, JSON.stringify(move));
  expect(response.status).toBe(201);
  const { reference, upload_token } = (await response.json()) as Record<string, string>;
  const { name, buffer } = pdf();
  const headers = {
    'upload-token': upload_token!,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
  const uploaded = await post(`/enquiries/${reference}/attachments`, headers, new Uint8Array(buffer));
  expect(uploaded.status).toBe(201);

  const [enquiry, ...others] = await stack.listEnquiries();
  expect(others).toEqual([]);
  expect(enquiry?.body).toMatchObject({ case_type: 'house-move', forename: 'Ada' });
  expect(answersIn(enquiry!).map(({ id }) => id)).toEqual(['transaction', 'price', 'terms']);
  expect(referenceIn(enquiry!)).toBe(reference);
  expect(attributionIn(enquiry!)).toEqual({ client: 'partner' });
  expect(enquiry?.files.map(file => file.name)).toEqual([name]);
  expect(await stack.downloadFile(enquiry!.files[0]!)).toEqual(buffer);
});
