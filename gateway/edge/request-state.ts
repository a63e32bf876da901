import type Koa from 'koa';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Identity } from '../identity/identity.ts';
import type { Mount } from '../routing/mounts.ts';

/** The data that the gateway's middleware stores about a request. */
export interface GatewayState {
  /** The request id that the client sent, or a new id. All services get the same id. */
  requestId: string;
  /** The time after which the client does not wait for the answer any more, in Unix milliseconds. */
  deadline: number;
  /** Path pattern of the route, for metrics and logs; absent until the gateway has found the route. */
  route?: string;
  mount?: Mount;
  /** The path without the prefix of the mount; absent until the gateway has found the mount. */
  inside?: string;
  /** Cart key of the request; absent for requests without a cart, and until the gateway has read the key. */
  cartKey?: string;
  /** The verified caller; absent until the gateway has checked the credentials. */
  identity?: Identity;
  /** Code of the sent error, as in the registry of errors; absent for other answers. */
  errorCode?: ErrorCode;
}

export type GatewayContext = Koa.ParameterizedContext<GatewayState, object>;
export type GatewayMiddleware = Koa.Middleware<GatewayState, object>;
