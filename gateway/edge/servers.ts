import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadTurns } from '../door/read-turns.ts';
import { Listeners } from './listeners.ts';
import { type AnswerUnreadable, mostHeaderBytes, type ParserError } from './unreadable-requests.ts';

/** Milliseconds for open requests to finish at the end. */
const shutMs = 5_000;
/** Milliseconds for an idle client to send its next request, before its connection closes. */
const betweenMs = 1_000;
const mostConnections = 8_192;
/** Maximum number of unanswered requests on one connection. Normal clients send one or a few. */
const mostPipelined = 32;

/** Limits on slow and large requests (docs/reference/rules.md#limits), in milliseconds and bytes. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: mostHeaderBytes,
} satisfies ServerOptions;

/** The number of requests in work by connection. */
type InWork = WeakMap<Duplex, number>;

/** Where the public servers listen. */
export interface Addresses {
  readonly HTTP_HOST: string;
  readonly HTTP_PORT: number;
  readonly HTTPS_PORT: number;
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
  /** Inherited sockets, if another process holds the ports. */
  readonly HTTP_FD: readonly number[];
  readonly HTTPS_FD: readonly number[];
  readonly REUSE_PORT: boolean;
  /** Seconds in which connections are still accepted after the stop signal. */
  readonly STOP_DELAY: number;
  /** Event streams that may stay open, beside normal connections. */
  readonly EVENT_STREAMS: number;
}

/** A server and its listening sockets. */
interface Listening {
  readonly server: Server;
  readonly listeners: Listeners;
}

/** The public HTTP server, and the HTTPS server when there is a certificate. */
export class PublicServers {
  readonly #addresses: Addresses;
  readonly #turns: Pick<ReadTurns, 'opened'>;
  readonly #servers: Listening[] = [];
  #closing = false;

  constructor(addresses: Addresses, turns: Pick<ReadTurns, 'opened'>) {
    this.#addresses = addresses;
    this.#turns = turns;
  }

  /** Whether the server is stopping: answers then say `Connection: close`. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Listens. @throws Error naming a port in use or an unreadable file */
  async open(listener: RequestListener, unreadable: AnswerUnreadable): Promise<void> {
    const { HTTP_PORT, HTTP_FD, HTTPS_PORT, HTTPS_FD, TLS_CERT_FILE, TLS_KEY_FILE } = this.#addresses;
    const inWork: InWork = new WeakMap();
    const bounded = withBoundedPipelines(listener, inWork);
    const refused = (error: ParserError, socket: Duplex) => {
      // An answer between the bytes of another one would corrupt that one.
      if (socket instanceof Socket && socket.writable && !inWork.get(socket)) unreadable(error, socket);
      else socket.destroy();
    };
    const http = createServer(limits, bounded).on('clientError', refused);
    await this.#listen(http, HTTP_PORT, HTTP_FD);
    if (!TLS_CERT_FILE || !TLS_KEY_FILE) return;
    const [cert, key] = await Promise.all([readFile(TLS_CERT_FILE), readFile(TLS_KEY_FILE)]);
    const tls = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersTimeout } as const;
    const { createServer: createTlsServer } = await import('node:https');
    const https = createTlsServer({ ...limits, ...tls }, bounded).on('clientError', refused);
    await this.#listen(https, HTTPS_PORT, HTTPS_FD);
  }

  async #listen(server: Server, port: number, inherited: readonly number[]): Promise<void> {
    server.maxHeadersCount = 100;
    const { HTTP_HOST: host, REUSE_PORT: shared, EVENT_STREAMS: streams } = this.#addresses;
    const listeners = new Listeners(server, mostConnections + streams, this.#turns);
    if (inherited.length > 0) await listeners.inherit(inherited);
    else await listeners.open({ port, host, shared });
    this.#servers.push({ server, listeners });
  }

  /** Listening ports, HTTP first. */
  get ports(): number[] {
    return this.#servers.map(({ server }) => {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    });
  }

  /**
   * Stops: accepts connections for `STOP_DELAY` more, so that a load balancer sees that this gateway is not
   * ready; then waits up to five seconds for open requests.
   */
  async shut(): Promise<void> {
    this.#closing = true;
    const { STOP_DELAY: seconds } = this.#addresses;
    if (seconds > 0) await sleep(seconds * 1_000);
    await Promise.all(this.#servers.map(shutServer));
  }
}

/**
 * Closes a connection that sends more while 32 of its requests are in work: thousands in one piece would
 * block other clients.
 */
function withBoundedPipelines(listener: RequestListener, inWork: InWork): RequestListener {
  return (request, response) => {
    const { socket } = request;
    const others = inWork.get(socket) ?? 0;
    if (others >= mostPipelined) {
      socket.destroy();
      return;
    }
    inWork.set(socket, others + 1);
    response.once('close', () => inWork.set(socket, (inWork.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}

/**
 * Closes the listening sockets only: `close` of an HTTP server would cut off a client that is about to send.
 * Requests until then are answered with `Connection: close`; connections without one are idle.
 */
async function shutServer({ server, listeners }: Listening): Promise<void> {
  // After the next poll, so that requests which have already arrived are read first.
  const idle = setTimeout(() => setImmediate(() => server.closeIdleConnections()), betweenMs);
  const end = setTimeout(() => server.closeAllConnections(), shutMs);
  await listeners.close();
  clearTimeout(idle);
  clearTimeout(end);
}
