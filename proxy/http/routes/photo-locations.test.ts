import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as jpegs from '../../../tools/testing/jpeg.ts';
import { fillIn, openForm, postForm } from '../../../tools/testing/proxy/form-page.ts';
import { ada, exampleConfig, json, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import { chunk, png, toLatin1 } from '../../../tools/testing/proxy/sample-files.ts';
import { respond } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import { tiff } from '../../../tools/testing/tiff.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const configWith = (strip_metadata: 'location' | 'all' | 'none') => ({
  ...exampleConfig,
  attachments: { max_files: 5, max_bytes: 2_000_000, strip_metadata },
});

const proxy = proxyForEachTest(configWith('location'));

/** The same place in EXIF (51° 30' 26.25", in both byte orders), in XMP, and as a video has it. */
const canaries = ['\0\0\x0aA\0\0\0d', 'A\x0a\0\0d\0\0\0', '51,30.4375', '+51.5073-000.1278'];
const canariesIn = (file: Uint8Array) => {
  const text = Buffer.from(file).toString('latin1');
  return canaries.filter(canary => text.includes(canary));
};
const packet = '<x exif:GPSLatitude="51,30.4375N" tiff:Make="Nobody"/>';
const video = toLatin1('....\xa9xyz\0\x12\x15\xc7+51.5073-000.1278/');
const bytesOf = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

const photo = () => bytesOf(jpegs.photo(jpegs.xmp(packet)), video);
const texts = (text: string) => toLatin1(`XML:com.adobe.xmp\0\0\0\0\0${text}`);
const screenshot = () =>
  bytesOf(png({ more: [chunk('eXIf', tiff('II')), chunk('iTXt', texts(packet))] }), video);
const compressed = () =>
  bytesOf(
    png({ more: [chunk('eXIf', tiff('MM')), chunk('zTXt', toLatin1('Raw profile type exif\0\0abc'))] }),
  );
const webp = () => bytesOf(toLatin1('RIFF\xb2\0\0\0WEBPEXIF\xaa\0\0\0'), tiff('MM'));

const delivered = () =>
  proxy.enquiryApi.requests
    .filter(({ path }) => path.endsWith('/enquiries/upload'))
    .map(({ body }) => Buffer.from(String(body.contents), 'base64'));
const spool = () => readdirSync(join(proxy.folder, 'spool'));

type Send = (content: Uint8Array<ArrayBuffer>, key?: string) => Promise<number>;
/** Sends a file in each of the ways that lead to the enquiry API. Resolves with the status. */
const ways: Record<string, Send> = {
  'the element': async (content, key) => {
    const receipt = await json<Receipt>(proxy.postEnquiry(ada));
    return (await proxy.postAttachment(receipt, content, key ? { key } : {})).status;
  },
  'a form without JavaScript': async content => {
    const form = await openForm(proxy, '/forms/injury');
    const answers = { ...ada.answers };
    const fields = Object.entries(answers).map(([id, answer]) => [`answers.${id}`, `${answer}`]);
    const { forename, surname, email } = ada as unknown as Record<string, string>;
    const values = { forename: forename!, surname: surname!, email: email!, ...Object.fromEntries(fields) };
    const response = await postForm(proxy, form.address, fillIn(form, values, [new File([content], 'a')]));
    return response.status;
  },
};

/** Checks the checksum of each chunk of a PNG. */
function expectChecksums(file: Buffer): void {
  for (let at = 8; at < file.length - video.length && file.toString('latin1', at - 8, at - 4) !== 'IEND'; ) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    at = end + 4;
  }
}

describe.each(Object.keys(ways))('a photo sent by %s', way => {
  const send = ways[way]!;

  test('arrives without its location, and with everything else', async () => {
    for (const [content, kept] of [
      [photo(), /2026:02:01 08:15:00.+tiff:Make="Nobody"/s],
      [screenshot(), /2026:02:01 08:15:00.+tiff:Make="Nobody"/s],
    ] as const) {
      proxy.enquiryApi.requests.length = 0;
      expect(canariesIn(content)).toHaveLength(3);
      expect(await send(content)).toBeLessThan(400);
      await vi.waitFor(() => expect(delivered()).toHaveLength(1));
      const [file] = delivered();
      expect(file).toHaveLength(content.length);
      expect(canariesIn(file!)).toEqual([]);
      expect(file!.toString('latin1')).toMatch(kept);
      if (content[1] === 0x50) expectChecksums(file!);
    }
  });

  test('does not arrive as a WebP', async () => {
    expect(await send(webp())).toBe(way === 'a form without JavaScript' ? 303 : 415);
    expect(delivered()).toEqual([]);
    expect(spool()).toEqual([]);
  });
});

test('metadata that can’t be searched is removed as a whole', async () => {
  const tooComplex = bytesOf(photo(), jpegs.repeatBytes('Exif\0\0II*\0\x08\0\0\0\xff\xff', 100_000));
  for (const content of [tooComplex, compressed()]) {
    proxy.enquiryApi.requests.length = 0;
    expect(await ways['the element']!(content)).toBe(201);
    const [file] = delivered();
    expect(file!.toString('latin1')).not.toMatch(/51,30|2026:02:01|Nobody|Raw profile/);
    expect(file).toEqual(Buffer.from((await jpegs.stripMetadata(content))!));
    await vi.waitFor(() => expect(spool()).toEqual([]));
  }
});

test('strip_metadata decides what arrives', async () => {
  await proxy.restart(configWith('all'));
  expect(await ways['the element']!(photo())).toBe(201);
  expect(delivered()[0]!.toString('latin1')).not.toMatch(/2026:02:01|Nobody|51/);
  await proxy.restart(configWith('none'));
  expect(await ways['the element']!(photo())).toBe(201);
  expect(delivered()[1]).toEqual(Buffer.from(photo()));
});

test('a photo without a picture is refused if its metadata has to be removed', async () => {
  await proxy.restart(configWith('all'));
  expect(await ways['the element']!(photo().slice(0, 100))).toBe(415);
  expect(proxy.log()).toContain('"reason":"unreadable-metadata"');
  await vi.waitFor(() => expect(spool()).toEqual([]));
});

describe('a repeated upload', () => {
  let waiting: Receipt;
  const key = randomUUID();
  const upload = async (content: Uint8Array<ArrayBuffer>) =>
    (await proxy.postAttachment(waiting, content, { key })).status;
  beforeEach(async () => {
    proxy.enquiryApi.script.push(respond(503, '', { 'retry-after': '3600' }));
    waiting = await json<Receipt>(proxy.postEnquiry(ada));
  });

  test('is recognised, also when the config has changed, and another file isn’t', async () => {
    expect(await upload(photo())).toBe(202);
    expect(await upload(photo())).toBe(202);
    await proxy.reload({ config: configWith('none') });
    expect(await upload(photo())).toBe(202);
    expect(await upload(bytesOf(photo(), toLatin1('.')))).toBe(422);
    expect(spool()).toHaveLength(1);
    await proxy.restart();
    await vi.waitFor(() => expect(delivered()).toHaveLength(1));
    expect(canariesIn(delivered()[0]!)).toEqual([]);
  });

  test('replaces a missing file, also when the config has changed', async () => {
    expect(await upload(photo())).toBe(202);
    rmSync(join(proxy.folder, 'spool', spool()[0]!));
    await proxy.reload({ config: configWith('all') });
    expect(await upload(photo())).toBe(202);
    await proxy.restart();
    await vi.waitFor(() => expect(delivered()).toHaveLength(1));
    expect(delivered()).toEqual([Buffer.from((await jpegs.stripMetadata(photo()))!)]);
  });
});
