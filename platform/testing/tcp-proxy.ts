import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/** Between a process and an engine: cuts the process off and closes nothing, as a network that is partitioned does. */
export class TcpProxy implements AsyncDisposable {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #whole: Promise<void> = Promise.resolve();
  #mend: () => void = () => undefined;

  private constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
    this.#server = createServer((client) => this.#join(client));
  }

  /** Starts in front of the engine at a URL. */
  static async start(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(url);
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done));
    return proxy;
  }

  /** Where a process finds the engine behind this. */
  get port(): number {
    const address = this.#server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** From now on nothing gets through, either way, until `heal`. */
  cut(): void {
    this.#mend();
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#whole, this.#mend] = [promise, resolve];
  }

  /** Everything gets through again, and first what has waited. */
  heal(): void {
    this.#mend();
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

  /** Where bytes wait while nothing gets through. */
  #gate(): Transform {
    return new Transform({
      transform: (bytes, _encoding, done) => void this.#whole.then(() => done(null, bytes)),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}
