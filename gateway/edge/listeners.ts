import type { Server } from 'node:http';
import { createServer, Server as NetServer, type Socket } from 'node:net';
import type { Connections } from './connections.ts';

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
export interface Place {
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
export class Listeners {
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
    const other = createServer({ allowHalfOpen: true, noDelay: true });
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
  const server = createServer();
  await listening(server, { host, port });
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
