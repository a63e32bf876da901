import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createNetServer, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { networkOf } from '#platform/util/networks.ts';
import { type AnswerUnreadable, maxHeaderBytes, type ParserError } from './errors.ts';

/** Milliseconds from the closing of the listening sockets until all open connections are closed. */
const shutMs = 5_000;
/**
 * Milliseconds from the closing of the listening sockets until idle connections are closed. Until then,
 * clients may still send requests on idle connections.
 */
const idleMs = 1_000;
/** Maximum number of open connections, in addition to `EVENT_STREAMS`. */
const maxConnections = 8_192;
/** An answer of which the client reads nothing for this number of milliseconds is given up. */
const maxUnreadMs = 30_000;

/** The cipher suites of TLS 1.2, all with authenticated encryption. TLS 1.3 has no other suites. */
const ciphers = 'ECDHE+AESGCM:ECDHE+CHACHA20';

/** Limits against slow and large requests (docs/reference/rules.md#limits), in milliseconds and bytes. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: maxHeaderBytes,
} satisfies ServerOptions;

/** Settings of the public servers: addresses, certificate files and limits. */
interface PublicServerSettings {
  readonly HTTP_HOST: string;
  readonly HTTP_PORT: number;
  readonly HTTPS_PORT: number;
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
  /** File descriptors of HTTP sockets that another process opened; empty if this process opens the port. */
  readonly HTTP_FD: readonly number[];
  /** File descriptors of HTTPS sockets that another process opened; empty if this process opens the port. */
  readonly HTTPS_FD: readonly number[];
  readonly REUSE_PORT: boolean;
  /** Seconds for which the servers still accept new connections after the stop signal. */
  readonly STOP_DELAY: number;
  /** Maximum number of event streams. Their connections are allowed in addition to `maxConnections`. */
  readonly EVENT_STREAMS: number;
}

/** A server and its listening sockets. */
interface Listening {
  readonly server: Server;
  readonly listeners: Listeners;
}

/** The public HTTP server, and the public HTTPS server if the settings name a certificate. */
export class PublicServers {
  readonly #addresses: PublicServerSettings;
  readonly #connections: Connections;
  readonly #unreadMs: number;
  readonly #servers: Listening[] = [];
  #closing = false;

  /** `isProxy`: whether an address is one of a trusted proxy. `unreadMs`: how long a client may read nothing. */
  constructor(
    addresses: PublicServerSettings,
    isProxy: (address: string) => boolean,
    unreadMs = maxUnreadMs,
  ) {
    this.#unreadMs = unreadMs;
    this.#addresses = addresses;
    this.#connections = new Connections(maxConnections + addresses.EVENT_STREAMS, isProxy);
  }

  /** Whether the servers are stopping. Answers then have the header `Connection: close`. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Starts the servers. @throws Error that names a port that is in use, or a file that cannot be read */
  async open(listener: RequestListener, unreadable: AnswerUnreadable): Promise<void> {
    const { HTTP_PORT, HTTP_FD, HTTPS_PORT, HTTPS_FD, TLS_CERT_FILE, TLS_KEY_FILE } = this.#addresses;
    const bounded = this.#withBoundedPipelines(listener);
    const refused = (error: ParserError, socket: Duplex) => {
      // While an earlier request on this connection is unanswered, the client would take the error for the
      // answer to that request. So the connection is only closed.
      if (socket instanceof Socket && socket.writable && !this.#connections.hasUnanswered(socket))
        unreadable(error, socket);
      else socket.destroy();
    };
    const http = createServer(limits, bounded).on('clientError', refused);
    await this.#listen(http, HTTP_PORT, HTTP_FD);
    if (!TLS_CERT_FILE || !TLS_KEY_FILE) return;
    const [cert, key] = await Promise.all([readFile(TLS_CERT_FILE), readFile(TLS_KEY_FILE)]);
    const tls = {
      cert,
      key,
      ciphers,
      minVersion: 'TLSv1.2',
      handshakeTimeout: limits.headersTimeout,
    } as const;
    const { createServer: createTlsServer } = await import('node:https');
    const https = createTlsServer({ ...limits, ...tls }, bounded).on('clientError', refused);
    await this.#listen(https, HTTPS_PORT, HTTPS_FD);
  }

  async #listen(server: Server, port: number, inherited: readonly number[]): Promise<void> {
    server.maxHeadersCount = 100;
    server.setTimeout(this.#unreadMs, (socket) => {
      // A request may take longer than this, for example one that WordPress answers. Then nothing is to be written yet.
      if (socket.writableLength > 0 || !this.#connections.hasUnanswered(socket)) socket.destroy();
    });
    const { HTTP_HOST: host, REUSE_PORT: shared } = this.#addresses;
    const listeners = new Listeners(server, this.#connections);
    if (inherited.length > 0) await listeners.inherit(inherited);
    else await listeners.open({ port, host, shared });
    this.#servers.push({ server, listeners });
  }

  /**
   * Returns a listener that closes a connection with too many unanswered requests. Thousands of requests at once on one
   * connection would delay other clients.
   */
  #withBoundedPipelines(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      if (!this.#connections.requestBegan(socket)) {
        socket.destroy();
        return;
      }
      response.once('close', () => this.#connections.requestEnded(socket));
      listener(request, response);
    };
  }

  /** Port numbers of the servers: first of the HTTP server, then of the HTTPS server if it runs. */
  get ports(): number[] {
    return this.#servers.map(({ server }) => {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    });
  }

  /**
   * Stops the servers. First accepts connections for `STOP_DELAY` more seconds, so that a load balancer notices
   * the stop. Then open requests have up to five seconds to end.
   */
  async shut(): Promise<void> {
    this.#closing = true;
    const { STOP_DELAY: seconds } = this.#addresses;
    if (seconds > 0) await sleep(seconds * 1_000);
    await Promise.all(this.#servers.map(shutServer));
  }
}

/**
 * Closes the listening sockets. Open connections stay, because a client may be about to send a request, which
 * then gets an answer with `Connection: close`. Idle connections are closed after a second.
 */
async function shutServer({ server, listeners }: Listening): Promise<void> {
  // `setImmediate` lets Node first read the requests that have already arrived.
  const idle = setTimeout(() => setImmediate(() => server.closeIdleConnections()), idleMs);
  const end = setTimeout(() => server.closeAllConnections(), shutMs);
  await listeners.close();
  clearTimeout(idle);
  clearTimeout(end);
}

/**
 * Number of sockets that listen on a port. In each turn of the event loop, Node accepts only one connection
 * per socket. With one socket, new clients of a busy process would wait for seconds.
 */
const socketCount = process.platform === 'linux' ? 128 : 1;

/**
 * Maximum number of connections that wait in the kernel for one socket; the kernel may set a lower maximum.
 * Further clients must connect again after a second.
 */
const backlog = 4_096;

/** The host and port on which a server listens. */
interface Place {
  readonly host: string;
  /** Number of the port; with 0, the system chooses a free port. */
  readonly port: number;
  /** Whether other processes may listen on the same port. */
  readonly shared: boolean;
}

/** Arguments of Node's `listen`. */
type Where =
  | { readonly fd: number }
  | { readonly host: string; readonly port: number; readonly reusePort?: boolean };

/** The listening sockets of one server. */
class Listeners {
  readonly #server: Server;
  readonly #others: NetServer[] = [];

  constructor(server: Server, connections: Connections) {
    this.#server = server;
    server.prependListener('connection', (socket: Socket) => connections.take(socket));
    server.prependListener('secureConnection', (socket: Socket) => connections.secured(socket));
  }

  /** Listens on a port. @throws Error that names the port if another program uses the port */
  async open({ host, port, shared }: Place): Promise<void> {
    // With `reusePort`, two programs could listen on the same port by mistake. So the port is first checked
    // without `reusePort`.
    if (!shared && port !== 0) await requireFree(host, port);
    const reusePort = shared || socketCount > 1;
    await listening(this.#server, { host, port, reusePort });
    const address = this.#server.address();
    const taken = typeof address === 'object' && address ? address.port : port;
    for (let socket = 1; socket < socketCount; socket += 1) await this.#add({ host, port: taken, reusePort });
  }

  /** Listens on sockets that another process opened. Several descriptors may refer to the same socket. */
  async inherit([first = 0, ...others]: readonly number[]): Promise<void> {
    await listening(this.#server, { fd: first });
    for (const fd of others) await this.#add({ fd });
  }

  async #add(where: Where): Promise<void> {
    const other = createNetServer({ allowHalfOpen: true, noDelay: true });
    other.on('connection', (socket) => this.#server.emit('connection', socket));
    await listening(other, where);
    this.#others.push(other);
  }

  /** Stops accepting connections. Resolves when all open connections have ended. */
  async close(): Promise<void> {
    // `close` of an HTTP server would also close idle connections, so `close` of `net.Server` is called
    // instead.
    const close = (server: NetServer) =>
      new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    await Promise.all([this.#server, ...this.#others].map(close));
  }
}

/** Resolves when the server listens. @throws Error of Node, for example if the port is in use */
async function listening(server: NetServer, where: Where): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(where, backlog, resolve);
  });
}

/** Checks that no program listens on the port. @throws Error that names the port if the port is in use */
async function requireFree(host: string, port: number): Promise<void> {
  const server = createNetServer();
  await listening(server, { host, port });
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

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
