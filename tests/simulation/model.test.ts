import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectedRedis } from '#testing/connected-redis.ts';
import { redisFixture } from '#testing/engines.ts';
import { lengthOf } from '#testing/length.ts';
import { contextsOf, factsIn, noAccounts } from '../../services/cart/carts/carts.fixture.ts';
import { Carts } from '../../services/cart/carts/carts.ts';
import { Expiry } from '../../services/cart/carts/expiry.ts';
import type { CartWrite } from '../../services/cart/domain/commands.ts';
import { CartStore, type Commit } from '../../services/cart/store/cart-store.ts';
import { knownCoupons } from './catalogue.ts';
import { faultsOf } from './checker.ts';
import { anything, type CommandRequest, commandKinds, inWords } from './commands.ts';
import { firstState, settings } from './goods.ts';
import {
  type Answer,
  answerOfChange,
  answerOfError,
  answerOfRead,
  type Committed,
  keptOf,
  type Operation,
  operationInWords,
} from './history.ts';
import { givenSeed } from './seed.ts';

const engine = redisFixture();
const seed = givenSeed() ?? randomInt(2 ** 31);
const runs = lengthOf(400, 5_000);
const arms = 3;
const [fewest, most] = [7, 9];
const deadlineMs = 5_000;

/**
 * An operation in an arm, which is a sequence of operations through one replica. The operation may be sent twice
 * (`isDoubled`), or with the condition that the cart is unchanged (`isConditional`).
 */
interface Step {
  readonly asked: CommandRequest;
  readonly isDoubled: boolean;
  readonly isConditional: boolean;
}

/** Random numbers from which `stepOf` makes a step. fast-check simplifies a failed case by smaller numbers. */
const choices = fc.array(fc.nat(0xffff), { minLength: 16, maxLength: 16 });

function stepOf(numbers: readonly number[]): Step {
  let next = 0;
  const below = (end: number) => {
    next += 1;
    return (numbers[next - 1] ?? 0) % end;
  };
  const [isDoubled, isConditional] = [below(6) === 5, below(8) === 7];
  return { asked: anything(below), isDoubled, isConditional };
}

/** A step or null. fast-check replaces a step by null if a counter-example does not need the step. */
const step = fc.option(choices.map(stepOf), { freq: 100_000 });
const arm = fc.array(step, { minLength: fewest, maxLength: most });

const closing: (() => void)[] = [];
const replicas: Carts[] = [];
/** The commits of all replicas in the current run. */
let commits: Committed[] = [];
/** The number of commands of each kind in all runs. */
const counts = new Map<string, number>();

/** Returns a store that records commits and their times. */
function recording(store: CartStore, host: number) {
  return {
    read: store.read.bind(store),
    renew: store.renew.bind(store),
    remember: store.remember.bind(store),
    async commit(cart: string, commit: Commit) {
      const begun = performance.now();
      const committed = await store.commit(cart, commit);
      if (!committed) return null;
      commits.push({
        cart,
        host,
        begun,
        ended: performance.now(),
        from: commit.from.revision,
        revision: committed.revision,
        count: commit.events.length,
        kept: keptOf(commit.state),
        once: commit.remembered.map(({ key }) => key),
      });
      return committed;
    },
  };
}

beforeAll(async () => {
  for (let host = 0; host < arms; host += 1) {
    const redis = await connectedRedis(engine.url);
    closing.push(() => redis.close());
    replicas.push(
      new Carts({
        store: recording(new CartStore(redis.commands), host),
        contexts: contextsOf(factsIn(firstState.facts), {
          coupons: { lookUp: async (codes) => knownCoupons(codes, false) },
          settings: () => settings,
        }),
        accounts: noAccounts,
        expiry: new Expiry({ guest: 48 * 3_600_000, customer: 48 * 3_600_000 }),
        now: Date.now,
      }),
    );
  }
});
afterAll(() => {
  for (const close of closing) close();
});

async function answerTo(operation: Operation, host: number): Promise<Answer> {
  const context = { requestId: operation.name, deadline: Date.now() + deadlineMs, claim: null };
  const { asked, cart, once, ifRevision } = operation;
  const carts = replicas[host] as Carts;
  try {
    if (!asked) return answerOfRead(await carts.read(cart, context));
    const write: CartWrite = {
      conditions: { once: { key: once, origin: 'client', digest: inWords(asked) }, ifRevision },
      changes: asked.commands,
      together: asked.together,
    };
    return answerOfChange(await carts.change(cart, write, context));
  } catch (error) {
    return answerOfError(error);
  }
}

/** Sends an operation through a replica. */
async function send(operation: Operation, host: number): Promise<Answer> {
  const request = {
    sentAt: performance.now(),
    endedAt: Number.POSITIVE_INFINITY,
    answer: null as Answer | null,
  };
  operation.requests.push(request);
  operation.deliveries.push({ host, at: request.sentAt, deadline: request.sentAt + deadlineMs });
  request.answer = await answerTo(operation, host);
  request.endedAt = performance.now();
  return request.answer;
}

function operationOf(
  cart: string,
  name: string,
  asked: CommandRequest | null,
  ifRevision: number | null,
): Operation {
  return { name, cart, asked, once: name, ifRevision, requests: [], deliveries: [] };
}

/**
 * Sends an operation through one replica; through two if `isDoubled`. Returns the highest revision in the
 * answers; null if no answer has a revision.
 */
async function runStep(operation: Operation, isDoubled: boolean, host: number): Promise<number | null> {
  for (const { kind } of operation.asked?.commands ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const hosts = isDoubled ? [host, (host + 1) % arms] : [host];
  const answers = await Promise.all(hosts.map((each) => send(operation, each)));
  const revisions = answers.flatMap((answer) => (answer.ok ? [answer.revision] : []));
  return revisions.length > 0 ? Math.max(...revisions) : null;
}

/** Runs the steps of an arm one after the other, all through the same replica. */
async function runArm(steps: readonly (Step | null)[], host: number, cart: string, operations: Operation[]) {
  let revision: number | null = null;
  for (const [index, one] of steps.entries()) {
    if (!one) continue;
    const name = `${'abc'[host]}${index + 1}`;
    const operation = operationOf(cart, name, one.asked, one.isConditional ? revision : null);
    operations.push(operation);
    revision = (await runStep(operation, one.isDoubled, host)) ?? revision;
  }
}

let runCount = 0;

test(`three clients through three replicas: one order of revisions explains all answers (seed ${seed})`, async () => {
  let asked = 0;
  const property = fc.asyncProperty(fc.tuple(arm, arm, arm), async (all) => {
    runCount += 1;
    const cart = `t_model-${String(runCount).padStart(10, '0')}`;
    commits = [];
    const operations: Operation[] = [];
    await Promise.all(all.map((steps, host) => runArm(steps, host, cart, operations)));
    asked += operations.length;
    const last = operationOf(cart, 'the last read', null, null);
    operations.push(last);
    await send(last, 0);
    const inOrder = commits.toSorted((one, other) => one.revision - other.revision);
    const faults = faultsOf({ operations, commits: inOrder, catalogueStates: () => [firstState] });
    if (faults.length > 0) throw new Error([...operations.map(operationInWords), ...faults].join('\n'));
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: false });
  expect(asked).toBeGreaterThanOrEqual(20 * runs);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  // Each kind is on average at least 5 % of all commands, so less than 4 % is not due to chance.
  for (const kind of commandKinds) expect((counts.get(kind) ?? 0) / all, kind).toBeGreaterThanOrEqual(0.04);
}, 900_000);
