import { once } from 'node:events';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { createLogger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { Watchdog } from '#platform/service/watchdog.ts';
import { dialects } from '../views/dialects.ts';
import { errors } from './errors.ts';
import { Deadlines, everyRequest } from './every-request.ts';
import { GatewayMetrics } from './metrics.ts';
import { Mounts } from './mounts.ts';
import type { GatewayState } from './request-state.ts';
import { TransportSecurity } from './transport.ts';

const soldOut = refusal('service_product_out_of_stock', { requested: 2, in_cart: 0, available: 1 });

test.each([
  ['an answer', null, false],
  ['a refusal because of the stock', soldOut, false],
  ['a cart that has changed meanwhile', refusal('service_revision_mismatch', { revision: 7 }), false],
  ['a product that never existed', refusal('service_product_does_not_exist', {}), true],
  ['a route that does not exist', refusal('rest_no_route', {}), true],
  ['a fault of the gateway', refusal('service_internal', {}), false],
])('%s counts by whether the request was bad', async (_, error, isBad) => {
  const logger = createLogger('edge', 'silent');
  const metrics = new Metrics('edge');
  const mounts = new Mounts([{ prefix: '', dialect: dialects.service }], 'https://api.example');
  const counted: unknown[] = [];
  const app = new Koa<GatewayState, object>();
  app.use(
    everyRequest({
      mounts,
      transport: new TransportSecurity([]),
      metrics: new GatewayMetrics(metrics),
      watchdog: new Watchdog(logger, metrics),
      networks: { answered: (...answer) => counted.push(answer) },
      deadlines: new Deadlines(2_000),
      closing: () => false,
    }),
  );
  app.use(errors(logger));
  app.use((ctx) => {
    if (error) throw error;
    ctx.body = '{}';
  });
  await using server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await (await fetch(`http://127.0.0.1:${port}/v2/cart`, { headers: { Connection: 'close' } })).text();
  expect(counted).toEqual([['127.0.0.1', isBad]]);
});
