import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { parseFileName } from '../../proxy/http/routes/uploads.ts';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { Attachment } from './attachment.ts';
import { contentDisposition, upload } from './upload.ts';

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['police report (1).pdf', 'police%20report%20%281%29.pdf'],
  ["it's *new*.png", 'it%27s%20%2Anew%2A.png'],
  ['Straße 5 – 写真.gif', 'Stra%C3%9Fe%205%20%E2%80%93%20%E5%86%99%E7%9C%9F.gif'],
  ['a"; x="\r\n.pdf', 'a%22%3B%20x%3D%22%0D%0A.pdf'],
  ['half \ud83d emoji.jpg', 'half%20_%20emoji.jpg'],
])('the file name %j is encoded', (name, encoded) => {
  expect(contentDisposition(name)).toBe(`attachment; filename*=UTF-8''${encoded}`);
});

test('the proxy reads any file name as it was, in a header that HTTP allows', { tags: 'asvs-1.2.1' }, () => {
  const unit = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(...`"'();*=%\\\r\n\0\ud800\ufffd\ufeff`),
  );
  const property = fc.property(fc.array(unit), units => {
    const name = units.join('');
    const header = contentDisposition(name);
    expect(header).toMatch(/^[ -~]+$/);
    expect(parseFileName(header)).toBe(name.replaceAll(/\p{Cs}/gu, '_'));
  });
  void fc.assert(property, { numRuns: 3_000 });
});

test('a file that was not read when it was chosen fails with a reason if it has changed since', async () => {
  class LostRequest {
    upload = {};
    status = 0;
    responseText = '';
    onloadend = () => {};
    open() {}
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.onloadend());
    }
  }
  vi.stubGlobal('XMLHttpRequest', LostRequest);
  const photo = new Attachment(new File(['x'], 'a.jpg'));
  photo.kind = 'image/jpeg';
  vi.spyOn(photo.file, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('gone')),
  } as unknown as Blob);
  photo.become('chosen');
  photo.become('waiting');
  const receipt = { reference: 'REFER-00001', upload_token: 'token' };
  await upload(photo, { proxy: 'https://forms.example.com/', receipt }, () => {});
  expect([photo.state, photo.code]).toEqual(['refused', 'changed']);
  vi.unstubAllGlobals();
});
