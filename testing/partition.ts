import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/**
 * Proxies in front of the nodes of a cluster, which can cut one node off from all other nodes. Clients can still reach
 * the node. Connections stay open and bytes wait, as in a partitioned network.
 */
export class Partition implements AsyncDisposable {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #cutNode: number | null = null;
  #uncut: Promise<void> = Promise.resolve();
  #resume: () => void = () => undefined;

  /**
   * Returns the IP address from which a node connects to other nodes. Each node has its own address, which
   * begins with `127.0.1.`. Clients have other addresses.
   */
  addressOf(node: number): string {
    return `127.0.1.${1 + node}`;
  }

  /** Opens a proxy to a port of a node and returns the proxy's port. Other nodes and clients connect to the proxy. */
  async to(port: number, node: number): Promise<number> {
    const server = createServer((near) => this.#join(near, connect(port, '127.0.0.1'), node));
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** Stops all traffic between a node and all other nodes until `heal` is called. */
  cutOff(node: number): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#cutNode, this.#uncut, this.#resume] = [node, promise, resolve];
  }

  /** Resumes all traffic. Bytes that had to wait are sent first. */
  heal(): void {
    this.#cutNode = null;
    this.#resume();
  }

  #join(near: Socket, far: Socket, node: number): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    const { remoteAddress = '' } = near;
    const passes = async () => {
      const isOfClient = !remoteAddress.startsWith('127.0.1.');
      const isCut = this.#cutNode === node || remoteAddress === this.addressOf(this.#cutNode ?? -1);
      if (this.#cutNode !== null && !isOfClient && isCut) await this.#uncut;
    };
    pipeline(near, gate(passes), far, () => undefined);
    pipeline(far, gate(passes), near, () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))));
  }
}

/** Returns a stream that passes a chunk on when `passes` has resolved. The end of the stream waits in the same way. */
function gate(passes: () => Promise<void>): Transform {
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) => void passes().then(() => done(null, bytes)),
    flush: (done) => void passes().then(() => done()),
  });
}
