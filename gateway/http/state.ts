import type Koa from 'koa';
import type { Identity } from '../identity/identity.ts';
import type { Mount } from './mounts.ts';

/** What the gateway knows of a request while it answers it. */
export interface GatewayState {
  /** The client's own, or one made here; the same through all hops. */
  requestId: string;
  /** Path of the route that answers, for metrics and logs; absent before it is known. */
  route?: string;
  mount?: Mount;
  /** True for an answer that was kept, so that next to nothing was done for it. */
  fromCache?: boolean;
  /** The path inside the mount; absent before it is known. */
  inside?: string;
  /** Key of the cart that the request is about; absent for others, and before it is known. */
  cartKey?: string;
  /** Absent before the credentials were looked at. */
  identity?: Identity;
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState, object>;
export type GatewayMiddleware = Koa.Middleware<GatewayState, object>;
