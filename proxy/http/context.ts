import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';

/** The request's values that middleware and routes share. */
export interface AppEnvironment {
  /** Node's request and response are absent in tests that call the app without a server, and in an app that is mounted in
   * another one, which may have begun to read the request. Its `remoteAddress` is the other end of the connection. */
  Bindings: Partial<HttpBindings> & { remoteAddress?: string | undefined };
  Variables: RequestIdVariables & {
    /** Bytes of the body that have been received. */
    bytes: number;
    /** Why the request was refused, when its code has several reasons. */
    refusalReason: string;
    /** Whether `100 Continue` has been sent. */
    isContinueSent: boolean;
  };
}
export type AppContext = Context<AppEnvironment>;
