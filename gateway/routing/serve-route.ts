import { send } from '../http/answer.ts';
import { type Parameters, readBody, urlParameters } from '../http/body.ts';
import type { GatewayContext, GatewayMiddleware } from '../http/request-state.ts';
import type { TransportSecurity } from '../http/transport.ts';
import { openStream } from '../live/live-carts.ts';
import { sendEntry } from './answer.ts';
import { isStrict } from './check.ts';
import type { Route } from './route.ts';
import type { RouteDeps } from './run-route.ts';
import { runRoute } from './run-route.ts';

/** Dependencies of `serveRoute`: those of `runRoute`, and the checks of the connection (`transport`). */
interface ServeDeps extends RouteDeps {
  readonly transport: TransportSecurity;
}

/** Returns the parameters of the body. If the body has too many chunks, closes the connection after the answer. */
function bodyOf({ req, res }: GatewayContext): Promise<Parameters> {
  return readBody(req, () => {
    res.setHeader('Connection', 'close');
    res.once('finish', () => req.socket.destroy());
  });
}

/** Returns the middleware of a route, which reads the request from Koa, runs the route and sends the answer. */
export function serveRoute(route: Route, deps: ServeDeps): GatewayMiddleware {
  return async (ctx) => {
    const { req, state } = ctx;
    const { mount, identity } = state;
    if (!mount || !identity) throw new Error('a route runs inside a mount, after the credentials');
    state.route = route.path;
    const { params } = ctx as unknown as { params: Readonly<Record<string, string>> };
    const request = {
      id: state.requestId,
      deadline: state.deadline,
      mount,
      identity,
      target: req.url ?? '',
      path: (name: string) => params[name],
      query: urlParameters(ctx.querystring),
      body: await bodyOf(ctx),
      lenient: mount.dialect.unknownFilters === 'ignored',
      strict: isStrict(req.headers.prefer as string | undefined),
      address: () => deps.transport.clientAddress(req),
      secure: () => deps.transport.secretMayTravel(req),
      // The cast is safe, because Node returns a list for `set-cookie` only, which requests do not have.
      header: (name: string) => req.headers[name] as string | undefined,
      headers: () => ({ ...req.headers }) as Record<string, string>,
      onCart: (key: string) => {
        state.cartKey = key;
      },
    };
    if (request.strict) ctx.set('Preference-Applied', 'handling=strict');
    const answer = await runRoute(route, request, deps);
    if ('stream' in answer) openStream(ctx, answer, deps.live);
    else if ('entry' in answer) sendEntry(ctx, answer);
    else send(ctx, answer);
  };
}
