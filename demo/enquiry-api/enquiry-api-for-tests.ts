// Shared by the stand-in's tests: starts it with a folder and a port of its own, and sends requests to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startEnquiryApi } from './server.ts';

export const login = { username: 'ünlü', password: 'pass:wörd', applicationPassword: 'abcd efgh' };
export const basicAuthorization = (password: string, username = login.username) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export const ada = {
  forename: 'Ada',
  surname: 'Byron',
  case_type: 'personal-injury',
  meta: [{ id: 'when', label: 'When?', value: '2026-02-01' }],
  marketing_keywords: '',
};
export const pdf = Buffer.from('%PDF-1.4 one invented letter');
export const letter = {
  post_id: '4711',
  file: { name: 'letter.pdf', mime: 'application/pdf', postname: 'letter.pdf' },
  contents: pdf.toString('base64'),
};
export const missing = (name: string) => ({
  code: 400,
  status: `The parameter \`${name}\` is missing or empty`,
  result: false,
});

/** The parts of `/inbox.json` that the tests use. */
export interface Inbox {
  enquiries: (Record<string, unknown> & { files: { id: number; sha256: string }[] })[];
  requests: { operation: string; status: number | string; authorization_ok: boolean }[];
}

/** Starts a stand-in for each test, and removes it afterwards. */
export function enquiryApi() {
  let folder: string;
  let api: Awaited<ReturnType<typeof startEnquiryApi>>;
  const start = async () => {
    api = await startEnquiryApi({ host: '127.0.0.1', port: 0, folder, login });
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'enquiry-api-'));
    await start();
  });
  afterEach(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, init?: RequestInit) => fetch(`${api.url}${path}`, init);
  return {
    ask,
    /** Sends a request to an operation, with a valid login unless `headers` has another one. */
    async post(operation: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await ask(`/rest/enquiry-service/v1/enquiries/${operation}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          authorization: basicAuthorization(login.password),
          'content-type': 'application/json',
          ...headers,
        },
        body:
          typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body), // Both are bodies.
      });
      const text = await response.text();
      return { status: response.status, body: /^\{.*\}$/s.test(text) ? JSON.parse(text) : text };
    },
    inbox: async () => (await (await ask('/inbox.json')).json()) as Inbox,
    fault: (wanted: object) => ask('/faults', { method: 'PUT', body: JSON.stringify(wanted) }),
    async restart() {
      await api.stop();
      await start();
    },
  };
}
