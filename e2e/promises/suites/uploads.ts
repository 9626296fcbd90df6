// Uploads over bad connections and to a proxy that is killed.
import { encryptedPdf, jpeg, pdf, sha256 } from '../../files/documents.ts';
import { animatedGif, phonePhoto } from '../../files/photos.ts';
import type { Stack } from '../../processes/stack.ts';
import type { ThrottledConnection } from '../../stand-ins/throttled-connection.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

/** Every browser engine runs it at each commit. */
export function brokenUploadSuite(test: VisitorTest): void {
  test('files survive a slow connection that breaks at 60% and comes back', async ({
    visitor,
    stack,
    connection,
  }) => {
    await openThrough(connection, visitor, stack);
    const files = [await phonePhoto(visitor), animatedGif(), pdf(), encryptedPdf()];
    const bytes = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
    await fillInWithFiles(visitor, ...files);
    connection.limitBandwidth(2_000_000);
    const isCut = connection.cutAfter(0.6 * bytes);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    await isCut;
    connection.restore();
    await waitUntilSent(visitor, files.length);
    expect(connection.idempotencyKeys.length).toBeGreaterThan(files.length);
    expect(new Set(connection.idempotencyKeys).size).toBe(files.length);
    const [photo, ...others] = files;
    // On a slow machine, the proxy acknowledges a file before it has forwarded it.
    await expect.poll(async () => (await stack.listEnquiries())[0]?.files.length).toBe(files.length);
    const [enquiry, ...more] = await stack.listEnquiries();
    expect(more).toEqual([]);
    expect(enquiry?.files.map(({ name, size }) => [name, size]).sort()).toEqual(
      files.map(({ name, buffer }) => [name, buffer.length]).sort(),
    );
    const digests = new Map(enquiry?.files.map(({ name, sha256 }) => [name, sha256]));
    for (const { name, buffer } of others) expect(digests.get(name)).toBe(sha256(buffer));
    const arrived = await stack.downloadFile(enquiry!.files.find(({ name }) => name === photo!.name)!);
    expect(sha256(arrived.subarray(1_000))).toBe(sha256(photo!.buffer.subarray(1_000)));
  });
}

/** Every browser engine runs it before a release. */
export function uploadSuite(test: VisitorTest): void {
  test('a file is uploaded again after the proxy was killed during the upload', async ({
    visitor,
    stack,
    connection,
  }) => {
    await openThrough(connection, visitor, stack);
    const photo = jpeg(8_000_000);
    await fillInWithFiles(visitor, photo);
    const before = connection.forwardedBytes();
    connection.pauseAfter(0.2 * photo.buffer.length);
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    await expect.poll(connection.forwardedBytes).toBeGreaterThanOrEqual(before + 0.2 * photo.buffer.length);
    // There is no bar once the system has buffered all bytes.
    await expect.poll(async () => (await visitor.readForm()).bars[photo.name] ?? 1).toBeGreaterThan(0);
    await stack.restartProxy('SIGKILL');
    expect(connection.forwardedBytes()).toBeLessThan(photo.buffer.length);
    connection.resume();
    await waitUntilSent(visitor, 1);
    expect(connection.idempotencyKeys.length).toBeGreaterThan(1);
    expect(new Set(connection.idempotencyKeys).size).toBe(1);
    await expect
      .poll(async () => (await stack.listEnquiries()).map(({ files }) => files.map(file => file.sha256)))
      .toEqual([[sha256(photo.buffer)]]);
  });
}

/** Opens the short form, which then loads and sends through this connection. */
async function openThrough(connection: ThrottledConnection, visitor: Visitor, stack: Stack): Promise<void> {
  const script = `<script type="module" src="${connection.url}/enquiry-form.js?case-type=house-move"></script>`;
  const page = `<!doctype html><title>Move</title>${script}<enquiry-form case-type="house-move"></enquiry-form>`;
  await visitor.open(stack.servePage(page, ''));
}

/** Fills in the short form, adds files and waits until they are ready. */
async function fillInWithFiles(visitor: Visitor, ...files: Parameters<Visitor['attach']>): Promise<void> {
  await fillHouseMoveAs(visitor);
  await visitor.attach(...files);
  await expect.poll(async () => (await visitor.readForm()).text).not.toContain('Preparing…');
}

/** Waits until the form shows this many files as sent. */
async function waitUntilSent(visitor: Visitor, count: number): Promise<void> {
  await expect
    .poll(async () => (await visitor.readForm()).files.map(row => /Sent$/.test(row)))
    .toEqual(Array.from({ length: count }, () => true));
}
