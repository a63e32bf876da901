import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Listeners } from './listeners.ts';

/** How long answers in flight may take once the doors close. Milliseconds. */
const shutMs = 5_000;
/**
 * How long a client that is between two requests has for the second one, before its connection is closed. Milliseconds.
 */
const betweenMs = 1_000;
const mostConnections = 8_192;
/** How many requests of one connection may be in work: clients wait for an answer, or send a few ahead. */
const mostPipelined = 32;

/** Bounds on slow and large requests (docs/reference/rules.md#limits). Times in milliseconds, sizes in bytes. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
} satisfies ServerOptions;

/** Where the public servers listen. */
export interface Addresses {
  readonly HTTP_HOST: string;
  readonly HTTP_PORT: number;
  readonly HTTPS_PORT: number;
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
  /** Sockets that were inherited, where another process holds the ports. */
  readonly HTTP_FD: readonly number[];
  readonly HTTPS_FD: readonly number[];
  readonly REUSE_PORT: boolean;
  /** Seconds that connections are still accepted once the doors close. */
  readonly STOP_DELAY: number;
  /** Connections that may stay open, beside those of usual requests. */
  readonly EVENT_STREAMS: number;
}

/** A server, and the sockets that listen for it. */
interface Listening {
  readonly server: Server;
  readonly listeners: Listeners;
}

/** The public HTTP server, and the HTTPS server when there is a certificate. */
export class PublicServers {
  readonly #addresses: Addresses;
  readonly #servers: Listening[] = [];
  #closing = false;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /** Whether the doors are closing: answers from now on say `Connection: close`. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Listens. @throws Error naming the port that is taken or the file that cannot be read */
  async open(listener: RequestListener): Promise<void> {
    const { HTTP_PORT, HTTP_FD, HTTPS_PORT, HTTPS_FD, TLS_CERT_FILE, TLS_KEY_FILE } = this.#addresses;
    const bounded = withBoundedPipelines(listener);
    await this.#listen(createServer(limits, bounded), HTTP_PORT, HTTP_FD);
    if (!TLS_CERT_FILE || !TLS_KEY_FILE) return;
    const [cert, key] = await Promise.all([readFile(TLS_CERT_FILE), readFile(TLS_KEY_FILE)]);
    const tls = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersTimeout } as const;
    const { createServer: createTlsServer } = await import('node:https');
    await this.#listen(createTlsServer({ ...limits, ...tls }, bounded), HTTPS_PORT, HTTPS_FD);
  }

  async #listen(server: Server, port: number, inherited: readonly number[]): Promise<void> {
    server.maxHeadersCount = 100;
    const { HTTP_HOST: host, REUSE_PORT: shared, EVENT_STREAMS: streams } = this.#addresses;
    const listeners = new Listeners(server, mostConnections + streams);
    if (inherited.length > 0) await listeners.inherit(inherited);
    else await listeners.open({ port, host, shared });
    this.#servers.push({ server, listeners });
  }

  /** Ports that are listened on, HTTP first. */
  get ports(): number[] {
    return this.#servers.map(({ server }) => {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    });
  }

  /**
   * Takes no new connections, lets what is in flight finish, five seconds at most. Before that it goes on for `STOP_DELAY`, so
   * that a balancer sees that this gateway is not ready, and sends nothing more.
   */
  async shut(): Promise<void> {
    this.#closing = true;
    const { STOP_DELAY: seconds } = this.#addresses;
    if (seconds > 0) await sleep(seconds * 1_000);
    await Promise.all(this.#servers.map(shutServer));
  }
}

/**
 * Closes a connection that sends further requests while 32 of its own are in work: thousands that arrive in one piece
 * would keep everybody else waiting.
 */
function withBoundedPipelines(listener: RequestListener): RequestListener {
  const inWork = new WeakMap<Socket, number>();
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
 * Only the listening ends: `close` of an HTTP server would cut off a client that is just sending the next request. Those
 * who ask meanwhile are answered with `Connection: close`, and what has not asked for a second is idle indeed.
 */
async function shutServer({ server, listeners }: Listening): Promise<void> {
  // After the next poll, which reads what has arrived: a request must not meet the closing of its connection.
  const idle = setTimeout(() => setImmediate(() => server.closeIdleConnections()), betweenMs);
  const end = setTimeout(() => server.closeAllConnections(), shutMs);
  await listeners.close();
  clearTimeout(idle);
  clearTimeout(end);
}
