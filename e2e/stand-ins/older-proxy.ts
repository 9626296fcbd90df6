// A proxy of the previous release, in front of the real one. It refuses members of an enquiry that it doesn't know.
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LocalServer, startLocalServer } from '../processes/local-server.ts';
import { forwardRequest } from './forward-request.ts';

export interface OlderProxy extends LocalServer {
  /** The bodies of the requests with an enquiry, in order. */
  enquiries: Record<string, unknown>[];
}

/** Starts in front of the proxy at `target`, and refuses these members of an enquiry. */
export async function startOlderProxy(target: string, unknownMembers: string[]): Promise<OlderProxy> {
  const enquiries: Record<string, unknown>[] = [];

  /** Renames the unknown members, so that the real proxy refuses them, and restores their names in its response. */
  async function forwardEnquiry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Record<string, unknown> = JSON.parse(await text(request));
    enquiries.push(body);
    const renamed = Object.entries(body).map(([name, value]) => [
      unknownMembers.includes(name) ? `unknown-${name}` : name,
      value,
    ]);
    const { 'content-length': _, ...headers } = request.headers;
    const forwarded = send(target + request.url, { method: 'POST', headers }, async from => {
      const { 'content-length': __, ...fromHeaders } = from.headers;
      response.writeHead(from.statusCode ?? 502, fromHeaders);
      response.end((await text(from)).replaceAll('"unknown-', '"'));
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(JSON.stringify(Object.fromEntries(renamed)));
  }

  const server = await startLocalServer((request, response) => {
    const isEnquiry = request.method === 'POST' && request.url === '/enquiries';
    if (isEnquiry) void forwardEnquiry(request, response);
    else forwardRequest(target, request, response);
  });
  return { ...server, enquiries };
}
