import type Koa from 'koa';
import type { Identity } from '../identity/identity.ts';
import type { Mount } from '../routing/mounts.ts';

/** State of a request in the gateway. */
export interface GatewayState {
  /** The client's request id or a new one; the same in all services. */
  requestId: string;
  /** Path pattern of the route, for metrics and logs; absent before it is known. */
  route?: string;
  mount?: Mount;
  /** The path inside the mount; absent before it is known. */
  inside?: string;
  /** Key of the request's cart; absent for other requests and before it is known. */
  cartKey?: string;
  /** Absent before the credentials were checked. */
  identity?: Identity;
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState, object>;
export type GatewayMiddleware = Koa.Middleware<GatewayState, object>;
