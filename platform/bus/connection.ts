import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { connect, type NatsConnection } from 'nats';
import { inboxOf } from '#contracts/operation.ts';
import { closeAbandonedDials } from './abandoned-dials.ts';
import { batchWrites } from './one-write-per-turn.ts';
import { type BusServers, busServers } from './servers.ts';

closeAbandonedDials();

export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
}

/**
 * Returns the TLS options for `tls://` URLs: only TLS, and a certificate for the host from an authority that Node
 * trusts (NODE_EXTRA_CA_CERTS adds one). If the host is an address, the client would by default accept a certificate
 * for localhost.
 */
export function tlsOf({ secure, names }: BusServers): { tls?: object } {
  if (!secure) return {};
  return {
    tls: {
      // Node calls it as a method of the connection's options.
      checkServerIdentity(this: Dialled, _host: string, certificate: PeerCertificate) {
        const { servername, socket } = this;
        const address = names.find((name) => name === socket?.remoteAddress) ?? names[0] ?? '';
        return checkServerIdentity(servername || address, certificate);
      },
    },
  };
}

/** Options of the client's TLS connection: the host name, empty for an address. */
interface Dialled {
  readonly servername?: string;
  readonly socket?: { readonly remoteAddress?: string };
}

/** Prefixes of the inboxes of connections. */
const inboxes = new WeakMap<NatsConnection, string>();

/** Returns the prefix of the inboxes that a connection may subscribe to. */
export function inboxPrefixOf(connection: NatsConnection): string | undefined {
  return inboxes.get(connection);
}

/**
 * Connects to NATS. The connection reconnects for ever and never buffers requests.
 *
 * `role` determines the inbox, because a role may subscribe only to its own (deploy/nats.conf). With `waits` it waits
 * for the first connection; without, an unreachable server is an error.
 */
export async function connectNats(
  role: string,
  settings: BusSettings,
  waits: boolean,
): Promise<NatsConnection> {
  const servers = busServers(settings.NATS_URL);
  const user = settings.NATS_USER ?? servers.login?.user ?? '';
  const pass = settings.NATS_PASSWORD ?? servers.login?.pass ?? '';
  const isCluster = servers.hosts.length > 1;
  const connection = await connect({
    servers: [...servers.hosts],
    // Nodes announce addresses that may be unreachable from here, and for which no certificate is valid.
    ignoreClusterUpdates: true,
    ...tlsOf(servers),
    name: role,
    ...(user === '' ? {} : { user, pass }),
    inboxPrefix: inboxOf(role),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 50,
    waitOnFirstConnect: waits,
    timeout: 2_000,
    // In a cluster, the connection leaves a hanging server within 1.2 s, before most deadlines.
    pingInterval: isCluster ? 400 : 2_000,
    maxPingOut: 2,
    // Otherwise every request captures a stack trace that is never used.
    noAsyncTraces: true,
  });
  if (isCluster) dropFirstChoice(connection);
  inboxes.set(connection, inboxOf(role));
  batchWrites(connection);
  return connection;
}

/**
 * Tries the next server first after a lost connection. By default the client retries the lost server, for 2 s if it
 * hangs.
 */
function dropFirstChoice(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { servers: { selectServer(): unknown } } };
  protocol.servers.selectServer();
}
