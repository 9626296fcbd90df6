// The place where a photo was taken doesn't arrive, in whichever of the four ways the photo is sent.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestFile } from '../files/documents.ts';
import { drawPicture, phonePhoto, placesIn, pngWithExif, webpWithExif } from '../files/photos.ts';
import { type RunningStack, startStack } from '../processes/stack.ts';
import { test as base, expect } from '../test.ts';
import { sendWithFiles } from '../visitor/photo-form.ts';
import type { Visitor } from '../visitor/visitor.ts';

const key = 'e2e-client-key-of-a-server-application';
const enquiry = {
  case_type: 'house-move',
  forename: 'Ada',
  surname: 'Byron',
  email: 'ada@example.com',
  answers: { transaction: 'selling', price: '200000', terms: 'yes' },
};

const test = base.extend<object, { keyed: RunningStack }>({
  keyed: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'photo-locations-'));
      const keysFile = join(folder, 'client-keys');
      writeFileSync(keysFile, `partner=${key}\n`, { mode: 0o600 });
      const stack = await startStack(config => config, { ENQUIRY_CLIENT_KEYS_FILE: keysFile });
      await use(stack);
      await stack.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});
test.beforeEach(({ keyed }) => keyed.reset());

/** A JPEG, a PNG and a WebP with the place where they were taken. */
async function photosOf(visitor: Visitor): Promise<TestFile[]> {
  const png = await drawPicture(visitor, 'screen.png', { type: 'image/png', width: 64, height: 48 });
  const photos = [await phonePhoto(visitor), { ...png, buffer: pngWithExif(png.buffer) }, webpWithExif()];
  expect(photos.map(({ buffer }) => placesIn(buffer).length)).toEqual([2, 1, 1]);
  return photos;
}

/** Posts to the proxy as a server application. */
const post = (stack: RunningStack, path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${stack.proxy}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID(), ...headers },
    body,
  });

interface Receipt {
  reference: string;
  upload_token: string;
  add_later: { token: string };
}

async function postEnquiry(stack: RunningStack): Promise<Receipt> {
  const headers = { 'content-type': 'application/json' };
  const response = await post(stack, '/enquiries', JSON.stringify(enquiry), headers);
  return (await response.json()) as Receipt;
}

/** Posts photos as a server application. Resolves with the statuses. */
async function postPhotos(stack: RunningStack, photos: TestFile[]): Promise<number[]> {
  const { reference, upload_token } = await postEnquiry(stack);
  const statuses: number[] = [];
  for (const { name, buffer } of photos) {
    const headers = { 'upload-token': upload_token, 'content-disposition': `attachment; filename="${name}"` };
    const path = `/enquiries/${reference}/attachments`;
    statuses.push((await post(stack, path, new Uint8Array(buffer), headers)).status);
  }
  return statuses;
}

/** Expects that photos with these names have arrived, without their places. */
async function expectNoPlaces(stack: RunningStack, names: string[]): Promise<void> {
  const files = (await stack.listEnquiries()).flatMap(each => each.files);
  expect(files.map(({ name }) => name).toSorted()).toEqual(names);
  for (const file of files) expect(placesIn(await stack.downloadFile(file))).toEqual([]);
}

test('no photo’s place arrives from the element, and a cleaned photo isn’t changed again', async ({
  page,
  visitor,
  keyed,
}) => {
  await page.goto(`${keyed.site}/house-move.html`);
  const photos = await photosOf(visitor);
  const { arrived } = await sendWithFiles(page, keyed, ...photos);
  await expectNoPlaces(keyed, ['IMG_2041.jpg', 'screen.png', 'turned.jpg']);

  await keyed.reset();
  const cleaned = arrived.map(({ mime, ...file }) => ({ ...file, mimeType: mime }));
  expect(await postPhotos(keyed, cleaned)).toEqual([201, 201, 201]);
  const [again] = await keyed.listEnquiries();
  for (const file of again!.files)
    expect(await keyed.downloadFile(file)).toEqual(cleaned.find(({ name }) => name === file.name)!.buffer);
});

test('no photo’s place arrives from a page without JavaScript, which can’t convert a WebP', async ({
  browser,
  page,
  visitor,
  keyed,
}) => {
  await page.goto(keyed.site);
  const photos = await photosOf(visitor);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${keyed.proxy}/forms/house-move`);
  await plain.getByLabel('First name', { exact: true }).fill('Ada');
  await plain.getByLabel('Last name', { exact: true }).fill('Byron');
  await plain.getByLabel('Email address', { exact: true }).fill('ada@example.com');
  await plain.getByLabel('Selling', { exact: true }).check();
  await plain.getByLabel(/how much/).fill('200000');
  await plain.getByLabel(/I have read the terms/).check();
  await plain.locator('#files').setInputFiles(photos);
  await plain.getByRole('button', { name: /^Send|quote/ }).click();
  await expect(plain.getByText('2 of 3 files were sent.')).toBeVisible();
  await plain.close();
  await expectNoPlaces(keyed, ['IMG_2041.jpg', 'screen.png']);
});

test('no photo’s place arrives from the page that adds files later', async ({ page, visitor, keyed }) => {
  await page.goto(keyed.site);
  const photos = await photosOf(visitor);
  const { reference, add_later } = await postEnquiry(keyed);
  await page.goto(`${keyed.proxy}/enquiries/${reference}/files?lang=en#${add_later.token}`);
  await page.getByLabel('Photos or documents').setInputFiles(photos);
  await expect(page.getByText('All 3 files were sent.').first()).toBeVisible();
  await expectNoPlaces(keyed, ['IMG_2041.jpg', 'screen.png', 'turned.jpg']);
});

test('no photo’s place arrives from a server application, from which a WebP is refused', async ({
  page,
  visitor,
  keyed,
}) => {
  await page.goto(keyed.site);
  expect(await postPhotos(keyed, await photosOf(visitor))).toEqual([201, 201, 415]);
  await expectNoPlaces(keyed, ['IMG_2041.jpg', 'screen.png']);
});
