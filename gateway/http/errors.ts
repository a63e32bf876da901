import { asServiceError, publicBody, refusal, type ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import { folded, type Mounts } from './mounts.ts';
import type { GatewayContext, GatewayMiddleware } from './state.ts';

/** Headers that belong to an error's data: when to come again, which revision there is, how to sign in. */
function setErrorHeaders(ctx: GatewayContext, { code, data }: ServiceError, status: number): void {
  ctx.set('Cache-Control', 'no-store');
  if (typeof data.retry_after === 'number') ctx.set('Retry-After', String(data.retry_after));
  if (code === 'service_revision_mismatch') ctx.set('ETag', `"${data.revision}"`);
  if (status === 401) ctx.set('WWW-Authenticate', 'Basic realm="shop", charset="UTF-8", Bearer realm="shop"');
}

/** What a service answered has no cause here and is in that service's log; what arose here is logged here, once. */
function log(logger: Logger, ctx: GatewayContext, error: ServiceError, status: number): void {
  const { requestId, route } = ctx.state;
  const arose = status >= 500 && error.cause !== undefined;
  const level = !arose ? 'debug' : error.code === 'service_internal' ? 'error' : 'warn';
  logger[level]({ requestId, route, method: ctx.method, err: error.cause ?? error }, error.code);
}

/** Translates whatever was thrown into the answer of the mount's dialect; the only place that does (specification 7). */
export function errors(mounts: Mounts, logger: Logger): GatewayMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (isAborted(thrown)) return;
      const error = asServiceError(thrown);
      const { status, body } = publicBody(error);
      log(logger, ctx, error, status);
      const { dialect } = ctx.state.mount ?? mounts.of(folded(ctx.path)).mount;
      ctx.status = status;
      setErrorHeaders(ctx, error, status);
      const data = status >= 500 ? { ...body.data, request_id: ctx.state.requestId } : body.data;
      ctx.body = { ...body, code: dialect.errorCode(error.code), data };
    }
  };
}

/** Whether the client went away while its body was read: nobody is there to be answered. */
function isAborted(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown as { type?: string }).type === 'request.aborted';
}

/** The last middleware: nothing before it was meant. `OPTIONS` of a route that exists says what may be asked of it. */
export const noRoute: GatewayMiddleware = (ctx) => {
  const { matched = [] } = ctx as { matched?: readonly { readonly methods: readonly string[] }[] };
  if (ctx.method !== 'OPTIONS' || matched.length === 0) throw refusal('rest_no_route', {});
  ctx.set('Allow', ['OPTIONS', ...new Set(matched.flatMap(({ methods }) => methods))].join(', '));
  ctx.type = 'json';
  ctx.body = 'null';
};
