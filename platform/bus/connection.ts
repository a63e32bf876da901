import { connect, type NatsConnection } from 'nats';
import { inboxOf } from '#contracts/operation.ts';

export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
}

/**
 * A connection to NATS that never gives up and buffers nothing on the sly.
 *
 * `role` names the inbox, since each role may hear only its own (deploy/nats.conf). With `waits` the first
 * connection is awaited for ever; without, a server that cannot be reached is an error at once.
 */
export async function connectNats(
  role: string,
  settings: BusSettings,
  waits: boolean,
): Promise<NatsConnection> {
  const url = new URL(settings.NATS_URL.includes('://') ? settings.NATS_URL : `nats://${settings.NATS_URL}`);
  const user = settings.NATS_USER ?? decodeURIComponent(url.username);
  const pass = settings.NATS_PASSWORD ?? decodeURIComponent(url.password);
  return connect({
    servers: url.host,
    name: role,
    ...(user === '' ? {} : { user, pass }),
    inboxPrefix: inboxOf(role),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 50,
    waitOnFirstConnect: waits,
    timeout: 2_000,
    pingInterval: 2_000,
    maxPingOut: 2,
    // Else every request captures a stack, for a trace that nobody reads.
    noAsyncTraces: true,
  });
}
