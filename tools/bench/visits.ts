// The requests of a visitor's browser, each on its own connection, and the times that the responses take.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const origin = 'https://www.example.com';

/** A config with this many case types, each with the questions of the demo's longest one. */
export function configWith(count: number) {
  const demo = JSON.parse(readFileSync('demo/enquiry.config.json', 'utf8'));
  const { questions, label } = demo.case_types['personal-injury'];
  const caseType = {
    label,
    questions: questions.map((question: object) => ({ ...question, required: false })),
  };
  const names = Array.from({ length: count }, (_, n) => `matter-${n + 1}`);
  return {
    names,
    config: { language: demo.language, case_types: Object.fromEntries(names.map(name => [name, caseType])) },
  };
}

/** Sends a request. Resolves with the milliseconds until its response has arrived. */
async function measure(url: string, options: RequestOptions, body?: string): Promise<number> {
  const startedAt = performance.now();
  const outgoing = request(url, { ...options, agent: false });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode >= 300) throw new Error(`${url} responded with ${response.statusCode}`);
  return performance.now() - startedAt;
}

/** Requests the script with the definitions of these case types. */
export function loadScript(proxy: string, caseTypes: string[]): Promise<number> {
  const query = caseTypes.map(name => `case-type=${name}`).join('&');
  return measure(`${proxy}/enquiry-form.js?${query}`, { headers: { 'accept-encoding': 'br' } });
}

/** Requests the page of a form. */
export function loadPage(proxy: string, caseType: string): Promise<number> {
  return measure(`${proxy}/forms/${caseType}`, { headers: { 'accept-encoding': 'br' } });
}

/** Submits an enquiry. */
export function submit(proxy: string, case_type: string): Promise<number> {
  const enquiry = { case_type, forename: 'Ada', surname: 'Byron', email: `${randomUUID()}@example.com` };
  const headers = { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return measure(`${proxy}/enquiries`, { method: 'POST', headers }, JSON.stringify(enquiry));
}

/** Calls `visit` this many times per second, without waiting for earlier calls. Resolves with all results. */
export async function repeat<Result>(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  visit: (n: number) => Promise<Result>,
): Promise<Result[]> {
  const startedAt = performance.now();
  const visits: Promise<Result>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueMs = (n * 1_000) / perSecond - (performance.now() - startedAt);
    if (dueMs > 0) await pause(dueMs);
    visits.push(visit(n));
  }
  return await Promise.all(visits);
}
