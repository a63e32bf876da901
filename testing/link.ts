import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/** A network link between two availability zones, simulated by TCP proxies. Tests can cut the link. */
export class Link implements AsyncDisposable {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #uncut: Promise<void> = Promise.resolve();
  #resume: () => void = () => undefined;

  /** Opens a proxy to a port and returns the proxy's port. */
  async to(port: number): Promise<number> {
    const server = createServer((near) => this.#join(near, connect(port, '127.0.0.1')));
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** Stops all traffic in both directions. Connections stay open and bytes wait, as in a partitioned network. */
  cut(): void {
    this.#resume();
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#uncut, this.#resume] = [promise, resolve];
  }

  /** Resumes all traffic. Bytes that had to wait are sent first. */
  heal(): void {
    this.#resume();
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    // If one of the two connections ends, `pipeline` ends the other connection too.
    pipeline(near, this.#gate(), far, () => undefined);
    pipeline(far, this.#gate(), near, () => undefined);
  }

  /** Returns a stream that passes bytes on. Bytes wait as long as the link is cut. */
  #gate(): Transform {
    return new Transform({
      transform: (bytes: Buffer, _encoding, done) => void this.#uncut.then(() => done(null, bytes)),
      flush: (done) => void this.#uncut.then(() => done()),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))));
  }
}
