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

/** Questions that must have come too late before a course may end. */
const enough = 8;
const pauseMs = 5_000;
/** A burst of questions after a course may keep a busy machine for a while. Milliseconds. */
const recovery = { timeout: 60_000 };
const testMs = 240_000;
/** Longer than a revocation may take to be known. */
const delayMs = 3_000;

// Tokens are revoked by way of the system's own gateway, and tried at the far one, which the courses hurt.
let system: RunningSystem;
let operator: Operator;
let near: Client;
let proxy: NatsProxy;
let far: GatewayProcess;
/** Between a second replica of auth and MongoDB. */
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

/** An object with the same keys and other values. */
function mapValues<From, To>(
  of: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value)]));
}

interface SignedIn extends Person {
  readonly token: string;
}

/** Somebody new, with a token that the far gateway has already found good. */
async function signedIn(): Promise<SignedIn> {
  const person = await acknowledged(() => newPerson(system, operator));
  const headers = { authorization: basic(person.username, person.password) };
  const { body } = await patient(() => near.send('POST', '/v2/login', { headers }));
  const token: string = body.data.jwt_token;
  for (const secret of [token, body.data.refresh_token]) system.secret(secret);
  await expect.poll(() => validity(far.url, token)).toBe(200);
  return { ...person, token };
}

/** What ends a token. Each resolves when it is acknowledged. */
const revocations: Record<string, (who: SignedIn) => Promise<unknown>> = {
  async logout({ token }) {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await patient(() => near.send('POST', '/v2/logout', { headers }));
    // 401 where one that was answered with 503 had been through after all.
    expect([200, 401]).toContain(status);
  },
  'tokens revoke': ({ username }) => acknowledged(() => operator.ask(revokeTokens, { reference: username })),
  'another password': ({ username }) =>
    acknowledged(() => operator.ask(setPassword, { reference: username, password: `another ${unique()}` })),
};

/** The reply of an operator's question, asked anew as long as a replica of auth cannot reach MongoDB. */
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

/** Tokens of which each is revoked in its own way, and who watches what becomes of it at the far gateway. */
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

  /** Revokes all, and goes on until enough was asked that came too late. */
  async revoke(): Promise<void> {
    const ended = Object.entries(revocations).map(async ([name, revoke]) => {
      await revoke(this.#people[name] as SignedIn);
      this.#watches[name]?.revoked();
      await this.#watches[name]?.late(enough);
    });
    await Promise.all(ended);
  }

  /** Says that the far gateway, which stood still since before, is about to go on. */
  resumed(): void {
    for (const watch of Object.values(this.#watches)) watch.resumed();
  }

  /** What is seen of each token. */
  see<T>(what: (watch: Watch) => T): Record<string, T> {
    return mapValues(this.#watches, what);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.#watches).map((watch) => watch[Symbol.asyncDispose]()));
  }
}

/** The same for each way of revoking. */
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
    // It cannot know better, which also shows that nothing reached it.
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

/** Which replica of auth is asked is chance: one of the two reaches MongoDB. */
async function authCutOff(watched: Watched): Promise<void> {
  mongodb.cut();
  try {
    await watched.revoke();
    await expect.poll(() => watched.see(({ lastAnswer }) => lastAnswer), recovery).toEqual(all(401));
  } finally {
    mongodb.heal();
  }
}

/** A course on which these messages of the feed do not reach the far gateway. */
function losing(which: (payload: Buffer) => boolean, course: Course): Course {
  return async (watched) => {
    proxy.lose((subject, payload) => subject === 'feed.tokens' && which(payload));
    try {
      await course(watched);
      // Found all the same, though there was nothing to be heard.
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

/** What becomes of the far gateway while tokens are revoked. */
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
    // What was asked meanwhile and is answered only now counts, too.
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
  'without MongoDB tokens go on, and none is revoked before it is there again',
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
      // Asked until there is an answer of the kind: a busy machine may give another in between.
      for (let round = 0; round < 10; round += 1) {
        for (const { url } of [far, { url: system.httpUrl }])
          await expect.poll(() => validity(url, other.token), recovery).toBe(200);
        await expect.poll(() => validity(far.url, ended.token), recovery).toBe(200);
      }
      expect(await logOut()).toBe(503);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // 401 where one that was answered with 503 had been through after all.
    await expect.poll(logOut, recovery).not.toBe(503);
    await expect.poll(() => validity(far.url, ended.token), recovery).toBe(401);
    expect(await validity(far.url, other.token)).toBe(200);
  },
  testMs,
);
