import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '#contracts/accounts.ts';
import { revokeTokens } from '#contracts/tokens.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { startAuthBeside } from '#testing/auth-process.ts';
import { type GatewayProcess, startGatewayBeside } from '#testing/gateway-process.ts';
import { shareOf } from '#testing/length.ts';
import { NatsProxy } from '#testing/nats-proxy.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { patient } from '#testing/patient.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { TcpProxy } from '#testing/tcp-proxy.ts';
import { basic, Client } from '../security/client.ts';
import { newPerson, type Person, unique } from '../security/people.ts';
import { validity, Watch } from './watch.ts';

/** Number of requests after the deadline of a revocation that a course waits for. */
const enough = 8;
const pauseMs = 5_000;
/** A burst of requests after a course may occupy a busy machine for a while. Milliseconds. */
const recovery = { timeout: 60_000 };
const testMs = 240_000;
/** Longer than the promised time of a revocation. */
const delayMs = 3_000;

// Tokens are revoked through the system's own gateway, and tried at the far one, which the courses damage.
let system: RunningSystem;
let operator: Operator;
let near: Client;
let proxy: NatsProxy;
let far: GatewayProcess;
/** Proxy between a second replica of auth and MongoDB. */
let mongodb: TcpProxy;
const started = new AsyncDisposableStack();

beforeAll(async () => {
  system = started.use(await startSystem());
  operator = started.use(await operatorOf(system));
  near = started.use(await Client.of(system));
  proxy = started.use(await NatsProxy.start(system.natsUrl));
  mongodb = started.use(await TcpProxy.start(system.mongodbUrl));
  started.use(await startAuthBeside(system, mongodb.port));
  far = started.use(await startGatewayBeside(system, proxy.url));
});
afterAll(() => started.disposeAsync());

/** Returns an object with the same keys and mapped values. */
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
  const person = await acknowledged(() => newPerson(system, operator));
  const headers = { authorization: basic(person.username, person.password) };
  const { body } = await patient(() => near.send('POST', '/v2/login', { headers }));
  const token: string = body.data.jwt_token;
  for (const secret of [token, body.data.refresh_token]) system.secret(secret);
  await expect.poll(() => validity(far.url, token)).toBe(200);
  return { ...person, token };
}

/** The ways to revoke a token. Each resolves when it is acknowledged. */
const revocations: Record<string, (who: SignedIn) => Promise<unknown>> = {
  async logout({ token }) {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await patient(() => near.send('POST', '/v2/logout', { headers }));
    // 401 if an earlier try, answered with 503, had succeeded.
    expect([200, 401]).toContain(status);
  },
  'tokens revoke': ({ username }) => acknowledged(() => operator.ask(revokeTokens, { reference: username })),
  'another password': ({ username }) =>
    acknowledged(() => operator.ask(setPassword, { reference: username, password: `another ${unique()}` })),
};

/** Returns the reply of an operator's request; repeats it while a replica of auth cannot reach MongoDB. */
async function acknowledged<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  const tried = async () => {
    try {
      return { status: 200, reply: await ask() };
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'service_unavailable')) throw error;
      return { status: 503, reply: null };
    }
  };
  return (await patient(tried)).reply as Reply;
}

/** Tokens that are each revoked in another way, with a watch of each at the far gateway. */
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

  /** Revokes all, and waits until enough requests were sent after the deadline. */
  async revoke(): Promise<void> {
    const ended = Object.entries(revocations).map(async ([name, revoke]) => {
      await revoke(this.#people[name] as SignedIn);
      this.#watches[name]?.revoked();
      await this.#watches[name]?.late(enough);
    });
    await Promise.all(ended);
  }

  /** Reports that the paused far gateway is about to continue. */
  resumed(): void {
    for (const watch of Object.values(this.#watches)) watch.resumed();
  }

  /** Returns a value for each token's watch. */
  see<T>(what: (watch: Watch) => T): Record<string, T> {
    return mapValues(this.#watches, what);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.#watches).map((watch) => watch[Symbol.asyncDispose]()));
  }
}

/** Returns the same value for each way of revocation. */
const all = <T>(value: T) => mapValues(revocations, () => value);

async function standingStill(watched: Watched): Promise<void> {
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
    // The gateway cannot confirm the token, which also shows that no message reached it.
    await expect.poll(() => watched.see(({ lateAnswers }) => lateAnswers)).toEqual(all([503]));
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

/** Requests go to a random replica of auth; one of the two reaches MongoDB. */
async function authCutOff(watched: Watched): Promise<void> {
  mongodb.cut();
  try {
    await watched.revoke();
    await expect.poll(() => watched.see(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
  } finally {
    mongodb.heal();
  }
}

/** Returns a course in which these messages of the feed do not reach the far gateway. */
function losing(which: (payload: Buffer) => boolean, course: Course): Course {
  return async (watched) => {
    proxy.lose((subject, payload) => subject === 'feed.tokens' && which(payload));
    try {
      await course(watched);
      // It learns the revocation without the messages.
      await expect.poll(() => watched.see(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
      expect(proxy.lost).toBeGreaterThanOrEqual(Object.keys(revocations).length);
    } finally {
      proxy.lose(() => false);
    }
  };
}

type Course = (watched: Watched) => Promise<void>;
const unhurt: Course = (watched) => watched.revoke();
const isChange = (payload: Buffer) => payload.includes('"change"');

/** Damages to the far gateway while tokens are revoked. */
const courses: Record<string, Course> = {
  'that nothing happens to': unhurt,
  'that stands still for 5 s': standingStill,
  'that stands still for 5 s, and misses the event': losing(isChange, standingStill),
  'that is cut off': cutOff,
  'that hears everything too late': delayed,
  'that the event does not reach': losing(isChange, unhurt),
  'that nothing of the feed reaches': losing(() => true, unhurt),
  'that asks an auth without MongoDB, and misses the event': losing(isChange, authCutOff),
};

// The short form has one course of each kind: paused, cut off, without the event, and with an auth without MongoDB.
test.each(shareOf(Object.entries(courses), 1, 2))(
  'a gateway %s accepts no token later than a second after its revocation was acknowledged',
  async (_course, run) => {
    const other = await signedIn();
    await using watched = await Watched.start();
    await run(watched);
    await expect.poll(() => watched.see(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
    await expect.poll(() => validity(far.url, other.token), recovery).toBe(200);
    // Pending requests that are answered only now count too.
    await watched[Symbol.asyncDispose]();
    const isKept = ({ lateAnswers }: Watch) =>
      lateAnswers.length > 0 && lateAnswers.every((status) => status === 401 || status === 503);
    expect(watched.see(isKept), JSON.stringify(watched.see(({ lateAnswers }) => lateAnswers))).toEqual(
      all(true),
    );
  },
  testMs,
);

test(
  'without MongoDB tokens stay valid, and none is revoked until it is back',
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
      // Repeats until the expected answer: a busy machine may return another one in between.
      for (let round = 0; round < 10; round += 1) {
        for (const { url } of [far, { url: system.httpUrl }])
          await expect.poll(() => validity(url, other.token), recovery).toBe(200);
        await expect.poll(() => validity(far.url, ended.token), recovery).toBe(200);
      }
      expect(await logOut()).toBe(503);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // 401 if an earlier try, answered with 503, had succeeded.
    await expect.poll(logOut, recovery).not.toBe(503);
    await expect.poll(() => validity(far.url, ended.token), recovery).toBe(401);
    expect(await validity(far.url, other.token)).toBe(200);
  },
  testMs,
);
