import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestScheduler } from './request-scheduler.ts';

/** Milliseconds of processor time that each request takes. */
const each = 5;

/** Returns a scheduler with a fake clock, and the list of networks whose requests have begun. */
function stand() {
  const clock = { now: 0 };
  const now = () => clock.now;
  const scheduler = new RequestScheduler(now, now);
  const begun: string[] = [];
  function enter(network: string, recent = 0) {
    const response = Object.assign(new EventEmitter(), { destroyed: false });
    scheduler.enter(
      network,
      () => recent,
      response as unknown as ServerResponse,
      () => {
        begun.push(network);
        clock.now += each;
      },
    );
    return response;
  }
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await turn();
  };
  return { clock, scheduler, begun, enter, until };
}

test('requests begin at once until a turn of the event loop is full', async () => {
  const { begun, enter, until } = stand();
  for (const network of ['a', 'b', 'c', 'd']) enter(network);
  expect(begun).toEqual(['a', 'b']);
  await until(() => begun.length === 4);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a network with few requests comes before one with many', async () => {
  const { begun, enter, until } = stand();
  for (let at = 0; at < 40; at += 1) enter('many');
  enter('busy', 30);
  enter('quiet');
  await until(() => begun.length === 42);
  const [many, busy, quiet] = ['many', 'busy', 'quiet'].map((one) => begun.lastIndexOf(one));
  expect(quiet).toBeLessThan(busy as number);
  expect(busy).toBeLessThan(many as number);
});

test('a request whose client has disconnected never begins', async () => {
  const { begun, enter, until } = stand();
  for (const network of ['a', 'a']) enter(network);
  const gone = enter('gone');
  enter('last');
  gone.destroyed = true;
  gone.emit('close');
  await until(() => begun.includes('last'));
  expect(begun).toEqual(['a', 'a', 'last']);
});

test('the delay of a network is the wait of the requests before its own', async () => {
  const { clock, scheduler, begun, enter, until } = stand();
  for (let at = 0; at < 10; at += 1) enter('many');
  const delays = () => ['many', 'quiet'].map((network) => scheduler.expectedWait(network, () => 0));
  expect(delays()).toEqual([0, 0]);
  clock.now += 100;
  expect(delays()).toEqual([100, 0]);
  await until(() => begun.length === 10);
  expect(delays()).toEqual([0, 0]);
});
