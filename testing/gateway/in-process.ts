import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { z } from 'zod';
import { identify } from '#contracts/login.ts';
import type { Operation } from '#contracts/operation.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { testSigner } from '#platform/bus/claim-keys.fixture.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { usualDeadlineMs } from '#platform/bus/tries.ts';
import { decode, encode, writeHeaders } from '#platform/bus/wire.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { createLogger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { Watchdog } from '#platform/service/watchdog.ts';
import { ResponseCache } from '../../gateway/cache/response-cache.ts';
import { Identities } from '../../gateway/caller/caller.ts';
import { GuestKeys } from '../../gateway/caller/cart-keys.ts';
import { TokenVerifier } from '../../gateway/caller/tokens.ts';
import { Deadlines } from '../../gateway/http/every-request.ts';
import { GatewayMetrics } from '../../gateway/http/metrics.ts';
import { Mounts } from '../../gateway/http/mounts.ts';
import { TransportSecurity } from '../../gateway/http/transport.ts';
import { LiveCarts } from '../../gateway/live/live-carts.ts';
import { KnownCallers, Networks } from '../../gateway/overload/senders.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import { CachedAnswers } from '../../gateway/routing/cached-answers.ts';
import { publicApp } from '../../gateway/service.ts';
import { dialects } from '../../gateway/views/dialects.ts';
import { testGuestKeySecret } from '../guest-key-secret.ts';

/** A request. The names of the headers are in lower case. */
export interface GivenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * For each kind of credentials: the identity of the caller. Every key pair manages the shop; every password
 * belongs to a customer.
 */
const identities = {
  keys: { account: null, role: null, manages: 'read_write', trusted: true, permissions: 'read_write' },
  password: { account: 7, role: 'customer', manages: 'nothing', trusted: false, generation: 0 },
} as const;

/**
 * Encodes and parses a request, as the gateway and a service do. Then throws, because there are no services. Only
 * the operation `identify` returns an answer. A test thus measures only the cost of the gateway.
 */
async function requestNothing(
  operation: Operation,
  request: z.input<z.ZodType>,
  context: Context,
): Promise<unknown> {
  const body = encode(request);
  const { claim, deadline } = context;
  writeHeaders(context, claim ? testSigner.sign(claim, operation, body, deadline) : '');
  const read = operation.request.parse(decode(body));
  if (operation === identify) {
    const { credentials } = read as z.output<typeof identify.request>;
    return { identity: identities[credentials.kind] };
  }
  throw unavailable('there are no services');
}

/** The gateway's app without servers and NATS. The app answers requests in the thread of the test. */
export class InProcessGateway {
  readonly #answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Names of the headers that the app has read since the set was last cleared. */
  readonly headersRead = new Set<string>();

  private constructor(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    this.#answer = answer;
  }

  static async start(): Promise<InProcessGateway> {
    const caller = { request: requestNothing } as unknown as Caller;
    const logger = createLogger('in-process', 'silent');
    const metrics = new Metrics('in-process');
    const noKeys = { key: async () => undefined, has: () => false, revoked: () => false };
    const shared = {
      cache: new ResponseCache(),
      metrics: new GatewayMetrics(metrics),
      routes,
      transport: new TransportSecurity(['127.0.0.1']),
      mounts: new Mounts(
        [
          { prefix: '', dialect: dialects.service },
          { prefix: '/wp-json/cocart', dialect: dialects.cocart },
        ],
        'https://api.example',
      ),
      corsOrigins: ['https://shop.example'],
      closing: () => false,
    };
    const app = await publicApp({
      ...shared,
      cached: new CachedAnswers(shared),
      caller,
      guestKeys: new GuestKeys(testGuestKeySecret, 'any'),
      returnOrigins: ['https://shop.example'],
      registration: true,
      prices: 'trusted',
      security: { answered: () => {}, refused: () => {} },
      live: new LiveCarts({ most: 10, isGood: () => true, follow: () => undefined }),
      identities: new Identities(caller, new TokenVerifier(noKeys), () => true, false),
      publicKeys: () => [],
      watchdog: new Watchdog(logger, metrics),
      networks: new Networks(),
      deadlines: new Deadlines(usualDeadlineMs),
      known: new KnownCallers(),
      docs: true,
      ownAddress: { publicUrl: 'https://api.example', httpsPort: null },
      logger,
      ready: async () => true,
      pictures: null,
      storefront: null,
    });
    return new InProcessGateway(app.callback());
  }

  /** Sends a request to the app and returns the status of the answer. */
  async status(given: GivenRequest): Promise<number> {
    const body = Buffer.from(given.body ?? '');
    const length = given.body === undefined ? {} : { 'content-length': String(body.length) };
    const headers = { host: 'api.example', 'x-forwarded-proto': 'https', ...length, ...given.headers };
    const request = new IncomingMessage(socketWithAddress());
    Object.assign(request, { method: given.method, url: given.target, httpVersion: '1.1' });
    request.rawHeaders = Object.entries(headers).flat();
    request.headers = new Proxy(headers, {
      get: (all, name) => {
        if (typeof name === 'string') this.headersRead.add(name);
        return Reflect.get(all, name) as unknown;
      },
    });
    request.push(body);
    request.push(null);
    const response = new ServerResponse(request);
    response.assignSocket(new Writable({ write: (_chunk, _encoding, done) => done() }) as unknown as Socket);
    const finished = once(response, 'finish');
    await this.#answer(request, response);
    await finished;
    return response.statusCode;
  }
}

/** Returns a socket that has a remote address but no connection. */
function socketWithAddress(): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' });
}
