import { Caller } from '#platform/bus/caller.ts';
import { testClaimKeys, testSigner } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { createLogger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { Watchdog } from '#platform/service/watchdog.ts';
import { gateway } from '../../gateway/service.ts';
import { GatewaySettings } from '../../gateway/settings.ts';
import { testGuestKeySecret } from '../guest-key-secret.ts';
import { isUp } from '../is-up.ts';

/** A gateway that listens on a free port. */
export interface RunningGateway extends AsyncDisposable {
  readonly url: string;
  readonly httpsUrl: string;
  readonly metrics: Metrics;
  /** Stops the gateway as SIGTERM does. The promise resolves when no request is open. */
  shut(): Promise<void>;
}

/** Settings of a gateway for tests, without the bus. */
export const gatewayEnvironment: Readonly<Record<string, string>> = {
  CLAIM_PUBLIC_KEY: testClaimKeys.publicKey,
  CLAIM_PRIVATE_KEY: testClaimKeys.privateKey,
  OPERATIONS_TOKEN: 'a token of at least thirty-two characters',
  CHECK_REPLIES: 'true',
  HTTP_PORT: '0',
  HTTPS_PORT: '0',
  PUBLIC_URL: 'https://api.example',
  GUEST_KEY_SECRET: testGuestKeySecret,
};

/** Starts a gateway in this process with the NATS server at `natsUrl`, and waits until the services answer. */
export async function startGateway(
  natsUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const settings = GatewaySettings.parse({ ...gatewayEnvironment, NATS_URL: natsUrl, ...environment });
  const nats = await connectNats('gateway', settings, false);
  const metrics = new Metrics('gateway-test');
  const logger = createLogger('gateway-test', 'silent');
  const deps = {
    replicaId: 'gateway-test',
    logger,
    metrics,
    watchdog: new Watchdog(logger, metrics),
    nats,
    caller: new Caller(nats, testSigner),
    presence: { sinceVisit: 0, visited: () => undefined },
  };
  const body = await gateway(settings, deps);
  const feeds = Object.values(body.feeds ?? {});
  const ready = async () => (await isUp(body.dependencies)) && feeds.every(({ current }) => current);
  await body.open?.(async () => true);
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 10));
  const [http, https] = body.servers.ports;
  return {
    url: `http://127.0.0.1:${http}`,
    httpsUrl: `https://127.0.0.1:${https}`,
    metrics,
    shut: async () => body.shut?.(),
    async [Symbol.asyncDispose]() {
      await body.shut?.();
      await body.close();
      await nats.close();
    },
  };
}
