import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionReads } from '../admission/connection-reads.ts';
import { Listeners } from './listeners.ts';
import { type AnswerUnreadable, maxHeaderBytes, type ParserError } from './unreadable-requests.ts';

/** Milliseconds from the closing of the listening sockets until all open connections are closed. */
const shutMs = 5_000;
/**
 * Milliseconds from the closing of the listening sockets until idle connections are closed. Until then,
 * clients may still send requests on idle connections.
 */
const idleMs = 1_000;
/** Maximum number of open connections of a server, in addition to `EVENT_STREAMS`. */
const maxConnections = 8_192;
/** Maximum number of unanswered requests on one connection. Normal clients send at most a few at once. */
const maxPipelined = 32;

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

/** Number of unanswered requests of each connection. */
type Unanswered = WeakMap<Duplex, number>;

/** Settings of the public servers: addresses, certificate files and limits. */
export interface PublicServerSettings {
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
  readonly #connectionReads: Pick<ConnectionReads, 'countConnection'>;
  readonly #servers: Listening[] = [];
  #closing = false;

  constructor(addresses: PublicServerSettings, connectionReads: Pick<ConnectionReads, 'countConnection'>) {
    this.#addresses = addresses;
    this.#connectionReads = connectionReads;
  }

  /** Whether the servers are stopping. Answers then have the header `Connection: close`. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Starts the servers. @throws Error that names a port that is in use, or a file that cannot be read */
  async open(listener: RequestListener, unreadable: AnswerUnreadable): Promise<void> {
    const { HTTP_PORT, HTTP_FD, HTTPS_PORT, HTTPS_FD, TLS_CERT_FILE, TLS_KEY_FILE } = this.#addresses;
    const unanswered: Unanswered = new WeakMap();
    const bounded = withBoundedPipelines(listener, unanswered);
    const refused = (error: ParserError, socket: Duplex) => {
      // While an earlier request on this connection is unanswered, the client would take the error for the
      // answer to that request. So the connection is only closed.
      if (socket instanceof Socket && socket.writable && !unanswered.get(socket)) unreadable(error, socket);
      else socket.destroy();
    };
    const http = createServer(limits, bounded).on('clientError', refused);
    await this.#listen(http, HTTP_PORT, HTTP_FD, false);
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
    await this.#listen(https, HTTPS_PORT, HTTPS_FD, true);
  }

  async #listen(server: Server, port: number, inherited: readonly number[], isTls: boolean): Promise<void> {
    server.maxHeadersCount = 100;
    const { HTTP_HOST: host, REUSE_PORT: shared, EVENT_STREAMS: streams } = this.#addresses;
    const listeners = new Listeners(server, maxConnections + streams, this.#connectionReads, isTls);
    if (inherited.length > 0) await listeners.inherit(inherited);
    else await listeners.open({ port, host, shared });
    this.#servers.push({ server, listeners });
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
 * Returns a listener that closes a connection with more than 32 unanswered requests. Thousands of requests at
 * once on one connection would delay other clients.
 */
function withBoundedPipelines(listener: RequestListener, unanswered: Unanswered): RequestListener {
  return (request, response) => {
    const { socket } = request;
    const count = unanswered.get(socket) ?? 0;
    if (count >= maxPipelined) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(request, response);
  };
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
