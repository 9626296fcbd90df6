import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';

/** Forwards a request to the server at `target`, and its response to the client. Default of `body`: that of the
 * request. */
export function forwardRequest(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  body?: string,
): void {
  const { method, headers, url } = request;
  const forwarded = send(target + url, { method, headers }, from => {
    response.writeHead(from.statusCode ?? 502, from.headers);
    from.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  if (body === undefined) request.pipe(forwarded);
  else forwarded.end(body);
}
