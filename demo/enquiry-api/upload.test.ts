import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ada, enquiryApi, letter, missing, pdf } from './enquiry-api-for-tests.ts';

const { ask, post, inbox } = enquiryApi();
beforeEach(() => post('create', ada));

const of = (mime: string, bytes: Buffer) => ({
  ...letter,
  file: { ...letter.file, mime },
  contents: bytes.toString('base64'),
});
const png = Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1');

describe('uploading a file (4.2)', () => {
  test('responds 201 with an integer, and stores every byte', async () => {
    expect(await post('upload', letter)).toEqual({
      status: 201,
      body: { code: 201, status: 'Accepted', result: expect.any(Number) },
    });
    const [file] = (await inbox()).enquiries[0]!.files;
    expect(file).toEqual({
      id: file!.id,
      ...letter.file,
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      received_at: expect.any(String),
    });
    const response = await ask(`/inbox/files/${file?.id}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
  });

  test.each([
    ['no identifier', { ...letter, post_id: undefined }, 'post_id'],
    ['an identifier that is a number', { ...letter, post_id: 4711 }, 'post_id'],
    ['no file descriptor', { ...letter, file: undefined }, 'file'],
    ['a file without a name', { ...letter, file: { ...letter.file, name: '' } }, 'name'],
    ['a file without a media type', { ...letter, file: { ...letter.file, mime: undefined } }, 'mime'],
    ['a file without a posted name', { ...letter, file: { ...letter.file, postname: 1 } }, 'postname'],
  ])('names what is missing of %s', async (_, body, name) => {
    expect(await post('upload', body)).toEqual({ status: 400, body: missing(name) });
  });

  const notBase64 = 'The parameter `contents` is not valid base64';
  const notAllowed = 'The parameter `mime` is not one of pdf, png, gif, jpeg';
  const otherKind = 'The parameter `contents` is not a file of the type in `mime`';
  const unknown = 'There is no enquiry with this `post_id`';
  test.each([
    ['empty contents', { contents: '' }, 400, 'The file content is empty; check the encoding of `contents`'],
    ['no contents', { contents: null }, 400, 'The file content is empty; check the encoding of `contents`'],
    ['contents that are no base64', { contents: 'a!b=' }, 400, notBase64],
    ['base64 without its padding', { contents: letter.contents.replace(/=+$/, '') }, 400, notBase64],
    ['base64 in lines', { contents: `${letter.contents}\n` }, 400, notBase64],
    ['base64 for addresses', { contents: '_-8=' }, 400, notBase64],
    ['a video', of('video/mp4', pdf), 400, notAllowed],
    ['a kind like a method of objects', of('constructor', pdf), 400, notAllowed],
    ['a PDF that calls itself a PNG', of('image/png', pdf), 400, otherKind],
    ['a web page that calls itself a PDF', of('application/pdf', Buffer.from('<html>')), 400, otherKind],
    ['an unknown enquiry', { post_id: '9' }, 404, unknown],
    ['a number written another way', { post_id: '04711' }, 404, unknown],
    ['an identifier that is no number', { post_id: '4711 OR 1=1' }, 404, unknown],
  ])('refuses %s', async (_, changed, code, status) => {
    expect(await post('upload', { ...letter, ...changed })).toEqual({
      status: code,
      body: { code, status, result: false },
    });
    expect((await inbox()).enquiries).toMatchObject([{ files: [] }]);
  });
});

describe('a file in the inbox', () => {
  test('is shown if it is an image and downloaded otherwise, and never runs scripts', async () => {
    const evil = { name: '../a"; \r\n\ud800(1).png', mime: 'image/png', postname: 'x' };
    await post('upload', { ...of('image/png', png), file: evil });
    await post('upload', letter);
    const [image, document] = (await inbox()).enquiries[0]!.files;
    const headers = async (id: number | undefined) => (await ask(`/inbox/files/${id}`)).headers;
    expect(Object.fromEntries(await headers(image?.id))).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''..%2Fa%22%3B%20%0D%0A%EF%BF%BD%281%29.png",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect((await headers(document?.id)).get('content-disposition')).toMatch(/^attachment; /);
  });

  test.each(['0', '999', '../enquiries.db', '%2e%2e%2fenquiries.db', '1e0'])('%s is not found', async id => {
    expect((await ask(`/inbox/files/${id}`)).status).toBe(404);
  });
});
