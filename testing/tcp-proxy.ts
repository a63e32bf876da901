import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/**
 * A proxy between a process and an engine. It can stop traffic without closing connections, as a network partition
 * does.
 */
export class TcpProxy implements AsyncDisposable {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #uncut: Promise<void> = Promise.resolve();
  #resume: () => void = () => undefined;

  private constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
    this.#server = createServer((client) => this.#join(client));
  }

  /** Starts a proxy to the engine at a URL. */
  static async start(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(url);
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done));
    return proxy;
  }

  /** The port on which the proxy listens. */
  get port(): number {
    const address = this.#server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** Stops all traffic in both directions until `heal` is called. */
  cut(): void {
    this.#resume();
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#uncut, this.#resume] = [promise, resolve];
  }

  /** Resumes all traffic. Bytes that had to wait are sent first. */
  heal(): void {
    this.#resume();
  }

  #join(client: Socket): void {
    const server = connect(this.#target);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    pipeline(client, this.#gate(), server, () => undefined);
    pipeline(server, this.#gate(), client, () => undefined);
  }

  /** Returns a stream that passes bytes on. Bytes wait as long as traffic is stopped. */
  #gate(): Transform {
    return new Transform({
      transform: (bytes, _encoding, done) => void this.#uncut.then(() => done(null, bytes)),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}
