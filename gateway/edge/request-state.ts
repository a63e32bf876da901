import type Koa from 'koa';
import type { Identity } from '../identity/identity.ts';
import type { Mount } from '../routing/mounts.ts';

/** The data that the gateway's middleware stores about a request. */
export interface GatewayState {
  /** The request id that the client sent, or a new id. All services get the same id. */
  requestId: string;
  /** Path pattern of the route, for metrics and logs; absent until the route is determined. */
  route?: string;
  mount?: Mount;
  /** The path without the prefix of the mount; absent until the mount is determined. */
  inside?: string;
  /** Cart key of the request. Absent until the key is determined, and for requests without a cart. */
  cartKey?: string;
  /** The verified caller; absent until the credentials are checked. */
  identity?: Identity;
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState, object>;
export type GatewayMiddleware = Koa.Middleware<GatewayState, object>;
