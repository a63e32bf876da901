import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/** A link between two zones that can be cut: TCP proxies to the other side. */
export class Link implements AsyncDisposable {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #whole: Promise<void> = Promise.resolve();
  #mend: () => void = () => undefined;

  /** Returns the local port that leads over the link to a port. */
  async to(port: number): Promise<number> {
    const server = createServer((near) => this.#join(near, connect(port, '127.0.0.1')));
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /**
   * Stops all traffic in both directions without closing anything; bytes wait, as in a partitioned network.
   */
  cut(): void {
    this.#mend();
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#whole, this.#mend] = [promise, resolve];
  }

  /** Resumes traffic, waiting bytes first. */
  heal(): void {
    this.#mend();
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    // An end of either side closes the other.
    pipeline(near, this.#gate(), far, () => undefined);
    pipeline(far, this.#gate(), near, () => undefined);
  }

  /** Holds bytes while the link is cut. */
  #gate(): Transform {
    return new Transform({
      transform: (bytes: Buffer, _encoding, done) => void this.#whole.then(() => done(null, bytes)),
      flush: (done) => void this.#whole.then(() => done()),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))));
  }
}
