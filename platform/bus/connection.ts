import { setTimeout as sleep } from 'node:timers/promises';
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
 * Returns the TLS options of the NATS client; empty for `nats://`. A server needs a certificate for its host
 * from a trusted authority (NODE_EXTRA_CA_CERTS adds an authority). If NATS_URL contains an IP address, the client's
 * default check would accept a certificate for `localhost`.
 */
export function tlsOf({ secure, names }: BusServers): { tls?: object } {
  if (!secure) return {};
  return {
    tls: {
      // Node calls this function as a method of the TLS connection's options, so `this` has the options.
      checkServerIdentity(this: Dialled, _host: string, certificate: PeerCertificate) {
        const { servername, socket } = this;
        const address = names.find((name) => name === socket?.remoteAddress) ?? names[0] ?? '';
        return checkServerIdentity(servername || address, certificate);
      },
    },
  };
}

/** Options of a TLS connection. `servername` is the host name of the server; empty for an IP address. */
interface Dialled {
  readonly servername?: string;
  readonly socket?: { readonly remoteAddress?: string };
}

/** A connection to NATS. `role` is the role with which `connectNats` made it. */
export type BusConnection = NatsConnection & { readonly role?: string };

/**
 * Connects to NATS. The connection reconnects for ever and never buffers requests.
 *
 * `role` determines the inbox, because a role may subscribe only to its own inbox (deploy/nats.conf). `waits`:
 * whether to wait for a reachable server; otherwise an unreachable server is an error.
 */
export async function connectNats(
  role: string,
  settings: BusSettings,
  waits: boolean,
): Promise<BusConnection> {
  const servers = busServers(settings.NATS_URL);
  const user = settings.NATS_USER ?? servers.login?.user ?? '';
  const pass = settings.NATS_PASSWORD ?? servers.login?.pass ?? '';
  const isCluster = servers.hosts.length > 1;
  const connection = await connect({
    servers: [...servers.hosts],
    // Ignores the addresses that NATS nodes announce. The addresses may be unreachable, and no certificate is
    // valid for these addresses.
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
    // In a cluster, the client connects to another server after 1.2 s without an answer. This is early enough to send
    // most waiting requests again before their deadlines.
    pingInterval: isCluster ? 400 : 2_000,
    maxPingOut: 2,
    // Without this option, every request captures a stack trace that is never used.
    noAsyncTraces: true,
  });
  if (isCluster) tryNextServerFirst(connection);
  return Object.assign(connection, { role });
}

/**
 * Makes the client connect to another server first when the connection is lost. By default the client first
 * tries the lost server again, which takes 2 s if that server hangs.
 */
function tryNextServerFirst(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { servers: { selectServer(): unknown } } };
  protocol.servers.selectServer();
}

/**
 * After the connection is lost, requests wait for the reconnection until this number of milliseconds has passed since
 * the loss. From then on, requests fail at once.
 */
const patienceMs = 1_000;

/** Tracks whether this process is connected to NATS. The NATS client reconnects to the next server by itself. */
export class ConnectionState {
  readonly #connection: NatsConnection;
  /**
   * The current loss of the connection; null while connected. `since`: milliseconds of the monotonic clock.
   * `back` resolves on reconnection.
   */
  #outage: { readonly since: number; readonly back: PromiseWithResolvers<void> } | null = null;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') {
        this.#outage?.back.resolve();
        this.#outage = null;
      }
      if (type !== 'disconnect' || this.#outage) continue;
      this.#outage = { since: performance.now(), back: Promise.withResolvers() };
    }
  }

  get connected(): boolean {
    return !this.#outage && !this.#connection.isClosed();
  }

  /**
   * Resolves when this process is connected to NATS.
   *
   * @throws Error after `maxMs` milliseconds, or one second after the connection was lost
   */
  async waitUntilConnected(maxMs: number): Promise<void> {
    if (this.#connection.isClosed()) throw new Error('the connection to the bus is closed');
    if (!this.#outage) return;
    const { since, back } = this.#outage;
    const left = Math.min(maxMs, since + patienceMs - performance.now());
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('the bus is not connected')), Math.max(0, left));
    await Promise.race([back.promise, late.promise]).finally(() => clearTimeout(timer));
  }
}

/** Maximum milliseconds that the process waits until no request runs. */
const idleWaitMs = 500;
/** Milliseconds between two checks whether requests still run. */
const pollMs = 2;

/**
 * Connects to another server when the NATS server announces its shutdown ("lame duck mode"). First waits up to
 * 500 ms until no request runs, because the change of servers loses running requests.
 *
 * Runs until the connection closes. Only connections with several servers need this function.
 */
export async function leaveLameDucks(connection: NatsConnection, isBusy: () => boolean): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'ldm') continue;
    for (const end = performance.now() + idleWaitMs; isBusy() && performance.now() < end; )
      await sleep(pollMs);
    // `flush` sends pending replies before the connection changes to another server.
    await connection.flush().catch(() => undefined);
    await connection.reconnect().catch(() => undefined);
  }
}
