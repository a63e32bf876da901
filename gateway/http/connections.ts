import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '#platform/util/networks.ts';

/** Maximum number of unanswered requests on one connection. Normal clients send at most a few at once. */
const maxPipelined = 32;

/** An open connection. */
interface Connection {
  readonly socket: Socket;
  readonly ends: string;
  readonly network: string;
  unanswered: number;
}

/** Returns the text that identifies an open connection, for its TCP socket and for the TLS socket on top of it. */
function endsOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

/**
 * The open connections of a gateway (docs/reference/rules.md#limits). One network gets at most half of them. When all
 * are taken, an idle connection of the network with the most connections is closed for a new one.
 */
export class Connections {
  readonly #most: number;
  readonly #isProxy: (address: string) => boolean;
  readonly #byEnds = new Map<string, Connection>();
  readonly #bySocket = new WeakMap<Duplex, Connection>();
  /** The connections of each network except trusted proxies, the longest idle ones first. */
  readonly #byNetwork = new Map<string, Set<Connection>>();

  /** `most`: maximum number of open connections. `isProxy`: whether an address is one of a trusted proxy. */
  constructor(most: number, isProxy: (address: string) => boolean) {
    this.#most = most;
    this.#isProxy = isProxy;
  }

  /** Counts a new TCP connection, or closes it. */
  take(socket: Socket): void {
    const { remoteAddress: address = '' } = socket;
    const network = networkOf(address);
    const own = this.#byNetwork.get(network) ?? new Set();
    const isFull = this.#byEnds.size >= this.#most;
    if (own.size >= this.#most / 2 || (isFull && !this.#closeIdle())) {
      socket.destroy();
      return;
    }
    const connection = { socket, ends: endsOf(socket), network, unanswered: 0 };
    this.#byEnds.set(connection.ends, connection);
    this.#bySocket.set(socket, connection);
    if (!this.#isProxy(address)) this.#byNetwork.set(network, own.add(connection));
    socket.once('close', () => this.#forget(connection));
  }

  /** Notes the TLS socket of a connection, after its handshake. */
  secured(socket: Socket): void {
    const connection = this.#byEnds.get(endsOf(socket));
    if (connection) this.#bySocket.set(socket, connection);
  }

  #forget(connection: Connection): void {
    if (this.#byEnds.get(connection.ends) === connection) this.#byEnds.delete(connection.ends);
    const own = this.#byNetwork.get(connection.network);
    own?.delete(connection);
    if (own?.size === 0) this.#byNetwork.delete(connection.network);
  }

  /** Closes the longest idle connection of the network with the most connections. Returns false if none is idle. */
  #closeIdle(): boolean {
    const networks = [...this.#byNetwork.values()].sort((one, other) => other.size - one.size);
    for (const connections of networks)
      for (const connection of connections)
        if (connection.unanswered === 0) {
          connection.socket.destroy();
          this.#forget(connection);
          return true;
        }
    return false;
  }

  /** Returns whether a request on this connection has no answer yet. */
  hasUnanswered(socket: Duplex): boolean {
    return (this.#bySocket.get(socket)?.unanswered ?? 0) > 0;
  }

  /** Counts a request. Returns false if its connection has too many unanswered requests. */
  requestBegan(socket: Duplex): boolean {
    const connection = this.#bySocket.get(socket);
    if (!connection || connection.unanswered >= maxPipelined) return false;
    connection.unanswered += 1;
    return true;
  }

  /** Counts the end of a request. */
  requestEnded(socket: Duplex): void {
    const connection = this.#bySocket.get(socket);
    if (!connection) return;
    connection.unanswered -= 1;
    const own = this.#byNetwork.get(connection.network);
    if (own?.delete(connection)) own.add(connection);
  }
}
