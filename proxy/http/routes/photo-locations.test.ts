import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { canariesIn, carriers, convertedCarriers, pictures } from '../../../tools/testing/carriers.ts';
import { cleanBytes, toLatin1 } from '../../../tools/testing/jpeg.ts';
import { fillIn, openForm, postForm } from '../../../tools/testing/proxy/form-page.ts';
import {
  ada,
  clientKeys,
  exampleConfig,
  json,
  proxyForEachTest,
} from '../../../tools/testing/proxy/proxy.ts';
import { respond } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const configWith = (strip_metadata: 'location' | 'all' | 'none') => ({
  ...exampleConfig,
  attachments: { max_files: 50, max_bytes: 2_000_000, strip_metadata },
});

const proxy = proxyForEachTest(configWith('location'));

const delivered = () =>
  proxy.enquiryApi.requests
    .filter(({ path }) => path.endsWith('/enquiries/upload'))
    .map(({ body }) => Buffer.from(String(body.contents), 'base64'));
const spool = () => readdirSync(join(proxy.folder, 'spool'));

type Photo = Uint8Array<ArrayBuffer>;
const photo = carriers['JPEG: EXIF, big-endian']!;
/** Sends files as they are with one enquiry, in each of the ways that lead to the enquiry API; the element cleans them
 * before. Resolves with their statuses. */
const ways: Record<string, (photos: Photo[]) => Promise<number[]>> = {
  async 'an upload'(photos) {
    const receipt = await json<Receipt>(proxy.postEnquiry(ada));
    return Promise.all(photos.map(async bytes => (await proxy.postAttachment(receipt, bytes)).status));
  },
  async 'a form without JavaScript'(photos) {
    const form = await openForm(proxy, '/forms/injury');
    const answers = { ...ada.answers };
    const fields = Object.entries(answers).map(([id, answer]) => [`answers.${id}`, `${answer}`]);
    const { forename, surname, email } = ada as unknown as Record<string, string>;
    const values = { forename: forename!, surname: surname!, email: email!, ...Object.fromEntries(fields) };
    const files = photos.map((bytes, index) => new File([bytes], `${index}`));
    return [(await postForm(proxy, form.address, fillIn(form, values, files))).status];
  },
  async 'a server application'(photos) {
    const headers = { authorization: `Bearer ${clientKeys.crm}` };
    const post = (path: string, body: BodyInit, more: object) =>
      proxy.app.request(path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID(), ...more },
        body,
        duplex: 'half',
      } as RequestInit);
    const enquiry = post('/enquiries', JSON.stringify(ada), { 'content-type': 'application/json' });
    const { reference, upload_token } = await json<Receipt>(enquiry);
    const path = `/enquiries/${reference}/attachments`;
    return Promise.all(
      photos.map(async bytes => (await post(path, bytes, { 'upload-token': upload_token })).status),
    );
  },
};

describe.each(Object.keys(ways))('photos sent by %s', way => {
  test('arrive without their location', async () => {
    const photos = Object.values(carriers);
    expect(photos.length).toBeGreaterThan(40);
    for (const some of [photos.slice(0, 40), photos.slice(40)]) {
      proxy.enquiryApi.requests.length = 0;
      for (const status of await ways[way]!(some)) expect(status).toBeLessThan(400);
      await expect.poll(() => delivered()).toHaveLength(some.length);
      for (const file of delivered()) expect(canariesIn(file)).toEqual([]);
    }
  });
});

test('a WebP, which the element converts, is refused', async () => {
  for (const bytes of Object.values(convertedCarriers)) {
    expect(await ways['an upload']!([bytes])).toEqual([415]);
  }
  expect(spool()).toEqual([]);
});

const send = async (bytes: Photo) => (await ways['an upload']!([bytes]))[0];

test('strip_metadata decides what arrives', async () => {
  expect(await send(photo)).toBe(201);
  expect(toLatin1(delivered()[0]!)).toContain('2026:02:01');
  await proxy.restart(configWith('all'));
  expect(await send(photo)).toBe(201);
  expect(toLatin1(delivered()[1]!)).not.toMatch(/2026:02:01|Nobody/);
  await proxy.restart(configWith('none'));
  expect(await send(photo)).toBe(201);
  expect(delivered()[2]).toEqual(Buffer.from(photo));
});

test('a photo without a picture is refused, because its metadata can’t be told from it', async () => {
  expect(await send(photo.slice(0, 100))).toBe(415);
  expect(proxy.log()).toContain('"reason":"unreadable-metadata"');
  await expect.poll(() => spool()).toEqual([]);
});

describe('a repeated upload', () => {
  let waiting: Receipt;
  const key = randomUUID();
  const upload = async (content: Photo) => (await proxy.postAttachment(waiting, content, { key })).status;
  beforeEach(async () => {
    proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
    waiting = await json<Receipt>(proxy.postEnquiry(ada));
  });

  test('is recognised, also when the config has changed, and another file isn’t', async () => {
    expect(await upload(photo)).toBe(202);
    expect(await upload(photo)).toBe(202);
    await proxy.reload({ config: configWith('none') });
    expect(await upload(photo)).toBe(202);
    expect(await upload(pictures.jpeg)).toBe(422);
    expect(spool()).toHaveLength(1);
    await proxy.restart();
    await expect.poll(() => delivered()).toHaveLength(1);
    expect(canariesIn(delivered()[0]!)).toEqual([]);
  });

  test('replaces a missing file, also when the config has changed', async () => {
    expect(await upload(photo)).toBe(202);
    rmSync(join(proxy.folder, 'spool', spool()[0]!));
    await proxy.reload({ config: configWith('all') });
    expect(await upload(photo)).toBe(202);
    await proxy.restart();
    await expect.poll(() => delivered()).toHaveLength(1);
    expect(delivered()).toEqual([Buffer.from((await cleanBytes(photo, 'all')).cleaned)]);
  });
});
