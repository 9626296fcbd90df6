// `enquiry-form/proxy`: runs the proxy in your own process.
import { createProxy as create, realDependencies, startProxy as start } from '../../proxy/server/proxy.ts';

/** The settings of the proxy by their names, such as `ENQUIRY_API_URL`. Docs: Operating the proxy, Settings. */
export type Variables = Record<string, string | undefined>;

/** A proxy that listens. */
export interface RunningProxy {
  /** The address that it listens on, such as `http://127.0.0.1:8080`. */
  url: string;
  /** Loads the config and all that comes from files again, without interrupting a request. Rejects with a list of all
   * errors, and changes nothing, if something can't be used. */
  reload(): Promise<void>;
  /** Waits up to 25 seconds for requests and deliveries in progress, then closes the store. */
  stop(): Promise<void>;
}

/** The part of the bindings of `@hono/node-server` that the proxy needs. */
export interface Bindings {
  incoming?: { socket: { remoteAddress?: string | undefined } };
}

/** A proxy that doesn't listen. */
export interface MountedProxy {
  /** The Hono app: `yourApp.mount('/forms', proxy.app.fetch)`. Limits per address need the visitor's address, from the
   * bindings of `@hono/node-server`, which `mount` passes on. */
  app: { fetch(request: Request, bindings?: Bindings): Response | Promise<Response> };
  /** As of a running proxy. */
  reload(): Promise<void>;
  /** Waits up to 25 seconds for deliveries in progress, then closes the store. Stop your server first. */
  stop(): Promise<void>;
}

/** Starts a proxy with these settings, by default those of the process. It also delivers the enquiries that are already
 * stored. Rejects with a list of all errors if a setting is malformed. */
export async function startProxy(variables: Variables = process.env): Promise<RunningProxy> {
  const { address, reload, stop } = await start(realDependencies(variables));
  const { address: host, family, port } = address;
  return { url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`, reload, stop };
}

/** Creates a proxy for your own server, which sets its own limits on connections. The proxy has no metrics server. The
 * settings `HOST`, `PORT`, `ADMIN_HOST` and `ADMIN_PORT` have no effect. */
export async function createProxy(variables: Variables = process.env): Promise<MountedProxy> {
  const proxy = await create(realDependencies(variables));
  return {
    app: {
      fetch: (request, bindings) =>
        proxy.app.fetch(request, { remoteAddress: bindings?.incoming?.socket.remoteAddress }),
    },
    reload: proxy.reload,
    stop: () => proxy.stop(async () => {}),
  };
}
