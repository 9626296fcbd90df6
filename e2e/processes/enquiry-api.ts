// The stand-in enquiry API in a process of its own.
import type { Fault } from '../../demo/enquiry-api/faults.ts';
import { start } from '../../demo/processes.ts';

/** The login of the stand-in. */
export const login = { username: 'e2e', password: 'e2e pass:wörd' };

/** An enquiry as the stand-in received it. */
export interface ReceivedEnquiry {
  id: number;
  forename: string;
  case_type: string;
  body: Record<string, unknown>;
  meta: { id: string; label: string; value: string }[];
  files: { id: number; name: string; postname: string; mime: string; size: number; sha256: string }[];
}

const maxAttempts = 5;

/** Starts the stand-in, which keeps what it receives in this folder. */
export async function startEnquiryApi(folder: string, port = '0') {
  const running = await start('demo/enquiry-api/main.ts', {
    PORT: port,
    STANDIN_DATA: folder,
    STANDIN_USERNAME: login.username,
    STANDIN_PASSWORD: login.password,
  });
  /** Sends a request to its inbox, and again if it has closed the kept-alive connection in the meantime. */
  async function request(path: string, init?: RequestInit): Promise<Response> {
    for (let attempts = 1; ; attempts++) {
      try {
        const response = await fetch(`${running.url}${path}`, init);
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response;
      } catch (error) {
        if (!(error instanceof TypeError) || attempts === maxAttempts) throw error;
      }
    }
  }
  return {
    ...running,
    /** Its address as `ENQUIRY_API_URL`. */
    apiUrl: `${running.url}/rest/enquiry-service/v1`,
    request,
    /** Makes it fail as described, for `times` requests or until the next call. */
    async setFault(fault: Partial<Fault>): Promise<void> {
      const headers = { 'content-type': 'application/json' };
      await request('/faults', { method: 'PUT', headers, body: JSON.stringify(fault) });
    },
    /** Resolves with what it has received. */
    async inbox() {
      return (await (await request('/inbox.json')).json()) as {
        enquiries: ReceivedEnquiry[];
        requests: { operation: string; status: number | string }[];
      };
    },
  };
}
export type EnquiryApi = Awaited<ReturnType<typeof startEnquiryApi>>;
