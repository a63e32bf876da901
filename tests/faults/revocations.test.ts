import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '#contracts/accounts.ts';
import { revokeTokens } from '#contracts/tokens.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { startExtraAuth } from '#testing/auth-process.ts';
import { basic, Client } from '#testing/client.ts';
import { type GatewayProcess, startExtraGateway } from '#testing/gateway-process.ts';
import { shareOf } from '#testing/length.ts';
import { NatsProxy } from '#testing/nats-proxy.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { TcpProxy } from '#testing/tcp-proxy.ts';
import { newPerson, type Person, unique } from '../security/people.ts';
import { validity, Watch } from './watch.ts';

/**
 * Minimum number of requests that a test sends with each token after the deadline. The deadline is one second
 * after the revocation was acknowledged.
 */
const enough = 8;
const pauseMs = 5_000;
/** Milliseconds within which a damaged gateway must work again: long, because the machine may be busy. */
const recovery = { timeout: 60_000 };
const testMs = 240_000;
/**
 * Delay of messages from NATS in milliseconds: longer than the second after which a revoked token must be
 * refused.
 */
const delayMs = 3_000;

// The tests revoke tokens through the gateway `near`, and use the tokens at a second gateway, `far`, which the tests
// damage.
let system: RunningSystem;
let operator: Operator;
let near: Client;
let proxy: NatsProxy;
let far: GatewayProcess;
/** The proxy between a second replica of auth and MongoDB. */
let mongodb: TcpProxy;
const started = new AsyncDisposableStack();

beforeAll(async () => {
  system = started.use(await startSystem());
  operator = started.use(await operatorOf(system));
  near = started.use(await Client.of(system));
  proxy = started.use(await NatsProxy.start(system.natsUrl));
  mongodb = started.use(await TcpProxy.start(system.mongodbUrl));
  started.use(await startExtraAuth(system, mongodb.port));
  far = started.use(await startExtraGateway(system, proxy.url));
});
afterAll(() => started.disposeAsync());

/** Returns an object with the same keys; `to` maps the values. */
function mapValues<From, To>(
  of: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value)]));
}

interface SignedIn extends Person {
  readonly token: string;
}

/** Returns a new customer with a token that the far gateway has already accepted. */
async function signedIn(): Promise<SignedIn> {
  const person = await untilAcknowledged(() => newPerson(system, operator));
  const headers = { authorization: basic(person.username, person.password) };
  const { body } = await retryWhileBusy(() => near.send('POST', '/v2/login', { headers }));
  const token: string = body.data.jwt_token;
  for (const secret of [token, body.data.refresh_token]) system.secret(secret);
  await expect.poll(() => validity(far.url, token)).toBe(200);
  return { ...person, token };
}

/** The ways to revoke a token. Each resolves when the revocation is acknowledged. */
const revocations: Record<string, (who: SignedIn) => Promise<unknown>> = {
  async logout({ token }) {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await retryWhileBusy(() => near.send('POST', '/v2/logout', { headers }));
    // The answer is 401 if an earlier try succeeded although its answer was 503.
    expect([200, 401]).toContain(status);
  },
  'tokens revoke': ({ username }) =>
    untilAcknowledged(() => operator.ask(revokeTokens, { reference: username })),
  'another password': ({ username }) =>
    untilAcknowledged(() =>
      operator.ask(setPassword, { reference: username, password: `another ${unique()}` }),
    ),
};

/**
 * Returns the reply to an operator's request. Repeats the request if it reaches a replica of auth that is cut
 * off from MongoDB.
 */
async function untilAcknowledged<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  const tried = async () => {
    try {
      return { status: 200, reply: await ask() };
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'service_unavailable')) throw error;
      return { status: 503, reply: null };
    }
  };
  return (await retryWhileBusy(tried)).reply as Reply;
}

/** Holds one token for each way of revocation, and watches each token at the far gateway. */
class Watched implements AsyncDisposable {
  readonly #watches: Readonly<Record<string, Watch>>;
  readonly #people: Readonly<Record<string, SignedIn>>;

  private constructor(people: Readonly<Record<string, SignedIn>>) {
    this.#people = people;
    this.#watches = mapValues(people, ({ token }) => new Watch(far.url, token));
  }

  static async start(): Promise<Watched> {
    const names = Object.keys(revocations);
    const people = await Promise.all(names.map(async (name) => [name, await signedIn()] as const));
    return new Watched(Object.fromEntries(people));
  }

  /** Revokes all tokens. Waits until enough requests with each token were sent after the deadline. */
  async revoke(): Promise<void> {
    const ended = Object.entries(revocations).map(async ([name, revoke]) => {
      await revoke(this.#people[name] as SignedIn);
      this.#watches[name]?.revoked();
      await this.#watches[name]?.late(enough);
    });
    await Promise.all(ended);
  }

  /** Tells the watches that the paused far gateway is about to continue. */
  resumed(): void {
    for (const watch of Object.values(this.#watches)) watch.resumed();
  }

  /** Returns a value of each watch. The keys are the ways of revocation. */
  valuesOf<T>(what: (watch: Watch) => T): Record<string, T> {
    return mapValues(this.#watches, what);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.#watches).map((watch) => watch[Symbol.asyncDispose]()));
  }
}

/** Returns an object with this value for each way of revocation. */
const all = <T>(value: T) => mapValues(revocations, () => value);

async function paused(watched: Watched): Promise<void> {
  far.signal('SIGSTOP');
  try {
    await Promise.all([watched.revoke(), sleep(pauseMs)]);
  } finally {
    watched.resumed();
    far.signal('SIGCONT');
  }
}

async function cutOff(watched: Watched): Promise<void> {
  proxy.cut();
  try {
    await watched.revoke();
    // The far gateway answers 503, because it cannot confirm the token. The 503 also shows that no message
    // from NATS reached the far gateway.
    await expect.poll(() => watched.valuesOf(({ lateAnswers }) => lateAnswers)).toEqual(all([503]));
  } finally {
    proxy.heal();
  }
}

async function delayed(watched: Watched): Promise<void> {
  proxy.delay(delayMs);
  try {
    await watched.revoke();
  } finally {
    proxy.delay(0);
  }
}

/** Cuts one of two replicas of auth off from MongoDB. Each request goes to a random replica. */
async function authCutOff(watched: Watched): Promise<void> {
  mongodb.cut();
  try {
    await watched.revoke();
    await expect.poll(() => watched.valuesOf(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
  } finally {
    mongodb.heal();
  }
}

/**
 * Returns a function that does `damage`. During the damage, the far gateway does not receive the messages of
 * the feed for which `which` returns true.
 */
function losing(which: (payload: Buffer) => boolean, damage: Damage): Damage {
  return async (watched) => {
    proxy.lose((subject, payload) => subject === 'feed.tokens' && which(payload));
    try {
      await damage(watched);
      // The gateway learns of the revocation although these messages are lost.
      await expect.poll(() => watched.valuesOf(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
      expect(proxy.lost).toBeGreaterThanOrEqual(Object.keys(revocations).length);
    } finally {
      proxy.lose(() => false);
    }
  };
}

type Damage = (watched: Watched) => Promise<void>;
const undamaged: Damage = (watched) => watched.revoke();
const isChange = (payload: Buffer) => payload.includes('"change"');

/** Functions that revoke tokens while the far gateway is damaged in different ways. */
const damages: Record<string, Damage> = {
  'without damage': undamaged,
  'that is paused for 5 s': paused,
  'that is paused for 5 s and misses the event': losing(isChange, paused),
  'that is cut off from NATS': cutOff,
  'to which NATS delivers everything too late': delayed,
  'that misses the event': losing(isChange, undamaged),
  'that receives nothing of the feed': losing(() => true, undamaged),
  'that misses the event, with a replica of auth without MongoDB': losing(isChange, authCutOff),
};

// The short form runs every second entry. These entries include each kind of damage: paused, cut off, lost event, auth
// without MongoDB.
test.each(shareOf(Object.entries(damages), 1, 2))(
  'a gateway %s accepts no token later than a second after its revocation was acknowledged',
  async (_name, run) => {
    const other = await signedIn();
    await using watched = await Watched.start();
    await run(watched);
    await expect.poll(() => watched.valuesOf(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
    await expect.poll(() => validity(far.url, other.token), recovery).toBe(200);
    // Disposing stops the watches and waits for open requests, which count too.
    await watched[Symbol.asyncDispose]();
    const isKept = ({ lateAnswers }: Watch) =>
      lateAnswers.length > 0 && lateAnswers.every((status) => status === 401 || status === 503);
    expect(
      watched.valuesOf(isKept),
      JSON.stringify(watched.valuesOf(({ lateAnswers }) => lateAnswers)),
    ).toEqual(all(true));
  },
  testMs,
);

test(
  'without MongoDB tokens stay valid, and none can be revoked until it is back',
  async () => {
    const [ended, other] = [await signedIn(), await signedIn()];
    const logOut = async () => {
      const headers = { authorization: `Bearer ${ended.token}` };
      return (await near.send('POST', '/v2/logout', { headers })).status;
    };
    const pid = await system.pid('mongod');
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await logOut()).toBe(503);
      // Each request is repeated until the expected answer, because a busy machine may give another answer
      // first.
      for (let round = 0; round < 10; round += 1) {
        for (const { url } of [far, { url: system.httpUrl }])
          await expect.poll(() => validity(url, other.token), recovery).toBe(200);
        await expect.poll(() => validity(far.url, ended.token), recovery).toBe(200);
      }
      expect(await logOut()).toBe(503);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // The answer is 401 if an earlier try succeeded although its answer was 503.
    await expect.poll(logOut, recovery).not.toBe(503);
    await expect.poll(() => validity(far.url, ended.token), recovery).toBe(401);
    expect(await validity(far.url, other.token)).toBe(200);
  },
  testMs,
);
