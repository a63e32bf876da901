import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { connect, type NatsConnection } from 'nats';
import { inboxOf } from '#contracts/operation.ts';
import { type BusServers, busServers } from './servers.ts';

export interface BusSettings {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
}

/**
 * What `tls://` URLs ask of a connection: TLS or none at all, and a certificate for the host that is connected to, from an
 * authority that Node trusts (NODE_EXTRA_CA_CERTS adds one). The client itself would take one for localhost where the
 * host is an address.
 */
export function tlsOf({ secure, names }: BusServers): { tls?: object } {
  if (!secure) return {};
  return {
    tls: {
      // Node calls it as a method of the options of the connection.
      checkServerIdentity(this: Dialled, _host: string, certificate: PeerCertificate) {
        const { servername, socket } = this;
        const address = names.find((name) => name === socket?.remoteAddress) ?? names[0] ?? '';
        return checkServerIdentity(servername || address, certificate);
      },
    },
  };
}

/** What the client connects with: the name of the host, empty for one that is named by its address. */
interface Dialled {
  readonly servername?: string;
  readonly socket?: { readonly remoteAddress?: string };
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
  const servers = busServers(settings.NATS_URL);
  const user = settings.NATS_USER ?? servers.login?.user ?? '';
  const pass = settings.NATS_PASSWORD ?? servers.login?.pass ?? '';
  const isCluster = servers.hosts.length > 1;
  const connection = await connect({
    servers: [...servers.hosts],
    // Nodes tell addresses of each other that may not be reachable from here, and that no certificate is checked for.
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
    // Where there is another server, one that hangs is left within 1.2 s: before the deadline of most requests.
    pingInterval: isCluster ? 400 : 2_000,
    maxPingOut: 2,
    // Else every request captures a stack, for a trace that nobody reads.
    noAsyncTraces: true,
  });
  if (isCluster) dropFirstChoice(connection);
  return connection;
}

/** Has the next server tried first when this one is lost. The client itself would try the lost one again, for 2 s if it hangs. */
function dropFirstChoice(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { servers: { selectServer(): unknown } } };
  protocol.servers.selectServer();
}
