import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noFault } from './faults.ts';
import { startEnquiryApi } from './server.ts';

const login = { username: 'ünlü', password: 'pass:wörd', applicationPassword: 'abcd efgh' };
const folder = mkdtempSync(join(tmpdir(), 'enquiry-api-'));
let api: Awaited<ReturnType<typeof startEnquiryApi>>;
const start = async () => {
  api = await startEnquiryApi({ host: '127.0.0.1', port: 0, folder: `${folder}/${count}`, login });
};
let count = 0;
beforeEach(async () => {
  count += 1;
  await start();
});
afterEach(async () => {
  await api.stop();
  rmSync(`${folder}/${count}`, { recursive: true });
});

const basic = (password: string) =>
  `Basic ${Buffer.from(`${login.username}:${password}`).toString('base64')}`;
async function post(operation: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/rest/enquiry-service/v1/enquiries/${operation}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: basic(login.password), 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    headers: response.headers,
  };
}
const inbox = async () =>
  (await fetch(`${api.url}/inbox.json`)).json() as Promise<{
    enquiries: Record<string, unknown>[];
    requests: object[];
  }>;
const fault = (wanted: object) =>
  fetch(`${api.url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });

const ada = {
  forename: 'Ada',
  surname: 'Byron',
  case_type: 'personal-injury',
  meta: [{ id: 'when', label: 'When?', value: '2026-02-01' }],
  marketing_keywords: '',
};
const pdf = Buffer.from('%PDF-1.4 one invented letter');
const upload = (
  post_id: unknown = '4711',
  mime = 'application/pdf',
  contents: unknown = pdf.toString('base64'),
) => ({
  post_id,
  file: { name: 'letter.pdf', mime, postname: 'letter.pdf' },
  contents,
});
const missing = (name: string) => ({
  code: 400,
  status: `The parameter \`${name}\` is missing or empty`,
  result: false,
});

describe('create (4.1)', () => {
  test('answers 201 with the integer of the new enquiry', async () => {
    expect(await post('create', ada)).toMatchObject({
      status: 201,
      body: { code: 201, status: 'Created enquiry', result: 4711 },
    });
    expect((await post('create', ada)).body.result).toBe(4712);
  });
  test.each([
    ['a missing forename', { ...ada, forename: undefined }, 'forename'],
    ['an empty forename', { ...ada, forename: '' }, 'forename'],
    ['a surname that is no text', { ...ada, surname: 1 }, 'surname'],
    ['meta that is no list', { ...ada, meta: {} }, 'meta'],
    ['a meta entry without a label', { ...ada, meta: [{ id: 'a', value: 'b' }] }, 'label'],
    ['a meta entry without a value', { ...ada, meta: [{ id: 'a', label: 'b' }] }, 'value'],
  ])('names %s in backticks', async (_, body, name) => {
    expect(await post('create', body)).toMatchObject({ status: 400, body: missing(name) });
    expect((await inbox()).enquiries).toEqual([]);
  });
  test.each([
    ['no object', '[]'],
    ['no JSON', '{'],
  ])('refuses a body that is %s', async (_, body) => {
    expect((await post('create', body)).body).toMatchObject({ code: 400, result: false });
  });
});

describe('upload (4.2)', () => {
  beforeEach(() => post('create', ada));

  test('answers 201 with an integer, and keeps every byte', async () => {
    expect((await post('upload', upload())).body).toEqual({
      code: 201,
      status: 'Accepted',
      result: expect.any(Number),
    });
    const [enquiry] = (await inbox()).enquiries;
    const [file] = enquiry!.files as { id: number; size: number; mime: string }[];
    expect(file).toMatchObject({
      name: 'letter.pdf',
      postname: 'letter.pdf',
      mime: 'application/pdf',
      size: pdf.length,
    });
    const response = await fetch(`${api.url}/inbox/files/${file?.id}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    expect(response.headers.get('content-disposition')).toBe('attachment');
  });
  test('takes a file of ten megabytes', async () => {
    const contents = Buffer.concat([pdf, Buffer.alloc(10 * 1_048_576)]).toString('base64');
    expect((await post('upload', upload('4711', 'application/pdf', contents))).status).toBe(201);
  });
  test.each([
    [
      'empty contents',
      upload('4711', 'application/pdf', ''),
      400,
      'The file content is empty; check the encoding of `contents`',
    ],
    [
      'contents that are no base64',
      upload('4711', 'application/pdf', 'a!b='),
      400,
      'The parameter `contents` is not valid base64',
    ],
    [
      'base64 without its padding',
      upload('4711', 'application/pdf', pdf.toString('base64').replace(/=+$/, '')),
      400,
      'The parameter `contents` is not valid base64',
    ],
    ['a video', upload('4711', 'video/mp4'), 400, 'The parameter `mime` is not one of pdf, png, gif, jpeg'],
    [
      'a kind like a method of objects',
      upload('4711', 'constructor'),
      400,
      'The parameter `mime` is not one of pdf, png, gif, jpeg',
    ],
    [
      'a PDF that calls itself a PNG',
      upload('4711', 'image/png'),
      400,
      'The parameter `contents` is not a file of the kind that `mime` names',
    ],
    ['an unknown enquiry', upload('9'), 404, 'There is no enquiry with this `post_id`'],
    ['an identifier that is no text', upload(4711), 400, 'The parameter `post_id` is missing or empty'],
    ['no file descriptor', { ...upload(), file: undefined }, 400, 'The parameter `file` is missing or empty'],
  ])('refuses %s', async (_, body, code, status) => {
    expect(await post('upload', body)).toMatchObject({ status: code, body: { code, status, result: false } });
  });
});

describe('authentication (5)', () => {
  test('takes the password and the application password', async () => {
    expect((await post('create', ada, { authorization: basic(login.password) })).status).toBe(201);
    expect((await post('create', ada, { authorization: basic(login.applicationPassword) })).status).toBe(201);
  });
  test.each([
    ['', 'no header'],
    [basic('wrong'), 'a wrong password'],
    ['Bearer x', 'another scheme'],
    ['Basic ????', 'no base64'],
  ])('answers %j with its own shape of 401', async authorization => {
    expect(await post('create', ada, { authorization })).toMatchObject({
      status: 401,
      body: {
        code: 401,
        message: expect.stringContaining('authentication is required'),
        data: { status: 'rest_cannot_access' },
      },
    });
    expect((await inbox()).enquiries).toEqual([]);
  });
});

test('enquiries and files stay over a restart', async () => {
  await post('create', ada);
  await post('upload', upload());
  await api.stop();
  await start();
  const { enquiries } = await inbox();
  expect(enquiries).toMatchObject([
    { id: 4711, forename: 'Ada', body: ada, files: [{ name: 'letter.pdf' }] },
  ]);
  expect((await post('create', ada)).body.result).toBe(4712);
});

test('identifiers are not given again after the inbox was emptied', async () => {
  await post('create', ada);
  await fetch(`${api.url}/inbox`, { method: 'DELETE' });
  expect(await inbox()).toEqual({ enquiries: [], requests: [] });
  expect((await post('create', ada)).body.result).toBe(4712);
});

describe('a fault', () => {
  test.each([
    ['down', 503, 0],
    ['401', 401, 0],
    ['400', 400, 0],
    ['500', 500, 0],
    ['redirect', 302, 0],
    ['garbage', 201, 1],
    ['slow', 201, 1],
  ])('%s answers %d and processes %d', async (name, status, processed) => {
    await fault({ fault: name, field: 'email', delay_ms: 1, times: 1 });
    const answer = await post('create', ada);
    expect(answer.status).toBe(status);
    if (name === '400') expect(answer.body).toEqual(missing('email'));
    if (name === 'garbage') expect(answer.body).toMatch(/^<!doctype/);
    expect((await inbox()).enquiries).toHaveLength(processed);
    expect((await post('create', ada)).status).toBe(201);
  });
  test.each([
    ['reset', 1],
    ['reset_before', 0],
  ])('%s gives no answer and processes %d', async (name, processed) => {
    await fault({ fault: name });
    await expect(post('create', ada)).rejects.toThrow();
    expect(await inbox()).toMatchObject({
      enquiries: Array(processed).fill({ forename: 'Ada' }),
      requests: [{ operation: 'create', status: 'reset' }],
    });
  });
  test('hits the operation that it is for', async () => {
    await fault({ fault: '500', operation: 'upload' });
    expect((await post('create', ada)).status).toBe(201);
    expect((await post('upload', upload())).status).toBe(500);
  });
  test('can be read, and is refused when it is none', async () => {
    expect(await (await fetch(`${api.url}/faults`)).json()).toEqual(noFault);
    const response = await fault({ fault: 'explode' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining('"fault" must be one of') });
    expect((await fault({ fualt: 'down' })).status).toBe(400);
  });
});

describe('the inbox', () => {
  test('is a page of its own', async () => {
    for (const path of ['/', '/inbox.css', '/inbox.js'])
      expect((await fetch(`${api.url}${path}`)).status).toBe(200);
    const page = await fetch(`${api.url}/inbox`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });
  test('cannot be emptied by another page', async () => {
    const response = await fetch(`${api.url}/inbox`, {
      method: 'DELETE',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
  });
});
