import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from './connections.ts';
import { Listeners } from './listeners.ts';
import { type AnswerUnreadable, maxHeaderBytes, type ParserError } from './unreadable-requests.ts';

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
