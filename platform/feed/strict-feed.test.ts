import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encode } from '#platform/bus/wire.ts';
import { FeedSubscriber } from './subscriber.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a strict subscriber. The test controls its messages and answers. */
async function strictFeed() {
  const truth: string[] = [];
  const held: string[] = [];
  const questions: { answer: (number: number) => void; fail: (error: Error) => void }[] = [];
  let hear = (_message: { number: number; change?: string }): void => {};
  const connection = {
    subscribe(_subject: string, { callback }: { callback: (error: null, message: unknown) => void }) {
      hear = (message) => callback(null, { data: encode(message) });
      return { unsubscribe: () => undefined };
    },
  };
  const listener = {
    async snapshot() {
      held.splice(0, held.length, ...truth);
      return truth.length;
    },
    apply: (change: unknown) => void held.push(change as string),
    lastNumber() {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      questions.push({ answer: resolve, fail: reject });
      return promise;
    },
  };
  const subscriber = new FeedSubscriber(
    connection as unknown as NatsConnection,
    'letters',
    listener,
    pino({ level: 'silent' }),
  );
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  /** Answers the pending request with a number. */
  const answer = async (number = truth.length) => {
    questions.shift()?.answer(number);
    await pass(0);
  };
  await pass(0);
  expect(subscriber.current).toBe(true);
  return { truth, held, hear, questions, answer, pass, subscriber };
}

test('answers of the source keep a strict feed current; messages alone do not', async () => {
  const { hear, answer, pass, subscriber } = await strictFeed();
  for (let round = 0; round < 8; round += 1) {
    await pass(250);
    await answer();
    expect(subscriber.current).toBe(true);
  }
  for (let round = 0; round < 3; round += 1) {
    await pass(250);
    hear({ number: 0 });
  }
  expect(subscriber.current).toBe(false);
});

test('a missed change is found with the next answer, and applied before the feed is current', async () => {
  const { truth, held, answer, pass, subscriber } = await strictFeed();
  truth.push('a');
  await pass(250);
  await answer();
  expect([held, subscriber.current]).toEqual([['a'], true]);
});

test('after a pause, buffered heartbeats and answers do not make the feed current', async () => {
  const { truth, held, hear, answer, pass, subscriber } = await strictFeed();
  await pass(250);
  truth.push('a');
  await pass(5_000);
  hear({ number: 0 });
  expect(subscriber.current).toBe(false);
  await answer(0);
  expect(subscriber.current).toBe(false);
  await pass(250);
  expect(subscriber.current).toBe(false);
  await answer();
  expect([held, subscriber.current]).toEqual([['a'], true]);
});

test('an old heartbeat of a paused publisher reverts no change', async () => {
  const { truth, held, hear, answer, pass, subscriber } = await strictFeed();
  truth.push('a');
  hear({ number: 1, change: 'a' });
  hear({ number: 0 });
  await pass(250);
  await answer();
  expect([held, subscriber.number, subscriber.current]).toEqual([['a'], 1, true]);
});

test('a change that arrives during a pending request does not count as missing', async () => {
  const { truth, held, hear, answer, pass, subscriber } = await strictFeed();
  await pass(250);
  truth.push('a');
  hear({ number: 1, change: 'a' });
  await answer(0);
  expect([held, subscriber.number, subscriber.current]).toEqual([['a'], 1, true]);
});

test('the feed is not current without answers, and current after the next answer', async () => {
  const { questions, answer, pass, subscriber } = await strictFeed();
  for (let round = 0; round < 3; round += 1) {
    await pass(250);
    questions.shift()?.fail(new Error('nobody is there'));
  }
  expect(subscriber.current).toBe(false);
  await pass(250);
  await answer();
  expect(subscriber.current).toBe(true);
});

test('a feed that is not in use asks every two seconds and confirms nothing; the first use asks again', async () => {
  const { questions, answer, pass, subscriber } = await strictFeed();
  const confirmed = () => {
    subscriber.confirmOften();
    return subscriber.isConfirmed;
  };
  const answeredIn = async (milliseconds: number) => {
    let answered = 0;
    for (let passed = 0; passed < milliseconds; passed += 250) {
      await pass(250);
      if (questions.length === 0) continue;
      answered += 1;
      await answer();
    }
    return answered;
  };
  expect(confirmed()).toBe(true);
  expect(await answeredIn(59_750)).toBe(239);
  expect(await answeredIn(20_000)).toBe(10);
  await pass(1_000);
  expect([subscriber.current, confirmed()]).toEqual([true, false]);
  expect(questions).toHaveLength(1);
  await answer();
  expect(confirmed()).toBe(true);
});

test('a feed that is not in use is not current after three seconds without an answer', async () => {
  const { questions, answer, pass, subscriber } = await strictFeed();
  for (let passed = 0; passed < 61_000; passed += 250) {
    await pass(250);
    if (questions.length > 0) await answer();
  }
  const states: boolean[] = [];
  for (let passed = 0; passed < 5_000; passed += 1_000) {
    states.push(subscriber.current);
    await pass(1_000);
  }
  expect(states[0]).toBe(true);
  expect(states.at(-1)).toBe(false);
});
