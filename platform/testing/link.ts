import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/** A link between two zones, which can be cut: TCP proxies to what is on its other side. */
export class Link implements AsyncDisposable {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #whole: Promise<void> = Promise.resolve();
  #mend: () => void = () => undefined;

  /** The port by which a port of this machine is reached over the link. */
  async to(port: number): Promise<number> {
    const server = createServer((near) => this.#join(near, connect(port, '127.0.0.1')));
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** From now on nothing gets through, either way. Nothing is closed: it waits, as on a network that is cut. */
  cut(): void {
    this.#mend();
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#whole, this.#mend] = [promise, resolve];
  }

  /** Everything gets through again, and first what has waited. */
  heal(): void {
    this.#mend();
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    // Whatever ends the one side ends the other.
    pipeline(near, this.#gate(), far, () => undefined);
    pipeline(far, this.#gate(), near, () => undefined);
  }

  /** Where bytes wait while the link is cut. */
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
