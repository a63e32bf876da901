import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { connect, type NatsConnection } from 'nats';
import { inboxOf } from '#contracts/operation.ts';

export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
}

/**
 * What a `tls://` URL asks of a connection: TLS or none at all, and a certificate for the host that the URL names, from an
 * authority that Node trusts (NODE_EXTRA_CA_CERTS adds one). The client itself would take one for localhost where the
 * host is an address.
 */
export function tlsOf({ protocol, hostname }: URL): { tls?: object } {
  if (protocol !== 'tls:') return {};
  const host = hostname.replace(/^\[|\]$/g, '');
  const identity = (_host: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate);
  return { tls: { ...(isIP(host) ? {} : { servername: host }), checkServerIdentity: identity } };
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
    ...tlsOf(url),
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
