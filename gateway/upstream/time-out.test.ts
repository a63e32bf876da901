import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/service/logger.ts';
import { dialects } from '../dialects/dialects.ts';
import type { GatewayState } from '../edge/request-state.ts';
import { TransportSecurity } from '../edge/transport.ts';
import { guest } from '../identity/identity.ts';
import { errors } from '../routing/error-answers.ts';
import { Mounts } from '../routing/mounts.ts';
import { upstream, upstreamLimits } from './upstream.ts';

test('if WordPress does not answer in time, the client gets 504 service_upstream_timeout', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const mounts = new Mounts([{ prefix: '', dialect: dialects.service }], 'https://api.example');
  const behind = upstream({
    url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    namespaces: ['wp/v2'],
    mounts,
    transport: new TransportSecurity([]),
    identities: { of: async () => guest },
    limits: { ...upstreamLimits, silenceMs: 50 },
  });
  const app = new Koa<GatewayState, object>();
  app.use(errors(mounts, createLogger('upstream-test', 'silent'))).use(behind.middleware);
  const front = app.listen(0, '127.0.0.1');
  await once(front, 'listening');
  try {
    const { port } = front.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/wp-json/wp/v2/posts`);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ code: 'service_upstream_timeout' });
  } finally {
    front.close();
    silent.closeAllConnections();
    silent.close();
    await behind.close();
  }
});
