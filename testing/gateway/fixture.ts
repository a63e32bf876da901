import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { closeConnections } from '../connections.ts';
import { FakeLists } from './fake-catalogue.ts';
import { FakeServices } from './fake-services.ts';
import { type RunningGateway, startGateway } from './public-gateway.ts';
import { aCart, aLine, aProduct } from './samples.ts';

/** Body and headers of a request. */
interface RequestParts {
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream | URLSearchParams;
  readonly headers?: Record<string, string>;
}

/** An answer with its parsed JSON. `body` is null if the answer has no body. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer
  readonly body: any;
}

/**
 * A gateway with fake services on the NATS server of the test file. Product 13 exists. The fake services are reset
 * before every test.
 */
export class GatewayFixture {
  #fakes: FakeServices | undefined;
  #gateway: RunningGateway | undefined;

  constructor(nats: { readonly url: string }, environment: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      this.#fakes = await FakeServices.start(nats.url);
      this.#fakes.products.set('13', aProduct());
      this.#gateway = await startGateway(nats.url, environment);
    });
    beforeEach(() => {
      const initial = {
        replayed: false,
        refuses: null,
        transferred: false,
        keysToRefuse: 0,
        holdsUntil: null,
        rate: null,
        results: [],
      };
      const lists = new FakeLists();
      const charges = { validated: [], rates: [] };
      Object.assign(this.fakes, {
        ...initial,
        ...charges,
        cart: aCart(),
        lineKeys: [aLine().key],
        lists,
      });
      this.fakes.checkouts.reset();
      this.fakes.heard.length = 0;
      this.fakes.refusedKeys.clear();
    });
    afterAll(async () => {
      closeConnections();
      await this.#gateway?.[Symbol.asyncDispose]();
      await this.#fakes?.[Symbol.asyncDispose]();
    });
  }

  get fakes(): FakeServices {
    if (!this.#fakes) throw new Error('the services run during tests only');
    return this.#fakes;
  }

  get gateway(): RunningGateway {
    if (!this.#gateway) throw new Error('the gateway runs during tests only');
    return this.#gateway;
  }

  async send(method: string, path: string, { body, headers = {} }: RequestParts = {}): Promise<Answer> {
    const response = await fetch(this.gateway.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    });
    const text = await response.text();
    const { status } = response;
    return { status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  /** Sends a POST request with a JSON body. */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json = { 'Content-Type': 'application/json', ...headers };
    return this.send('POST', path, { body: JSON.stringify(body), headers: json });
  }

  /** Sends a request with a JSON body that adds an item. */
  add(body: unknown, headers: Record<string, string> = {}, path = '/v2/cart/add-item'): Promise<Answer> {
    return this.post(path, body, headers);
  }

  /**
   * Sends text on a new connection. Returns the gateway's output when the connection closes or was idle for a
   * second.
   */
  async raw(text: string): Promise<string> {
    const socket = connect(Number(new URL(this.gateway.url).port), '127.0.0.1');
    const { promise, resolve } = Promise.withResolvers<string>();
    let got = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      got += chunk;
    });
    socket.on('close', () => resolve(got)).on('error', () => resolve(got));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.write(text);
    return promise;
  }
}
