import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A function that returns whether the proxy drops a message from NATS to a client. */
type Loss = (subject: string, payload: Buffer) => boolean;

/**
 * A proxy between a process and NATS, which can drop or delay messages, or stop all traffic while connections
 * stay open.
 */
export class NatsProxy implements AsyncDisposable {
  /** Number of messages that were dropped since the last call of `lose`. */
  lost = 0;
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #loses: Loss = () => false;
  #delayMs = 0;
  #uncut: Promise<void> = Promise.resolve();
  #resume: () => void = () => undefined;

  private constructor(natsUrl: string) {
    this.#target = new URL(natsUrl);
    this.#server = createServer((client) => this.#join(client));
  }

  static async start(natsUrl: string): Promise<NatsProxy> {
    const proxy = new NatsProxy(natsUrl);
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done));
    return proxy;
  }

  /** The NATS URL with which a process connects to the proxy. */
  get url(): string {
    const address = this.#server.address();
    return `nats://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
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

  /** From now on, the proxy drops all messages for which `loses` returns true, and no others. */
  lose(loses: Loss): void {
    this.#loses = loses;
    this.lost = 0;
  }

  /** From now on, everything that NATS sends arrives this many milliseconds later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  #join(client: Socket): void {
    const { hostname, port } = this.#target;
    const server = connect(Number(port), hostname);
    const sieve = new Sieve((...message) => {
      const loses = this.#loses(...message);
      if (loses) this.lost += 1;
      return loses;
    });
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    const requests = this.#gate(
      (bytes) => bytes,
      async () => undefined,
    );
    const replies = this.#gate(
      (bytes) => sieve.kept(bytes),
      async () => this.#delayMs > 0 && sleep(this.#delayMs),
    );
    // If one of the two connections ends, `pipeline` ends the other connection too.
    pipeline(client, requests, server, () => undefined);
    pipeline(server, replies, client, () => undefined);
  }

  /**
   * Returns a stream that passes on, in order, those bytes that `kept` returns. Bytes wait until `due`
   * resolves. While the connection is cut, all bytes wait.
   */
  #gate(kept: (bytes: Buffer) => Buffer, due: () => Promise<unknown>): Transform {
    let last: Promise<unknown> = Promise.resolve();
    const gate = new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        last = Promise.all([last, due(), this.#uncut]).then(() => gate.push(kept(bytes)));
        done();
      },
      flush: (done) => void last.then(() => done()),
    });
    return gate;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.heal();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}

/** Removes the messages to drop from the bytes that NATS sends. */
class Sieve {
  readonly #loses: Loss;
  /** Bytes of a message or line whose end has not arrived yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(loses: Loss) {
    this.#loses = loses;
  }

  /**
   * Takes the next bytes from NATS. Returns all messages and lines that are now complete, except the messages
   * to drop.
   */
  kept(bytes: Buffer): Buffer {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const kept: Buffer[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) if (!this.#isLost(frame)) kept.push(frame);
    return Buffer.concat(kept);
  }

  /**
   * Returns the next complete line; null if no line is complete. A line `MSG` or `HMSG` is returned with its
   * payload, whose length is the last word of the line.
   */
  #next(): Buffer | null {
    const end = this.#rest.indexOf('\r\n');
    if (end < 0) return null;
    const fields = this.#rest.toString('latin1', 0, end).split(' ');
    const length = end + 2 + (/^H?MSG$/.test(fields[0] ?? '') ? Number(fields.at(-1)) + 2 : 0);
    if (this.#rest.length < length) return null;
    const frame = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return frame;
  }

  #isLost(frame: Buffer): boolean {
    const end = frame.indexOf('\r\n');
    const [verb = '', subject = ''] = frame.toString('latin1', 0, end).split(' ');
    return /^H?MSG$/.test(verb) && this.#loses(subject, frame.subarray(end + 2, -2));
  }
}
