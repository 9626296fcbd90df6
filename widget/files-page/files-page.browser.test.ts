// The page that adds files to an enquiry later. Vite's page takes the address of the proxy's.
import { vi } from 'vitest';
import { pdf } from '../../tools/testing/widget/files.ts';
import { receipt, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, setOnline, test as withProxy } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { FormPage } from '../../tools/testing/widget/visitor.ts';
import './files-page.ts';

const token = '1771113600.x8Q.house-move';

interface Fixtures {
  /** The responses to requests for the room; the last one is repeated. A number is a status without a body. */
  rooms: (number | 'lost')[];
  /** The files that the proxy has refused since they were sent. */
  refused: { key: string; name: string }[];
  /** The requests for the room: their paths and credentials. */
  asked: string[];
  openPage(fragment?: string, attributes?: Record<string, string>): Promise<FormPage>;
}

const test = withProxy.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from a pattern.
  rooms: async ({}, use) => use([3]),
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  refused: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  asked: async ({}, use) => use([]),
  openPage: async ({ rooms, refused, asked, proxy: _proxy }, use) => {
    const address = location.href;
    const realFetch = fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const path = /\/enquiries\/.*attachment-limits$/.exec(String(input))?.[0];
      if (!path) return realFetch(input, init);
      asked.push(`${path} ${new Headers(init.headers).get('authorization')}`);
      const room = rooms.length > 1 ? rooms.shift()! : rooms[0]!;
      if (room === 'lost') throw new TypeError('Failed to fetch');
      if (room >= 400) return new Response('{}', { status: room });
      return Response.json({ attachments: receipt.attachments, left: room, refused });
    });
    await use(async (fragment = token, attributes = {}) => {
      history.replaceState(null, '', `/enquiries/${receipt.reference}/files#${fragment}`);
      const element = document.createElement('enquiry-files');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.append(element);
      const page = new FormPage(element as FormPage['element']); // It has no form, but is found in the same way.
      await expect.element(page.heading(/./)).toBeVisible();
      return page;
    });
    history.replaceState(null, '', address);
  },
});

test('the page names the enquiry, and offers room for as many files as are left', async ({
  openPage,
  asked,
}) => {
  const page = await openPage();
  await expect.element(page.text(/Your reference is 7K2PQ-2M9XD/)).toBeVisible();
  await expect.element(page.text(/Up to 3 PDFs or photos/)).toBeVisible();
  await expect.element(page.fileInput()).toBeInTheDocument();
  expect(asked).toEqual([`/enquiries/7K2PQ-2M9XD/attachment-limits Bearer ${token}`]);
  expect(location.hash).toBe(`#${token}`);
});

test('files are uploaded at once with the token, and the page says when all were sent', async ({
  openPage,
  proxy,
}) => {
  proxy.next.upload.push('held', 'held');
  const page = await openPage();
  await page.attach(pdf('1.pdf'), pdf('2.pdf'));
  await expect.poll(() => proxy.uploads.length).toBe(2);
  const [first, second] = proxy.uploads;
  expect(new URL(first!.url).pathname).toMatch(/\/enquiries\/7K2PQ-2M9XD\/attachments$/);
  expect(first!.headers.get('authorization')).toBe(`Bearer ${token}`);
  await expect.element(page.text(textPatterns.uploading)).toBeVisible();
  first!.progress(0.5);
  await expect.element(page.bar('1.pdf')).toHaveAttribute('value', '0.5');
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  first!.respond({ status: 201, body: { reference: receipt.reference, status: 'delivered' } });
  second!.respond({ status: 201, body: { reference: receipt.reference, status: 'delivered' } });
  await expect.element(page.text(textPatterns.filesSent)).toBeVisible();
  await expect.element(page.announcement()).toMatchTextContent(textPatterns.filesSent);
  await expect.element(page.text(/can close this page now, or add more/)).toBeVisible();
  const leavingLater = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leavingLater);
  expect(leavingLater.defaultPrevented).toBe(false);
});

test('the picker disappears when no more files fit', async ({ openPage, rooms }) => {
  rooms.splice(0, 1, 1);
  const page = await openPage();
  await page.attach(pdf('1.pdf'));
  await expect.element(page.attachment('1.pdf')).toMatchTextContent(/Sent/);
  await expect.element(page.fileInput()).not.toBeInTheDocument();
  await expect.element(page.text('You can close this page now.')).toBeVisible();
});

test('an enquiry that already has all its files gets no picker', async ({ openPage, rooms }) => {
  rooms.splice(0, 1, 0);
  const page = await openPage();
  await expect.element(page.alert()).toMatchTextContent(/all the files that we can accept/);
  await expect.element(page.fileInput()).not.toBeInTheDocument();
});

test('the page lists the files that were refused after they were sent, also from another device', async ({
  openPage,
  refused,
}) => {
  refused.push({ key: 'earlier', name: 'bad.pdf' });
  const page = await openPage();
  await expect.element(page.attachment('bad.pdf')).toMatchTextContent(textPatterns.unsafe);
  await expect.element(page.text('Your file wasn’t sent.')).toBeVisible();
  await expect.element(page.text(/Up to 3 PDFs or photos/)).toBeVisible();
});

test('a link without a token is incomplete, and nothing is asked', async ({ openPage, asked }) => {
  const page = await openPage('');
  await expect.element(page.alert()).toMatchTextContent(/Part of this link is missing/);
  expect(asked).toEqual([]);
});

test.for([
  ['expired', 401],
  ['for an enquiry that is gone', 404],
] as const)('a link that is %s says so', async ([, status], { openPage, rooms }) => {
  rooms.splice(0, 1, status);
  const page = await openPage();
  await expect.element(page.alert()).toMatchTextContent(/doesn’t work any more/);
});

test('a link that expires while the page is open says so', async ({ openPage, proxy }) => {
  proxy.next.upload.push(respondRefusal(401, 'upload-token-invalid'));
  const page = await openPage();
  await page.attach(pdf('1.pdf'));
  await expect.element(page.alert()).toMatchTextContent(/doesn’t work any more/);
});

test('when the connection fails, the visitor can try again, and the page does once it is online', async ({
  openPage,
  rooms,
}) => {
  rooms.splice(0, 1, 'lost', 503, 3);
  const page = await openPage();
  await expect.element(page.alert()).toMatchTextContent(/couldn’t load this page/);
  await page.press(textPatterns.tryAgain);
  await expect.element(page.alert()).toMatchTextContent(/couldn’t load this page/);
  setOnline(true);
  await expect.element(page.fileInput()).toBeInTheDocument();
});

test('the texts are in the page’s language', async ({ openPage }) => {
  const messages = JSON.stringify({ addFiles: 'Fotos oder Dokumente hinzufügen' });
  const page = await openPage(token, { lang: 'de', messages });
  await expect.element(page.heading('Fotos oder Dokumente hinzufügen')).toBeVisible();
  await expect.element(page.text('Dateien auswählen')).toBeInTheDocument();
});
